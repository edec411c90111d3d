"""The generator of the kernel draws the numbers of `random.Random`."""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from ctypes import POINTER, c_bool, c_double, c_int, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
NATIVE = HERE.parents[1] / "native"
COMPILER = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
FLAGS = ("-std=c++17", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")
WORDS = 624
DRAWS = 5000


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """Compile the functions of python_random.cpp."""
    if COMPILER is None:
        pytest.skip("there is no C++ compiler")
    file = tmp_path_factory.mktemp("kernel") / "python_random.so"
    subprocess.run([COMPILER, *FLAGS, f"-I{NATIVE}", str(HERE / "python_random.cpp"), "-o", str(file)], check=True)
    found = ctypes.CDLL(str(file))
    signatures: dict[str, tuple[Any, ...]] = {
        "from_state": (c_void_p, POINTER(c_uint32), c_int, c_bool, c_double),
        "from_seed": (c_void_p, c_uint64),
        "from_words": (c_void_p, POINTER(c_uint32), c_size_t),
        "destroy": (None, c_void_p),
        "get_state": (c_int, c_void_p, POINTER(c_uint32), POINTER(c_bool), POINTER(c_double)),
        "next_random": (c_double, c_void_p),
        "getrandbits": (c_uint64, c_void_p, c_int),
        "randbelow": (c_uint64, c_void_p, c_uint64),
        "gauss": (c_double, c_void_p, c_double, c_double),
        "shuffle": (None, c_void_p, POINTER(c_int), c_size_t),
    }
    for name, (result, *arguments) in signatures.items():
        function = getattr(found, name)
        function.restype, function.argtypes = result, arguments
    return found


class Generator:
    """A generator of the kernel."""

    def __init__(self, library: ctypes.CDLL, handle: int) -> None:
        self.library, self.handle = library, handle

    @property
    def state(self) -> tuple[Any, ...]:
        """The state as `Random.getstate` returns it."""
        words, has_gauss_next, gauss_next = (c_uint32 * WORDS)(), c_bool(), c_double()
        index = self.library.get_state(self.handle, words, has_gauss_next, gauss_next)
        return 3, (*words, index), gauss_next.value if has_gauss_next.value else None


@pytest.fixture
def taken_over(library: ctypes.CDLL) -> Iterator[tuple[random.Random, Generator]]:
    """Return a Random after some numbers, and a generator with its state."""
    python = random.Random(7)
    for _ in range(1001):
        python.gauss(0.0, 1.0)
    _, (*words, index), gauss_next = python.getstate()
    handle = library.from_state((c_uint32 * WORDS)(*words), index, gauss_next is not None, gauss_next or 0.0)
    yield python, Generator(library, handle)
    library.destroy(handle)


def test_it_takes_over_a_state_and_gives_it_back(taken_over: tuple[random.Random, Generator]):
    python, kernel = taken_over
    assert python.getstate()[2] is not None
    assert kernel.state == python.getstate()


def test_it_draws_the_same_numbers_in_any_order_of_calls(taken_over: tuple[random.Random, Generator]):
    python, kernel = taken_over
    library, handle = kernel.library, kernel.handle
    order = random.Random(1)
    for _ in range(DRAWS):
        match order.randrange(5):
            case 0:
                assert library.next_random(handle) == python.random()
            case 1:
                bits = order.randrange(65)
                assert library.getrandbits(handle, bits) == python.getrandbits(bits)
            case 2:
                n = order.randrange(1, 1 << order.randrange(1, 65))
                assert library.randbelow(handle, n) == python.randrange(n)
            case 3:
                sigma = order.choice((1.5, 3.0, 8.0))
                assert library.gauss(handle, 0.0, sigma) == python.gauss(0.0, sigma)
            case 4:
                items = list(range(order.randrange(12)))
                array = (c_int * len(items))(*items)
                library.shuffle(handle, array, len(items))
                python.shuffle(items)
                assert list(array) == items
    assert kernel.state == python.getstate()


@pytest.mark.parametrize("seed", [0, 1, 8, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**64 - 1])
def test_it_starts_from_a_seed(library: ctypes.CDLL, seed: int):
    kernel = Generator(library, library.from_seed(seed))
    assert kernel.state == random.Random(seed).getstate()
    library.destroy(kernel.handle)


@pytest.mark.parametrize("seed", [2**64, 10**40, 3**20_000], ids=["65 bits", "133 bits", "longer than the state"])
def test_it_starts_from_a_long_seed(library: ctypes.CDLL, seed: int):
    count = (seed.bit_length() + 31) // 32
    words = (c_uint32 * count)(*(seed >> 32 * i & 0xFFFFFFFF for i in range(count)))
    kernel = Generator(library, library.from_words(words, count))
    assert kernel.state == random.Random(seed).getstate()
    library.destroy(kernel.handle)

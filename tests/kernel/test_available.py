"""Whether the compiled kernel is used: its environment variable, extensions that do not fit, processes and threads."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import kingdom_builder
from kingdom_builder import cli, kernel

SOURCE = Path(kingdom_builder.__file__).parents[1]
NAME = "kingdom_builder.kernel._native"


def python(code: str, **variables: str) -> str:
    """Run code in a new process that may use the kernel; return what it prints."""
    environment = {name: value for name, value in os.environ.items() if name != kernel.VARIABLE}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**environment, "PYTHONPATH": str(SOURCE), **variables},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty folder in which the extension is looked for instead of the package."""
    monkeypatch.delenv(kernel.VARIABLE, raising=False)
    monkeypatch.setattr(kernel, "__path__", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, NAME, raising=False)
    kernel._load.cache_clear()
    yield tmp_path
    kernel._load.cache_clear()


def test_importing_the_package_does_not_load_the_extension() -> None:
    code = f"import sys, kingdom_builder.cli, kingdom_builder.kernel; print({NAME!r} in sys.modules)"
    assert python(code) == "False"


def test_the_first_use_loads_the_extension(native: ModuleType) -> None:
    code = f"import sys; from kingdom_builder import kernel; print(kernel.available(), {NAME!r} in sys.modules)"
    assert python(code) == "True True"
    assert kernel.status() == f"compiled by {native.version()}"


def test_off_disables_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel.VARIABLE, "off")
    assert not kernel.available()
    assert kernel.status() == "off (KINGDOM_BUILDER_KERNEL=off)"
    with pytest.raises(kernel.KernelError, match=r"^the compiled kernel is off \(KINGDOM_BUILDER_KERNEL=off\)$"):
        kernel.native()


def test_on_uses_the_kernel(native: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel.VARIABLE, "on")
    assert kernel.available()
    assert kernel.native() is native


@pytest.mark.usefixtures("folder")
def test_without_the_extension_python_plays() -> None:
    assert not kernel.available()
    assert kernel.status() == "not built"
    with pytest.raises(ImportError, match=r"^the compiled kernel is not built \(`make kernel` compiles it\)$"):
        kernel.native()


@pytest.mark.usefixtures("folder")
def test_on_without_the_extension_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The library raises; a command prints one line and exits with status 2."""
    monkeypatch.setenv(kernel.VARIABLE, "on")
    message = "KINGDOM_BUILDER_KERNEL=on, but the compiled kernel is not built (`make kernel` compiles it)"
    for call in (kernel.available, kernel.native):
        with pytest.raises(ImportError) as raised:
            call()
        assert str(raised.value) == message
    assert cli.main(["new", "--seed", "1"]) == 2
    assert capsys.readouterr() == ("", f"kingdom-builder: {message}\n")


@pytest.mark.parametrize("value", ["maybe", "ON", "1", "off "])
def test_another_value_is_an_error(
    value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(kernel.VARIABLE, value)
    message = f"KINGDOM_BUILDER_KERNEL: expected on or off, found {value!r}"
    for call in (kernel.available, kernel.native):
        with pytest.raises(kernel.KernelError) as raised:
            call()
        assert str(raised.value) == message
    assert kernel.status() == f"unknown ({message})"
    assert cli.main(["new", "--seed", "1"]) == 2
    assert capsys.readouterr() == ("", f"kingdom-builder: {message}\n")


@pytest.mark.usefixtures("native")
def test_an_extension_with_another_interface_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = kernel.INTERFACE
    monkeypatch.setattr(kernel, "INTERFACE", 999)
    kernel._load.cache_clear()
    try:
        assert not kernel.available()
        assert kernel.status() == f"built from other sources: its interface is {compiled}, expected 999"
    finally:
        kernel._load.cache_clear()


@pytest.mark.skipif(sys.platform == "win32", reason="extensions have other names")
def test_a_damaged_extension_is_not_used(folder: Path) -> None:
    (folder / "_native.abi3.so").write_bytes(b"not a library")
    assert not kernel.available()
    assert kernel.status().startswith("not usable: ")
    assert "\n" not in kernel.status()


@pytest.mark.parametrize("value", ["", "off", "wrong"])
def test_the_option_version_shows_the_kernel(
    value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(kernel.VARIABLE, value)
    with pytest.raises(SystemExit) as left:
        cli.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"kingdom-builder {kingdom_builder.__version__}, kernel: {kernel.status()}\n"


PROCESSES = """
import multiprocessing
from kingdom_builder import kernel

if __name__ == "__main__":
    assert kernel.available()  # loaded before the first fork
    for method in ("fork", "forkserver", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            print(method, set(pool.starmap(kernel.status, [()] * 8)) == {kernel.status()})
"""


@pytest.mark.slow
@pytest.mark.usefixtures("native")
@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_the_kernel_works_in_processes_however_they_are_started(tmp_path: Path) -> None:
    script = tmp_path / "processes.py"
    script.write_text(PROCESSES, encoding="utf-8")
    printed = python(f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')")
    assert printed.splitlines() == ["fork True", "forkserver True", "spawn True"]


THREADS = """
import threading
from kingdom_builder import kernel

found = []
barrier = threading.Barrier(16)
def use():
    barrier.wait()
    found.append((kernel.native(), kernel.native().version()))
threads = [threading.Thread(target=use) for _ in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(found), len(set(found)))
"""


@pytest.mark.usefixtures("native")
def test_threads_that_use_the_kernel_first_share_one_module() -> None:
    assert python(THREADS) == "16 1"


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("name", ["C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8"])
def test_the_kernel_works_in_every_locale(name: str) -> None:
    code = "\n".join(
        [
            "import locale, sys",
            "from kingdom_builder import kernel",
            "try: locale.setlocale(locale.LC_ALL, '')",
            "except locale.Error: sys.exit(print('no such locale'))",
            "print(kernel.status())",
        ]
    )
    printed = python(code, LC_ALL=name)
    if printed == "no such locale":
        pytest.skip(printed)
    assert printed == kernel.status()

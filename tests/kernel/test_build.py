"""native/build.py and the wheel: the kernel is compiled where that is possible, and never in the way elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest
from packaging.tags import platform_tags
from packaging.utils import parse_wheel_filename

from tests.wheels import ROOT, can_compile, copy_sources, run

NAME = "_native.abi3.so"
IN_WHEEL = f"kingdom_builder/kernel/{NAME}"
WITHOUT_IT = "Everything works without it, but bots think slower.\n"
MEGABYTE = 1_000_000

MODULE = """
#include <Python.h>
#include "interface.hpp"
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_native", BUILD, 0, nullptr, nullptr, nullptr, nullptr, nullptr
};
PyMODINIT_FUNC PyInit__native() { return PyModule_Create(&definition); }
"""

pytestmark = pytest.mark.slow
needs_compiler = pytest.mark.skipif(not can_compile(), reason="there is no C++ compiler, or no header files of Python")


class Done(NamedTuple):
    """What a build has printed."""

    status: int
    output: str
    errors: str


class Tree:
    """A folder with the build script, a small module and a package to put it into."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.native = folder / "native"
        self.extension = folder / "src" / "kingdom_builder" / "kernel" / NAME
        self.native.mkdir()
        self.extension.parent.mkdir(parents=True)
        for name in ("build.py", "interface.hpp"):
            shutil.copy(ROOT / "native" / name, self.native)
        shutil.copy(ROOT / "src" / "kingdom_builder" / "kernel" / "__init__.py", self.extension.parent)
        self.write("module.cpp", MODULE)

    def write(self, name: str, text: str) -> None:
        (self.native / name).write_text(text, encoding="utf-8")

    def build(self, *options: str, **variables: str) -> Done:
        command = [sys.executable, str(self.native / "build.py"), *options]
        environment = {name: value for name, value in os.environ.items() if name != "CXX"} | variables
        done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
        return Done(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    (tmp_path / "tree").mkdir()
    return Tree(tmp_path / "tree")


@needs_compiler
def test_it_compiles_once_and_again_when_something_has_changed(tree: Tree) -> None:
    done = tree.build()
    assert (done.status, done.errors) == (0, "")
    assert done.output.startswith("Compiled the kernel in ")
    assert done.output.count("\n") == 1
    assert tree.build() == (0, "", "")

    (tree.native / "sets").mkdir()
    changes = ("other.cpp", "int other() { return 1; }\n"), ("sets/rules.hpp", "#pragma once\n"), ("other.cpp", "")
    for name, text in changes:
        before = tree.extension.read_bytes()
        tree.write(name, text)
        assert tree.build().output.startswith("Compiled the kernel in "), name
        assert tree.extension.read_bytes() != before
        assert tree.build() == (0, "", "")

    script = tree.native / "build.py"
    script.write_text(script.read_text(encoding="utf-8").replace('"-O3"', '"-O2"'), encoding="utf-8")
    assert tree.build().output.startswith("Compiled the kernel in ")


@needs_compiler
def test_another_interface_or_compiler_compiles_again(tree: Tree) -> None:
    tree.build()
    package = tree.extension.parent / "__init__.py"
    package.write_text(package.read_text(encoding="utf-8").replace("INTERFACE = ", "INTERFACE = 9"), encoding="utf-8")
    assert tree.build().output.startswith("Compiled the kernel in ")

    found = next(filter(None, map(shutil.which, ("g++", "clang++", "c++"))))
    other = tree.folder / "compiler"
    other.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo "Another compiler 1.0" && exit\nexec {found} "$@"\n')
    other.chmod(0o755)
    assert tree.build(CXX=str(other)).output.endswith(" s (Another compiler 1.0).\n")
    assert tree.build("--compiler", str(other)) == (0, "", "")
    assert tree.build().output.startswith("Compiled the kernel in ")


def test_no_compiler_is_one_line(tree: Tree) -> None:
    empty = str(tree.folder / "nothing")
    line = f"The compiled kernel is not built: there is no C++ compiler (g++, clang++, c++). {WITHOUT_IT}"
    assert tree.build(PATH=empty) == (0, "", line)
    assert tree.build("--required", PATH=empty) == (1, "", line)
    line = f"The compiled kernel is not built: no-such-compiler is not there. {WITHOUT_IT}"
    assert tree.build(CXX="no-such-compiler") == (0, "", line)
    assert tree.build("--compiler", "no-such-compiler") == (0, "", line)


@needs_compiler
def test_an_extension_of_other_sources_is_removed_without_a_compiler(tree: Tree) -> None:
    """An extension of the same sources stays."""
    tree.build()
    assert tree.build(PATH=str(tree.folder / "nothing")) == (0, "", "")
    assert tree.extension.exists()
    tree.write("rules.hpp", "#pragma once\n")
    assert "there is no C++ compiler" in tree.build(PATH=str(tree.folder / "nothing")).errors
    assert not tree.extension.exists()


@needs_compiler
def test_an_error_of_the_compiler_is_one_line_and_details_are_in_the_log(tree: Tree) -> None:
    """The extension of the sources before the error is removed, so that nothing uses it by mistake."""
    tree.build()
    tree.write("broken.cpp", "this is not C++\n")
    done = tree.build()
    assert done.status == 0
    assert done.output == ""
    assert done.errors.endswith(f" fails, see build/native.log. {WITHOUT_IT}")
    assert done.errors.count("\n") == 1
    assert "broken.cpp:1:1: error:" in (tree.folder / "build" / "native.log").read_text(encoding="utf-8")
    assert tree.build("--required").status == 1
    assert [path.name for path in tree.extension.parent.iterdir()] == ["__init__.py"]


def test_a_compiler_that_cannot_run_is_one_line(tree: Tree) -> None:
    assert tree.build(CXX="false") == (
        0,
        "",
        f"The compiled kernel is not built: false --version fails. {WITHOUT_IT}",
    )


@needs_compiler
def test_it_compiles_in_a_folder_with_spaces_and_in_every_locale(tmp_path: Path) -> None:
    folder = tmp_path / "a folder, größer"
    folder.mkdir()
    tree = Tree(folder)
    assert tree.build(LC_ALL="tr_TR.UTF-8", LANGUAGE="tr").output.startswith("Compiled the kernel in ")


@needs_compiler
def test_two_builds_at_once_do_not_disturb_each_other(tree: Tree) -> None:
    command = [sys.executable, str(tree.native / "build.py"), "--required"]
    both = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(2)]
    assert [(build.communicate()[1], build.returncode) for build in both] == [(b"", 0), (b"", 0)]
    assert tree.build() == (0, "", "")
    assert sorted(path.name for path in tree.extension.parent.iterdir()) == ["__init__.py", NAME]
    assert [path.name for path in (tree.folder / "build").iterdir()] == ["native.log"]


@pytest.mark.skipif(not shutil.which("nm"), reason="there is no nm")
def test_the_kernel_has_no_static_constructors(native: ModuleType) -> None:
    """They would run when the file is loaded, before the module checks the processor."""
    assert "_GLOBAL__sub_I_" not in run("nm", str(native.__file__))


@needs_compiler
@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_the_kernel_compiles_without_warnings(compiler: str, tmp_path: Path) -> None:
    if not shutil.which(compiler):
        pytest.skip(f"there is no {compiler}")
    source = copy_sources(tmp_path / "source", ["native", "src"])
    run(sys.executable, source / "native" / "build.py", "--required", "--compiler", compiler)
    assert (source / "build" / "native.log").read_text(encoding="utf-8") == ""


def built(folder: Path, kind: str = "wheel", **variables: str) -> tuple[Path, str]:
    """Build a wheel or a source archive without the page; return it and what was printed."""
    source = folder / "source"
    if not source.exists():
        copy_sources(source)
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    environment = {name: value for name, value in os.environ.items() if name != "KINGDOM_BUILDER_KERNEL"} | variables
    done = subprocess.run(command, cwd=source, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [file] = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return file, done.stderr.removesuffix(f"{file}\n")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel with the kernel."""
    return built(tmp_path_factory.mktemp("wheel"))[0]


def pythons() -> list[str]:
    """Return this Python and later ones that are on the PATH or installed beside it."""
    found = {sys.version_info[:2]: sys.executable}
    for minor in range(11, 20):
        beside = sorted(Path(sys.base_prefix).parent.glob(f"*/bin/python3.{minor}"))
        for path in filter(None, [shutil.which(f"python3.{minor}"), *map(str, beside)]):
            works = subprocess.run([path, "-c", "import venv, ensurepip"], capture_output=True, check=False)
            if works.returncode == 0:
                found.setdefault((3, minor), path)
    return [found[version] for version in sorted(found)]


@needs_compiler
def test_a_wheel_has_the_kernel_for_all_pythons_and_is_at_most_a_megabyte_larger(wheel: Path) -> None:
    [tag] = parse_wheel_filename(wheel.name)[3]
    assert (tag.interpreter, tag.abi) == ("cp311", "abi3")
    assert tag.platform in platform_tags()
    with zipfile.ZipFile(wheel) as archive:
        assert archive.getinfo(IN_WHEEL).compress_size < MEGABYTE
        assert (
            "Root-Is-Purelib: false"
            in archive.read(next(name for name in archive.namelist() if name.endswith(".dist-info/WHEEL"))).decode()
        )
        assert not any("native/" in name or name.endswith((".cpp", ".hpp")) for name in archive.namelist())


@needs_compiler
def test_one_wheel_works_in_every_python(wheel: Path, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    code = "from kingdom_builder import kernel; print(kernel.native().__file__, kernel.status(), sep='\\n')"
    for number, python in enumerate(pythons()):
        folder = tmp_path / str(number)
        run(python, "-m", "venv", "--without-pip", folder)
        inside = folder / "bin" / "python"
        run(
            sys.executable, "-m", "pip", "--python", inside, "install", "--no-compile", "--no-index", "--no-deps", wheel
        )
        printed = run(inside, "-c", code, cwd=tmp_path, env={**environment, "KINGDOM_BUILDER_KERNEL": "on"})
        file, status = printed.splitlines()
        assert file.startswith(str(folder))
        assert status.startswith("compiled by ")
        version = run(folder / "bin" / "kingdom-builder", "--version", cwd=tmp_path, env=environment)
        assert version.endswith(f"kernel: {status}\n")


@pytest.mark.parametrize(
    ("variables", "reason"),
    [
        ({"CXX": "no-such-compiler"}, "no-such-compiler is not there"),
        ({"CXX": "false"}, "false --version fails"),
        ({"KINGDOM_BUILDER_KERNEL": "off"}, ""),
    ],
)
def test_without_a_compiler_the_wheel_is_pure(variables: dict[str, str], reason: str, tmp_path: Path) -> None:
    """An extension that lies in the sources does not get into it."""
    source = copy_sources(tmp_path / "source")
    (source / "src" / "kingdom_builder" / "kernel" / NAME).write_bytes(b"from other sources")
    file, printed = built(tmp_path, **variables)
    assert file.name.endswith("-py3-none-any.whl")
    assert IN_WHEEL not in zipfile.ZipFile(file).namelist()
    assert printed == (f"The compiled kernel is not built: {reason}. {WITHOUT_IT}" if reason else "")


@needs_compiler
def test_an_error_of_the_compiler_makes_a_pure_wheel(tmp_path: Path) -> None:
    source = copy_sources(tmp_path / "source")
    (source / "native" / "broken.cpp").write_text("this is not C++\n", encoding="utf-8")
    file, printed = built(tmp_path)
    assert file.name.endswith("-py3-none-any.whl")
    assert printed.endswith(f" fails, see build/native.log. {WITHOUT_IT}")
    assert printed.count("\n") == 1


def test_a_wheel_that_requires_the_kernel_is_not_built_without_a_compiler(tmp_path: Path) -> None:
    source = copy_sources(tmp_path / "source")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=source,
        env={**os.environ, "CXX": "no-such-compiler", "KINGDOM_BUILDER_KERNEL": "on"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == f"The compiled kernel is not built: no-such-compiler is not there. {WITHOUT_IT}"
    assert not list(tmp_path.glob("*.whl"))


def test_a_source_archive_has_the_sources_of_the_kernel_and_nothing_compiled(tmp_path: Path) -> None:
    source = copy_sources(tmp_path / "source")
    (source / "src" / "kingdom_builder" / "kernel" / NAME).write_bytes(b"compiled")
    file, _ = built(tmp_path, "sdist")
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "native").rglob("*.?pp")} <= names
    assert not any(name.endswith((".so", ".o")) for name in names)

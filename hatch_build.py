"""Builds the page and the compiled kernel into wheels, so that their users need neither Node nor a compiler.

Source archives contain the built page, and the sources of the kernel.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags


class PackageHook(BuildHookInterface[Any]):
    """Puts the built page and the compiled kernel into the package."""

    def dependencies(self) -> list[str]:
        """Return the Python package with Node, unless the Node on the PATH is new enough."""
        if not self._has_page_sources():
            return []
        page = self._script("frontend")
        return [] if page.node_on_path() else [page.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page and the kernel; an editable install uses those that `make` builds."""
        if version == "editable":
            return
        if self._has_page_sources():
            self._script("frontend").build()
        if self.target_name == "wheel" and os.environ.get("KINGDOM_BUILDER_KERNEL") != "off":
            self._add_kernel(build_data)

    def _has_page_sources(self) -> bool:
        """Return whether the page's sources are here: a source archive contains the built page instead."""
        return (Path(self.root) / "frontend" / "package.json").exists()

    def _add_kernel(self, build_data: dict[str, Any]) -> None:
        """Compile the kernel and add it to the wheel; if that fails, say so and leave the wheel pure."""
        native = self._script("native")
        try:
            extension, _ = native.build()
        except (native.BuildError, OSError) as error:
            if os.environ.get("KINGDOM_BUILDER_KERNEL") == "on":
                sys.exit(native.not_built(error))
            self.app.display_warning(native.not_built(error))
            return
        build_data["force_include"][str(extension)] = f"kingdom_builder/kernel/{extension.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{_platform_tag(native)}"

    def _script(self, folder: str) -> ModuleType:
        """Load `build.py` of a folder."""
        spec = importlib.util.spec_from_file_location(f"{folder}_build", Path(self.root) / folder / "build.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


def _platform_tag(native: ModuleType) -> str:
    """Return the tag of this system. Tags of manylinux promise more than a wheel that was built anywhere can hold."""
    if sys.platform == "darwin":
        return str(native.macos_tag())
    return next(tag for tag in platform_tags() if not tag.startswith(("manylinux", "musllinux")))

"""Builds the page when a wheel or a source archive is made, so that who installs one needs no Node."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "frontend"))


class PageHook(BuildHookInterface[Any]):
    """Puts the built page into the package."""

    def dependencies(self) -> list[str]:
        """Ask for a Node of our own where none on the PATH will do."""
        if not _to_build(self.root):
            return []
        import build

        return [] if build.node_on_path() else [build.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page; an editable install uses the one that `make page` builds."""
        if version != "editable" and _to_build(self.root):
            import build

            build.build()


def _to_build(root: str) -> bool:
    """Say whether there is something to build: a source archive has the built page and needs nothing."""
    return (Path(root) / "frontend" / "package.json").exists()

"""Builds the page into wheels and source archives, so that their users need no Node."""

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
        """Return the Python package with Node, unless the Node on the PATH is new enough."""
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
    """Return whether the page's sources are here: a source archive contains the built page instead."""
    return (Path(root) / "frontend" / "package.json").exists()

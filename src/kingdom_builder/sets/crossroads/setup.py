"""Crossroads in the set-up: one task for each of its sections (R2.15)."""

from __future__ import annotations

from kingdom_builder.sets.crossroads.tasks import TASKS
from kingdom_builder.sets.draft import Draft, Option, OptionKind

CHOOSE_TASKS = Option("tasks", OptionKind.NAMES, choices=tuple(task.id for task in TASKS))
_STREAM = 4


def prepare(draft: Draft) -> None:
    """Choose the tasks."""
    draft.tasks = draft.names("tasks", CHOOSE_TASKS.choices, draft.section_sets.count("crossroads"), _STREAM)

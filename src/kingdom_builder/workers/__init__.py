"""Supervised worker processes for the arena, training and the server. This package imports nothing of the project."""

from __future__ import annotations

from kingdom_builder.workers.pool import WorkerPool
from kingdom_builder.workers.process import (
    NO_LABEL,
    Failure,
    FailureKind,
    Label,
    Outcome,
    Report,
    StartError,
    TaskFailed,
    end_with_parent,
)

__all__ = [
    "NO_LABEL",
    "Failure",
    "FailureKind",
    "Label",
    "Outcome",
    "Report",
    "StartError",
    "TaskFailed",
    "WorkerPool",
    "end_with_parent",
]

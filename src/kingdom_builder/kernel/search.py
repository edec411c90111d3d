"""Evaluators and networks in the kernel, made from the tables of those in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from kingdom_builder.engine.actions.where import Where
from kingdom_builder.engine.position import Position
from kingdom_builder.kernel import native
from kingdom_builder.kernel.convert import ANYWHERE, Values, name_of
from kingdom_builder.kernel.games import Capsule

_WHERE = "where"
"""The name of all functions that return the hexes of a member of `Where`."""


class PayingSource(Protocol):
    """A source of gold: where one more piece would pay, and about how much gold."""

    @property
    def pays_at(self) -> Callable[[Position, int], int]:
        """Return the hexes where one more piece of a player would pay."""

    @property
    def piece_value(self) -> float:
        """Return about how much gold it would pay."""


class EvaluatorWithTables(Protocol):
    """An evaluator whose weights and features the kernel can take over."""

    def tables(self) -> tuple[Any, ...]:
        """Return weights and features as plain values."""


class NetworkWithLayers(Protocol):
    """A network whose numbers the kernel can take over."""

    @property
    def layers(self) -> tuple[Any, ...]:
        """Return its numbers as plain values."""


_known: WeakKeyDictionary[Any, tuple[Capsule, Capsule]] = WeakKeyDictionary()
_networks: WeakKeyDictionary[Any, Capsule] = WeakKeyDictionary()


def evaluator(setup: Capsule, of: EvaluatorWithTables) -> Capsule:
    """Return the same evaluator in the kernel; NotImplementedError if the kernel cannot evaluate such games."""
    known = _known.get(of)
    if known is None or known[0] is not setup:
        known = setup, native().evaluator(setup, _table_values(of.tables()))
        _known[of] = known
    return known[1]


def network(of: NetworkWithLayers) -> Capsule:
    """Return the same network in the kernel."""
    if of not in _networks:
        _networks[of] = native().network(tuple(of.layers))
    return _networks[of]


def _table_values(tables: tuple[Any, ...]) -> Values:
    *plain, paying, of_sets, gold_due = tables
    return (
        *plain,
        tuple([_source_values(source) for source in paying]),
        tuple([name_of(function) for function in of_sets]),
        tuple([name_of(function) for function in gold_due]),
    )


def _source_values(source: PayingSource) -> Values:
    for where in Where:
        if where.hexes is source.pays_at:
            return _WHERE, where.name, source.piece_value
    return name_of(source.pays_at), ANYWHERE, source.piece_value

"""What the operator's orders amount to: who is banned, what everybody is told, and whether the server drains."""

from __future__ import annotations

from dataclasses import dataclass, field

from kingdom_builder.store.bans import Ban, apply_order
from kingdom_builder.store.orders import Order, OrderKind
from kingdom_builder.table.responses import Notice


@dataclass
class Moderation:
    """The state after some orders."""

    bans: dict[str, Ban] = field(default_factory=dict)
    drained_at: float | None = None
    """When a server that drains stops at the latest; None if it does not drain."""
    _notice: Notice | None = None
    _notice_until: float | None = None

    def apply(self, order: Order) -> None:
        """Take an order into account."""
        apply_order(self.bans, order)
        value = order.value
        if order.kind is OrderKind.ANNOUNCE:
            self._notice = None if value["en"] is None else {"en": value["en"], "fr": value["fr"]}
            self._notice_until = value["until"]
        elif order.kind is OrderKind.DRAIN:
            self.drained_at = order.created_at + value["seconds"]
            self._notice, self._notice_until = {"en": value["en"], "fr": value["fr"]}, None

    def notice(self, now: float) -> Notice | None:
        """Return what everybody is told now."""
        return self._notice if self._notice_until is None or now < self._notice_until else None

"""Bans of people and addresses, as the operator's orders make and lift them."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

from kingdom_builder.store.orders import Order, OrderKind

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Ban:
    """A ban of a person or of an address until a time; None: until it is lifted."""

    target: str
    reason: str
    until: float | None

    def holds(self, now: float) -> bool:
        """Return whether the ban has not ended."""
        return self.until is None or now < self.until


def apply_order(bans: dict[str, Ban], order: Order) -> None:
    """Add the ban of an order, or remove the one that it lifts."""
    if order.kind is OrderKind.BAN:
        bans[order.value["target"]] = Ban(**order.value)
    elif order.kind is OrderKind.UNBAN:
        bans.pop(order.value["target"], None)


def find_ban(bans: Iterable[Ban], person: str | None, address: str, now: float) -> Ban | None:
    """Return the ban of a person or an address that holds; None if there is none.

    >>> find_ban([Ban("2001:db8::/64", "", None)], None, "2001:db8::7", 1.0)
    Ban(target='2001:db8::/64', reason='', until=None)
    """
    try:
        client = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        client = None
    if isinstance(client, ipaddress.IPv6Address) and client.ipv4_mapped is not None:
        client = client.ipv4_mapped
    for ban in bans:
        network = network_of(ban.target)
        is_meant = ban.target == person if network is None else client is not None and client in network
        if is_meant and ban.holds(now):
            return ban
    return None


def network_of(text: str) -> Network | None:
    """Return an address or a network; None if the text is neither. An IPv6 address stands for its /64 network.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("5f1c0a9e77b1")
    (IPv4Network('192.0.2.7/32'), IPv4Network('192.0.2.7/32'), None)
    >>> network_of("2001:db8::7"), network_of("2001:db8::/48")
    (IPv6Network('2001:db8::/64'), IPv6Network('2001:db8::/48'))
    """
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
    mapped = network.network_address.ipv4_mapped if isinstance(network, ipaddress.IPv6Network) else None
    if mapped is not None and network.prefixlen >= 96:
        return ipaddress.IPv4Network((mapped, network.prefixlen - 96), strict=False)
    return network.supernet(new_prefix=64) if network.version == 6 and "/" not in text else network

"""Which clients count as one for limits: an IPv4 address, or the /64 network of an IPv6 address."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any, cast

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

UNKNOWN = "unknown"
"""The key of clients without an address that can be read; they count as one."""


@lru_cache(maxsize=8192)
def address_key(host: str) -> str:
    """Return the key of a client's address.

    >>> address_key("192.0.2.7"), address_key("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    >>> address_key("2001:db8:0:1:a:b:c:d"), address_key("2001:db8:0:1::9"), address_key("somewhere")
    ('2001:db8:0:1::/64', '2001:db8:0:1::/64', 'unknown')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((address, 64), strict=False))


def trusted_proxies(setting: str) -> str:
    """Return the proxies of the setting, IPv4 addresses and networks also as a socket of IPv6 shows them.

    >>> trusted_proxies("127.0.0.1, 10.0.0.0/8, ::1")
    '127.0.0.1,::ffff:127.0.0.1,10.0.0.0/8,::ffff:10.0.0.0/104,::1'
    """
    found = []
    for proxy in (part.strip() for part in setting.split(",")):
        found.append(proxy)
        try:
            network = IPv4Network(proxy)
        except ValueError:
            continue
        length = f"/{96 + network.prefixlen}" if "/" in proxy else ""
        found.append(f"::ffff:{network.network_address}{length}")
    return ",".join(found)


def proxy_check(setting: str) -> Callable[[str], bool]:
    """Return the function that tells whether an address is that of a trusted proxy, as uvicorn reads the setting."""
    return ProxyHeadersMiddleware(cast(Any, None), trusted_proxies(setting)).trusted_hosts.__contains__


def network_key(key: str) -> str:
    """Return the network of an address: its /16 or, for IPv6, its /48; any other key stays as it is.

    >>> network_key("192.0.2.7"), network_key("2001:db8:0:1::/64"), network_key("a person")
    ('192.0', '2001:db8::/48', 'a person')
    """
    if key.endswith("/64"):
        return str(IPv6Network((key.removesuffix("/64"), 48), strict=False))
    parts = key.split(".")
    return ".".join(parts[:2]) if len(parts) == 4 else key

"""Limits: by address, person and table, in memory that is bounded."""

from __future__ import annotations

import pytest

from kingdom_builder.server.limit_settings import LimitSettings
from kingdom_builder.server.security.addresses import address_key
from kingdom_builder.server.security.limits import NETWORKS, OpenLimit, RateLimit
from kingdom_builder.server.security.server_limits import ServerLimits
from kingdom_builder.table.errors import Rejected


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def taken(limit: RateLimit, key: str, attempts: int) -> int:
    """Return how many of the attempts are allowed."""
    allowed = 0
    for _ in range(attempts):
        try:
            limit.take(key)
        except Rejected:
            continue
        allowed += 1
    return allowed


def test_a_key_may_use_its_burst_at_once_and_its_rate_after_it():
    clock = Clock()
    limit = RateLimit("test", 2.0, 10, clock=clock)
    assert taken(limit, "a", 50) == 10
    assert taken(limit, "b", 50) == 10, "keys are counted separately"
    clock.now += 3
    assert taken(limit, "a", 50) == 6
    clock.now += 1000
    assert taken(limit, "a", 50) == 10, "no more than the burst is saved"


def test_a_rejection_says_when_the_same_call_succeeds():
    clock = Clock()
    limit = RateLimit("test", 0.1, 1, clock=clock)
    limit.take("a")
    with pytest.raises(Rejected) as caught:
        limit.take("a")
    assert caught.value.code == "too_fast"
    assert caught.value.retry_after == pytest.approx(10)
    clock.now += caught.value.retry_after or 0
    limit.take("a")


def test_many_keys_give_nobody_a_new_allowance_and_the_memory_is_bounded():
    clock = Clock()
    limit = RateLimit("test", 1.0, 5, max_keys=2000, clock=clock)
    assert taken(limit, "10.1.0.1", 10) == 5
    for number in range(20_000):
        taken(limit, f"10.{2 + number // 65536}.{number // 256 % 256}.{number % 256}", 1)
    assert len(limit) <= 2000
    assert taken(limit, "10.1.0.1", 10) == 0
    clock.now += 6
    for number in range(3000):
        taken(limit, f"10.9.{number // 256}.{number % 256}", 1)
    assert len(limit) <= 2000, "buckets that are full again are forgotten"
    assert taken(limit, "10.1.0.1", 10) == 5


def test_keys_beyond_the_memory_share_a_bucket_with_their_network():
    limit = RateLimit("test", 1.0, 5, max_keys=10, clock=Clock())
    for number in range(10):
        limit.take(f"10.1.0.{number}")
    assert sum(taken(limit, f"10.2.{number}.1", 5) for number in range(50)) == 5
    assert sum(taken(limit, f"2001:db8:1:{number:x}::/64", 5) for number in range(50)) == 5
    assert taken(limit, "10.1.0.3", 10) == 4, "a key that is known keeps its own bucket"
    for number in range(5000):
        taken(limit, f"a person {number}", 1)
    assert len(limit) + len(limit._networks) <= 10 + NETWORKS


def test_one_ipv6_network_counts_as_one_address():
    limit = RateLimit("test", 1.0, 5, clock=Clock())
    assert sum(taken(limit, address_key(f"2001:db8:1:2::{number:x}"), 1) for number in range(100)) == 5
    assert taken(limit, address_key("2001:db8:1:3::1"), 10) == 5


def test_a_number_of_things_can_be_open_at_once():
    limit = OpenLimit("test", 2, message="Too many.")
    limit.enter("a")
    with limit.entered("a"):
        with pytest.raises(Rejected, match="Too many"):
            limit.enter("a")
        limit.enter("b")
    limit.enter("a")
    limit.leave("a")
    limit.leave("a")
    limit.leave("b")
    assert limit.counts() == {}


def test_every_limit_has_its_own_name():
    limits = list(vars(ServerLimits(LimitSettings.model_validate({}), connection_bound=1000)).values())
    assert all(isinstance(limit, RateLimit | OpenLimit) for limit in limits)
    assert len({limit.name for limit in limits}) == len(limits)

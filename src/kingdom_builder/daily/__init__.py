"""The daily challenge: one set-up, deck and opponent for each date, the same in every installation (docs/daily.md)."""

from kingdom_builder.daily.bot import BOT, BOT_LEVEL, DailyBot, daily_bot, plan_seed
from kingdom_builder.daily.challenge import FIRST_DAY, Challenge, challenge_of, day_of
from kingdom_builder.daily.result import BOT_SEAT, PLAYER_SEAT, Result, result_of, share_lines, share_text

__all__ = [
    "BOT",
    "BOT_LEVEL",
    "BOT_SEAT",
    "FIRST_DAY",
    "PLAYER_SEAT",
    "Challenge",
    "DailyBot",
    "Result",
    "challenge_of",
    "daily_bot",
    "day_of",
    "plan_seed",
    "result_of",
    "share_lines",
    "share_text",
]

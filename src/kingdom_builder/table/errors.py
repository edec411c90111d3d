"""Why a command is rejected: a code for programs and a sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom_builder.engine.problems import InputError

if TYPE_CHECKING:
    from kingdom_builder.table.messages import ErrorDetail, Reason, Sentence


class UnfitEvent(InputError):  # noqa: N818 - it is the event that does not fit
    """A stored event does not fit the rules; the message names the move for people."""


class Rejected(Exception):  # noqa: N818 - the word of the protocol
    """A command was rejected and nothing has changed."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        sentence: Sentence | None = None,
        reason: Reason | None = None,
        seq: int | None = None,
        retry_after: float | None = None,
    ) -> None:
        """Reject; `sentence` is the message as a text; `seq` is the table's number where the sender's is stale.

        `retry_after` are the seconds after which the same message may succeed.
        """
        super().__init__(message)
        self.code = code
        self.message = message
        self.sentence = sentence
        self.reason = reason
        self.seq = seq
        self.retry_after = retry_after

    def to_message(self) -> ErrorDetail:
        """Return the error message for the sender."""
        return {
            "code": self.code,
            "message": self.message,
            "sentence": self.sentence,
            "reason": self.reason,
            "seq": self.seq,
        }

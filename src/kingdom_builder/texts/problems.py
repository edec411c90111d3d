"""What is wrong with an input, in the reader's language."""

from __future__ import annotations

from kingdom_builder.engine.problems import InputError
from kingdom_builder.texts.catalogue import Catalogue, Sentence
from kingdom_builder.texts.sentences import sentence


def problem_sentence(error: InputError) -> Sentence:
    """Return the sentence for an error that contains no other error.

    >>> from kingdom_builder.sets.problems import SetupError, SetupProblem
    >>> problem_sentence(SetupError(SetupProblem.WRONG_PLAYERS, players=9))
    {'key': 'problem.wrong_players', 'params': {'players': 9}}
    """
    return sentence(f"problem.{error.problem.code}", **error.params)


def problem_text(texts: Catalogue, error: Exception) -> str:
    """Return what an error says in a language; an error without a problem says it in English.

    >>> from kingdom_builder.sets.problems import RecordError, RecordProblem
    >>> from kingdom_builder.texts.catalogue import catalogue
    >>> inner = RecordError(RecordProblem.NO_LINE, key="seeds")
    >>> problem_text(catalogue("en"), RecordError(RecordProblem.UNREADABLE_ANSWER, n=3, error=inner))
    "answer 3: there is no line 'seeds:'"
    """
    if not isinstance(error, InputError):
        return str(error)
    params = {
        name: problem_text(texts, value) if isinstance(value, Exception) else value
        for name, value in error.params.items()
    }
    return texts.format(f"problem.{error.problem.code}", **params)

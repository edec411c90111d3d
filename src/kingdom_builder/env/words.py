"""A question in words and answers read from text, for language models (docs/research.md)."""

from __future__ import annotations

import re

from kingdom_builder.engine.game import Game
from kingdom_builder.engine.question import IllegalAnswer, illegal_answer
from kingdom_builder.engine.view import View, whole_game
from kingdom_builder.library.answer import read_answer
from kingdom_builder.library.game import Game as LibraryGame
from kingdom_builder.library.view import View as LibraryView
from kingdom_builder.render.text import OWNERS, legend, short_name
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.texts import sentences
from kingdom_builder.texts.catalogue import catalogue
from kingdom_builder.texts.problems import problem_text

LANGUAGE = "en"
_MARKED = re.compile(r"\banswer\s*[:=]\s*(.*)", re.IGNORECASE)
_LONGEST_WORD = 60
"""More characters than any answer has; an error repeats no more of a text."""
_DECORATION = " \t*_`'\".!"


def introduction(view: View) -> str:
    """Return what does not change in a game: who the seat is, the cards, the locations, the signs of the map."""
    setup = view.setup_view
    say = catalogue(LANGUAGE)
    cards = [f"- {say.format(f'card.{name}.name')}: {say.format(f'card.{name}.line')}" for name in _sources(view)]
    kinds = sorted({answer_name(kind) for kind in setup.board.location_at.values()})
    tiles = [
        f"- {short_name(name)} = {say.name(sentences.tile_name(name))}: {say.name(sentences.tile_line(name))}"
        for name in kinds
    ]
    found = legend(whole_game(view))
    signs = ", ".join(f"{letter} {name}" for letter, name in (*found.terrains, *found.specials))
    return "\n".join(
        (
            f"You play Kingdom Builder with {setup.players} players. You are {OWNERS[view.seat]}, seat {view.seat}. "
            "The player with the most gold at the end wins.",
            "What pays gold:",
            *cards,
            "Locations on the map, and what their tiles do:",
            *tiles,
            f"Signs of the map: {signs}. A letter after a sign is the owner of the settlement there. "
            "Odd rows begin at the left edge, even rows half a hex further to the right.",
        )
    )


def question_text(view: View) -> str:
    """Return the board, the cards and players, what is asked, and the legal answers by name."""
    state = LibraryView(view).to_text()
    question = view.question
    if question is None:
        return state
    say = catalogue(LANGUAGE)
    asked = " ".join(say.say(sentence) for sentence in sentences.question_sentences(question))
    options = [f"- {name} ({say.name(sentences.option_name(name))})" for name in map(answer_name, question.options)]
    hexes = [answer_name(answer) for answer in view.legal_answers() if answer not in question.options]
    lines = [state, f"Question to you: {asked}", "Legal answers:"]
    lines += [f"- a hex: {', '.join(hexes)}"] if hexes else []
    return "\n".join((*lines, *options))


def read_text(text: str, view: View) -> int:
    """Return the number of the legal answer that a text gives; raise ValueError that says what is wrong with it.

    The answer is what follows the last `Answer:`, or else the last line: a name such as `e5` or `end_turn`.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise ValueError("there is no answer: write one of the legal answers, such as `Answer: e5`")
    marked = _MARKED.findall(text)
    word = (marked[-1] if marked else lines[-1]).strip(_DECORATION)[:_LONGEST_WORD].lower()
    plain = word.encode("ascii", "replace").decode()  # names have no other letters, and an error repeats the word
    try:
        answer = read_answer("_".join(plain.split()))
        if answer not in view.legal_answers():
            raise illegal_answer(whole_game(view), answer)
    except IllegalAnswer as error:
        raise ValueError(_why(view, error)) from None
    return answer


def _why(view: View, error: IllegalAnswer) -> str:
    say = catalogue(LANGUAGE)
    text = problem_text(say, error)
    if error.reason is None:
        return text
    return f"{text}: {say.say(sentences.reason_sentence(error.reason, view.seat, view.question), OWNERS)}"


def _sources(view: View) -> list[str]:
    """Return the cards, tasks and other things that pay gold in this game."""
    setup = view.setup_view
    paying = [line.source for line in view.score(view.seat) if line.source != "in_game"]
    return list(dict.fromkeys((*setup.cards, *setup.tasks, *paying)))


def state_text(game: Game) -> str:
    """Return a whole game in words, with all hands."""
    return LibraryGame(game).to_text()

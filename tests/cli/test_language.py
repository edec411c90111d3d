"""The commands in French, and how the language is chosen."""

from __future__ import annotations

import json
import random
import re

import pytest

from kingdom_builder import cli
from kingdom_builder.cli.words import system_language
from kingdom_builder.engine.answers import END_TURN, FIRST_OPTION
from kingdom_builder.game import new_first_game, new_game
from kingdom_builder.sets.registry import REGISTRY, answer_name
from kingdom_builder.setup.builder import ALL_SETS
from tests.cli.running import Command
from tests.drawing import table
from tests.random_play import random_answers

GAME = ("play", "--first-game", "--seed", "5", "--start", "0", "--language", "fr")
ENGLISH = re.compile(r"\b(the|you|your|settlements?|build|turn|next|piece|tile|gold|player|hex)\b", re.IGNORECASE)


def test_a_game_is_in_french(command: Command) -> None:
    """Cards, questions, reasons, help and results are in French; what is typed stays the same."""
    out = command(*GAME, stdin="help\ncards\ntiles\nwhy d4\nend\nfoo\nundo\nwhy foo\nsave\nd4\nend_turn\n").out
    for words in (
        "Tapez help pour voir les commandes.",
        "Chevaliers\u00a0: 2 points pour chacune de vos cités",
        "Votre carte\u00a0: Forêt. Construisez 3 cités dans la forêt.",
        "d4\u00a0: On ne place jamais rien sur un château. (Règle\u00a0: ",
        "foo n’est ni une case",
        "Il n’y a rien à annuler",
        "end_turn n’est pas proposé maintenant.",
        "L’entrée est terminée",
    ):
        assert words in out
    assert "Joueur 2 B (greedy)" in out
    typed_in_english = ("undo turn", "kingdom-builder play --load")
    for line in out.splitlines():
        assert not ENGLISH.search(re.sub("|".join(typed_in_english), "", line).replace("end_turn", "")), line


def test_an_option_can_be_named_in_french(command: Command) -> None:
    """Its first letters are enough, without capitals."""
    game = new_first_game(5, start=0)
    typed = []
    while END_TURN not in game.legal()[1]:
        typed.append(answer_name(game.legal_answers()[0]))
        game.play(game.legal_answers()[0])
    out = command(*GAME, stdin="\n".join([*typed, "terminer"])).out
    assert "Tour 3" in out


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_with_every_set_is_played_in_french(command: Command, seed: int) -> None:
    """No question, option or result lacks its text."""
    game = new_game(seed, players=2, sets=ALL_SETS)
    typed = []
    for answer in random_answers(game, random.Random(seed)):
        typed.append(answer_name(answer))
        game.play(answer)
    arguments = ("--seed", str(seed), "--sets", "all", "--seats", "me,me", "--language", "fr")
    ran = command("play", *arguments, stdin="\n".join(typed))
    assert (ran.status, ran.err) == (0, "")
    assert "La partie est terminée. Victoire" in ran.out
    said = ran.out[ran.out.index("Tour 1") :]
    names = "|".join(
        answer_name(option) for option in range(FIRST_OPTION, FIRST_OPTION + len(REGISTRY.option_names.values()))
    )
    for line in said.splitlines():
        assert not ENGLISH.search(re.sub(rf"^(> |  )({names})\b", "", line)), line


def test_the_other_commands_are_in_french(command: Command) -> None:
    """A set-up, a score, legal hexes, a replay and an analysis."""
    setup = command("new", "--seed", "5", "--sets", "all", "--language", "fr").out
    assert "graine 5\u00a0: 2 joueurs" in setup
    assert "en haut à gauche" in setup
    text = table("G0 G T", terrain="grass").to_position()
    assert "Châteaux" in command("score", "-", "--language", "fr", stdin=text).out
    ran = command("legal", "-", "--action", "tavern", "--json", "--language", "fr", stdin=text)
    assert json.loads(ran.out)["why_not"].startswith("La case doit prolonger une ligne droite")
    assert "Tour\u00a0: b1" in command("legal", "-", "--action", "tower", "--language", "fr", stdin=text).out
    game = new_first_game(3)
    game.play(game.legal_answers()[0])
    record = game.to_record()
    assert "après la réponse 1, tour 1" in command("replay", "-", "--language", "fr", stdin=record).out
    found = command("analyse", "-", "--budget", "200e", "--best", "1", "--games", "0", "--language", "fr", stdin=record)
    assert re.match(r"À joueur \d de jouer\u00a0:\n1\. .* \(avance de ", found.out)


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CA.UTF-8"}, "fr"),
        ({}, "en"),
    ],
)
def test_the_language_comes_from_the_locale(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    """The variables that every program reads decide, the stronger first."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


COMMANDS = (
    *((command.__name__.rpartition(".")[2],) for command in cli.COMMANDS),
    *(("sections", name) for name in ("show", "check", "statistics")),
    *(("games", name) for name in ("export", "import")),
)


@pytest.mark.parametrize("name", [(), *COMMANDS], ids=" ".join)
def test_help_is_in_french(command: Command, name: tuple[str, ...]) -> None:
    """Every command explains itself and its options in French; names that are typed stay the same."""
    ran = command(*name, "--help", "--language", "fr")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("utilisation\u00a0: kingdom-builder")
    assert "afficher cette aide et quitter" in ran.out
    assert not re.search(r"\b(the|your?|of|with|and|default|which|how|expected)\b", ran.out), ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["score", "no-such-file.json"], "no-such-file.json\u00a0: ce fichier ou dossier n’existe pas"),
        (["score", "/"], "c’est un dossier"),
        (["score"], "il manque les arguments suivants\u00a0: FICHIER"),
        (["legal", "-", "--action", "fly"], "'fly' n’est pas une action"),
        (["legal", "-", "--action", "farm", "--from", "z9"], "'z9' n’est pas une case"),
        (["new", "--players", "two"], "'two' n’est pas un nombre entier"),
        (["new", "--first-game", "--cards", "lords"], "--first-game fixe la mise en place"),
        (["new", "--svg", "--json"], "impossible avec l’argument --svg"),
        (["analyse", "-", "--budget", "5"], "'5' n’est pas un budget"),
        (["simulate", "--bots", "random,random,random"], "3 bots pour 2 joueurs"),
        (["simulate", "--bots", "clever"], "'clever' n’est pas un bot"),
        (["simulate", "--games", "0"], "il faut au moins 1"),
        (["arena", "--merge", "a.jsonl", "--games", "3"], "--merge ne joue rien, --games ne peut donc pas"),
        (["arena", "--turn-seconds", "long"], "ce n’est pas une valeur float\u00a0: 'long'"),
        (["play", "--seats", "me"], "1 pour 2 joueurs"),
        (["train"], "il manque les arguments suivants\u00a0: DOSSIER"),
        (["dance"], "choix impossible\u00a0: 'dance'"),
    ],
)
def test_errors_of_the_command_line_are_in_french(command: Command, arguments: list[str], words: str) -> None:
    """Each error is one line, with exit status 2."""
    ran = command(*arguments, "--language", "fr")
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert words in ran.err


def test_sections_are_in_french(command: Command) -> None:
    """The list, a section, a check and the statistics have their headings in French."""
    assert "base, fiabilité du plan\u00a0: très bonne" in command("sections", "--language", "fr").out
    shown = command("sections", "show", "farm", "--turned", "--language", "fr").out
    assert shown.startswith("Ferme (base), tournée")
    assert "\nlieux\u00a0: Ferme\nfiabilité\u00a0: très bonne\n" in shown
    text = "\n".join(["name: plain", "set: base", "confidence: high", "source: mine", "map:", *["G" * 10] * 10])
    checked = command("sections", "check", "-", "--language", "fr", stdin=text).out
    assert "on ne sait rien d’une section imprimée de ce nom" in checked
    assert "aucune erreur" in checked
    assert "pour les sections connues par une image" in command("sections", "statistics", "--language", "fr").out


def test_a_language_without_texts_is_refused(command: Command) -> None:
    """The languages that there are get named."""
    ran = command("play", "--language", "de")
    assert ran.status == 2
    assert "'de'" in ran.err

"""A language model plays a game in words. The model here is a script without any network: replace `scripted_model`.

python examples/language_agent.py --opponent random --seed 1
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable

import gymnasium

Message = dict[str, str]
Model = Callable[[list[Message]], str]
"""Returns the text that follows a conversation, as the chat interfaces of language models do."""

SYSTEM = "You are a strong player. Think in one or two sentences, then write your choice as `Answer: NAME`."


def scripted_model(seed: int) -> Model:
    """Return a model that reads the question as a language model would, and sometimes writes what cannot be read."""
    chance = random.Random(seed)

    def reply(messages: list[Message]) -> str:
        question = messages[-1]["content"]
        hexes = re.findall(r"^- a hex: (.*)$", question, re.MULTILINE)
        options = re.findall(r"^- (\w[\w:]*) \(", question, re.MULTILINE)
        if chance.random() < 0.05:
            return "I would like to build on the moon."
        tiles = [name for name in options if name != "end_turn"]
        choices = tiles or (hexes[0].split(", ") if hexes else options)
        return f"I compare {len(choices)} answers.\nAnswer: {chance.choice(choices)}"

    return reply


def play(model: Model, opponent: str, seed: int) -> tuple[list[int], float, int, int]:
    """Play a game; return the scores, the reward, the number of answers and that of texts that were not played."""
    env = gymnasium.make("kingdom_builder.env:KingdomBuilderText-v0", opponents=opponent, attempts=5)
    question, info = env.reset(seed=seed)
    system = {"role": "system", "content": f"{SYSTEM}\n\n{question}"}
    answers = failed = 0
    ended, reward = False, 0.0
    while not ended:
        text = model([system, {"role": "user", "content": question}])
        question, gain, ended, _, info = env.step(text)
        reward += float(gain)
        answers += 1
        failed += "error" in info
    return info.get("scores", []), reward, answers, failed


def main() -> None:
    """Play a game and print how it ended."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--opponent", default="random", help="the bot to play against")
    parser.add_argument("--seed", type=int, default=1, help="of the random numbers")
    given = parser.parse_args()
    scores, reward, answers, failed = play(scripted_model(given.seed), given.opponent, given.seed)
    print(f"scores {scores}, reward {reward:+.1f}: {answers} texts, {failed} of them were not played")


if __name__ == "__main__":
    main()

"""Compare models for what the linear evaluation misses: how much of it they explain, and how long they take.

    kingdom-builder train build/network --network 2000 --seed 951
    python benchmarks/models.py build/network/valued.jsonl

All models get the inputs of the network and the same games, and are fitted to the differences between turns of one
position (arena/valued_inputs.py). Printed are the variance that they explain in the games that are held out, its part
of what the best of them explains, and the CPU time for a position, computed in batches.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from kingdom_builder.arena.fit_network import fit_perceptron
from kingdom_builder.arena.valued_inputs import Batch, Inputs, errors_of, read_inputs, slopes_of
from kingdom_builder.arena.valued_turns import Numbers

Model = Callable[[Numbers], Numbers]

RIDGE = 300.0
"""How strongly the weights of the linear and the quadratic model are held near 0."""

PRODUCTS_OF = 48
"""Of how many inputs the quadratic model has squares and products: those with the largest weights in the linear one."""

TREES = {"learning_rate": 0.05, "num_leaves": 15, "min_data_in_leaf": 1000, "lambda_l2": 20.0, "feature_fraction": 0.5}
ROUNDS_OF_TREES = 1000


def ridge(inputs: Callable[[Numbers], Numbers], data: Inputs) -> Model:
    """Return a model that is linear in some functions of the inputs."""
    squares: Numbers | None = None
    for begin in range(0, len(data.fitted), 64):
        batch = data.batch(data.fitted[begin : begin + 64])
        rows = inputs(batch.inputs)
        pairs = rows.reshape(-1, 2, rows.shape[1]) * batch.scale[:, :, None]
        difference = np.column_stack([pairs[:, 0] - pairs[:, 1], batch.missing])
        means = np.zeros((batch.positions, difference.shape[1]), np.float32)
        np.add.at(means, batch.position, difference)
        means /= np.bincount(batch.position, minlength=batch.positions)[:, None]
        difference -= means[batch.position]
        squares = difference.T @ difference if squares is None else squares + difference.T @ difference
    assert squares is not None
    weights = np.linalg.solve(squares[:-1, :-1] + RIDGE * np.eye(len(squares) - 1), squares[:-1, -1]).astype(np.float32)
    return lambda rows: inputs(rows) @ weights


def with_products(data: Inputs) -> Callable[[Numbers], Numbers]:
    """Return a function that adds squares and products of the inputs that matter most to them."""
    unit = np.eye(len(data.columns), dtype=np.float32)
    chosen = np.argsort(-np.abs(ridge(lambda rows: rows, data)(unit)))[:PRODUCTS_OF]
    first, second = np.triu_indices(len(chosen))
    return lambda rows: np.column_stack([rows, rows[:, chosen[first]] * rows[:, chosen[second]]])


def boosted_trees(data: Inputs) -> Model:
    """Return boosted trees, fitted with the loss of the network."""
    import lightgbm

    whole: Batch = data.batch(data.fitted)
    curvature = (whole.scale**2 + 1e-3).reshape(-1)

    def slopes(results: Numbers, _: object) -> tuple[Numbers, Numbers]:
        errors = errors_of(results.astype(np.float32), whole)
        return slopes_of(errors, whole) * (errors.counts - 1).sum() / 2, curvature

    options = {**TREES, "objective": slopes, "verbosity": -1, "seed": 1, "deterministic": True, "force_row_wise": True}
    trees = lightgbm.train(options, lightgbm.Dataset(whole.inputs), ROUNDS_OF_TREES)
    return lambda rows: np.asarray(trees.predict(rows, num_threads=1), np.float32)


def microseconds(model: Model, data: Inputs) -> float:
    """Return the CPU time for a position: one row of inputs."""
    rows = np.concatenate([data.batch([game]).inputs for game in data.held_out[:20]])
    model(rows)
    begun = time.process_time()
    model(rows)
    return 1e6 * (time.process_time() - begun) / len(rows)


def main() -> None:
    """Print a row for each model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="valued turns, as kingdom-builder train --network writes them")
    data = read_inputs(parser.parse_args().file)
    before = data.unexplained(lambda rows: np.zeros(len(rows), np.float32))
    network = fit_perceptron(data)
    models: dict[str, Model] = {
        "linear in the inputs of the network": ridge(lambda rows: rows, data),
        f"quadratic: with the products of {PRODUCTS_OF} inputs": ridge(with_products(data), data),
        f"{ROUNDS_OF_TREES} boosted trees of {TREES['num_leaves']} leaves": boosted_trees(data),
        "network": lambda rows: network.output(rows)[0],
    }
    explained = {name: before - data.unexplained(model) for name, model in models.items()}
    most = max(explained.values())
    print(f"{data.games} games, {sum(len(game.missing) for game in data.held_out)} turns held out")
    print(f"the linear evaluation leaves a variance of {before:.3f} gold² between turns of one position")
    print("| model | explained of it | part of the best | µs a position |")
    print("| --- | --- | --- | --- |")
    for name, model in models.items():
        gold = explained[name]
        print(f"| {name} | {gold:.3f} | {gold / most:.0%} | {microseconds(model, data):.1f} |")


if __name__ == "__main__":
    main()

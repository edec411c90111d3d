// Games whose cards the caller draws, for the chance nodes of a game tree (env/chance_history.py).
//
// The result is a Game, or (the pile of the next card, the number of piles so far) if there are too few cards.
#pragma once
#include "python.hpp"

namespace kb {

// Begin a game with these cards: (set-up, cards).
PyObject *deal(PyObject *module, PyObject *args);
// The game after an answer that draws these cards: (answer, cards).
PyObject *game_after(PyObject *game, PyObject *args);

}  // namespace kb

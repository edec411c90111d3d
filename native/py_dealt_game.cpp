// Games whose cards the caller draws.
#include "py_dealt_game.hpp"

#include "convert.hpp"
#include "game.hpp"
#include "py_game.hpp"

namespace kb {

namespace {

// The game if all cards that it needed were dealt, else (the pile of the next card, the number of piles so far).
PyObject *dealt_game(GameObject *game, const ScriptedDealer &dealer) {
    game->position->dealer = nullptr;
    if (dealer.needed) {
        Py_DECREF(game);
        return Py_BuildValue("(y#i)", dealer.pile.cards, Py_ssize_t(dealer.pile.size), dealer.shuffle);
    }
    if (game->position->failed || dealer.next != dealer.count) {
        Py_DECREF(game);
        PyErr_SetString(PyExc_ValueError, "these cards cannot be drawn");
        return nullptr;
    }
    return reinterpret_cast<PyObject *>(game);
}

ScriptedDealer new_dealer(const char *cards, Py_ssize_t count) {
    ScriptedDealer dealer = {};
    dealer.dealt = reinterpret_cast<const uint8_t *>(cards);
    dealer.count = int(count);
    return dealer;
}

}  // namespace

PyObject *deal(PyObject *, PyObject *args) {
    PyObject *capsule;
    const char *cards;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "Oy#", &capsule, &cards, &count)) return nullptr;
    const Setup *setup = setup_in(capsule);
    GameObject *game = setup ? new_game_object(capsule) : nullptr;
    if (!game) return nullptr;
    ScriptedDealer dealer = new_dealer(cards, count);
    begin_game(*game->position, *setup, 0, &dealer);
    return dealt_game(game, dealer);
}

PyObject *game_after(PyObject *object, PyObject *args) {
    int answer;
    const char *cards;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "iy#", &answer, &cards, &count)) return nullptr;
    GameObject *before = game_of(object);
    const LegalAnswers *legal = legal_of(before);
    if (!legal) return nullptr;
    if (!is_legal(*legal, answer)) {
        PyErr_Format(PyExc_ValueError, "the answer %d is not legal", answer);
        return nullptr;
    }
    GameObject *game = new_game_object(before->setup);
    if (!game) return nullptr;
    before->position->copy_to(*game->position);
    ScriptedDealer dealer = new_dealer(cards, count);
    game->position->dealer = &dealer;
    play(*game->position, answer);
    return dealt_game(game, dealer);
}

}  // namespace kb

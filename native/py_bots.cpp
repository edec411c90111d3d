// Bots and games between bots for Python. Long calls release the GIL.
#include "py_bots.hpp"

#include "convert.hpp"
#include "greedy.hpp"
#include "py_game.hpp"
#include "random_bot.hpp"
#include "view.hpp"

namespace kb {
namespace {

// The game object in an argument; nullptr with an exception set if it is none, or not usable.
GameObject *game_in(PyObject *object) {
    if (Py_TYPE(object) != game_type) {
        PyErr_SetString(PyExc_TypeError, "expected a game of the kernel");
        return nullptr;
    }
    auto *game = reinterpret_cast<GameObject *>(object);
    return is_usable(game) ? game : nullptr;
}

bool is_seat(const Position &pos, int seat) {
    if (seat >= 0 && seat < pos.player_count()) return true;
    PyErr_Format(PyExc_ValueError, "there is no seat %d", seat);
    return false;
}

PyObject *limit_reached() {
    PyErr_SetString(PyExc_NotImplementedError, "the game has reached a limit of the kernel");
    return nullptr;
}

// sample(game, seat, seed): replace all cards that are hidden from the seat, as View.sample does.
PyObject *sample_game(PyObject *, PyObject *args) {
    PyObject *object;
    int seat;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "OiK", &object, &seat, &seed)) return nullptr;
    GameObject *game = game_in(object);
    if (!game || !is_seat(*game->position, seat)) return nullptr;
    sample(*game->position, seat, seed);
    game->legal_known = false;
    Py_RETURN_NONE;
}

PyObject *write_cards(const uint8_t *cards, int count) {
    return PyBytes_FromStringAndSize(reinterpret_cast<const char *>(cards), count);
}

PyObject *write_pile(const Pile &pile) { return write_cards(pile.cards, pile.size); }

// cards(game): the seed of the deck, its piles and how often it was shuffled, and the hands.
PyObject *cards(PyObject *, PyObject *object) {
    GameObject *game = game_in(object);
    if (!game) return nullptr;
    const Position &pos = *game->position;
    const Deck &deck = pos.deck;
    PyObject *hands = PyTuple_New(pos.player_count());
    for (int i = 0; hands && i < pos.player_count(); i++)
        PyTuple_SetItem(hands, i, write_cards(pos.players[i].hand, pos.players[i].hand_size));
    return Py_BuildValue("(KNNNiN)", static_cast<unsigned long long>(pos.deck_seed), write_pile(deck.draw),
                         write_pile(deck.discard), write_pile(deck.removed), int(deck.shuffles), hands);
}

// greedy(game, seat): the answers that lead to the best score, in legal order.
PyObject *greedy(PyObject *, PyObject *args) {
    PyObject *object;
    int seat;
    if (!PyArg_ParseTuple(args, "Oi", &object, &seat)) return nullptr;
    GameObject *game = game_in(object);
    if (!game || !is_seat(*game->position, seat)) return nullptr;
    Position position;
    game->position->copy_to(position);
    std::vector<int> best;
    bool failed = false;
    Py_BEGIN_ALLOW_THREADS
    best = greedy_best(position, seat, failed);
    Py_END_ALLOW_THREADS
    if (failed) return limit_reached();
    PyObject *found = PyList_New(Py_ssize_t(best.size()));
    for (size_t i = 0; found && i < best.size(); i++) PyList_SetItem(found, Py_ssize_t(i), PyLong_FromLong(best[i]));
    return found;
}

// random_bots(setup, seed of the deck, seeds of the bots): the decisions, the turns and the scores of a whole game.
PyObject *random_bots(PyObject *, PyObject *args) {
    PyObject *capsule, *seeds;
    unsigned long long deck_seed;
    if (!PyArg_ParseTuple(args, "OKO", &capsule, &deck_seed, &seeds)) return nullptr;
    const Setup *setup = setup_in(capsule);
    if (!setup) return nullptr;
    if (!PyTuple_Check(seeds) || PyTuple_Size(seeds) != setup->players) {
        PyErr_SetString(PyExc_ValueError, "expected a tuple with a seed for each player");
        return nullptr;
    }
    std::vector<PythonRandom> bots;
    for (int i = 0; i < setup->players; i++) {
        uint64_t seed = PyLong_AsUnsignedLongLong(PyTuple_GetItem(seeds, i));
        if (PyErr_Occurred()) return nullptr;
        bots.emplace_back(seed);
    }
    Position position;
    long decisions;
    Py_BEGIN_ALLOW_THREADS
    begin_game(position, *setup, deck_seed);
    decisions = play_random_bots(position, bots.data());
    Py_END_ALLOW_THREADS
    if (position.failed) return limit_reached();
    PyObject *scores = PyList_New(setup->players);
    for (int seat = 0; scores && seat < setup->players; seat++)
        PyList_SetItem(scores, seat, PyLong_FromLong(total(position, seat)));
    return Py_BuildValue("(liN)", decisions, int(position.turn), scores);
}

PyMethodDef functions[] = {
    {"sample", sample_game, METH_VARARGS, nullptr},
    {"cards", cards, METH_O, nullptr},
    {"greedy", greedy, METH_VARARGS, nullptr},
    {"random_bots", random_bots, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool add_bots(PyObject *module) { return PyModule_AddFunctions(module, functions) == 0; }

}  // namespace kb

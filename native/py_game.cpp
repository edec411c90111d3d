// The type Game of the Python module.
#include "py_game.hpp"

#include <new>

#include "buffer.hpp"
#include "convert.hpp"
#include "py_dealt_game.hpp"
#include "row.hpp"

namespace kb {

PyTypeObject *game_type;

bool is_usable(const GameObject *game) {
    if (game->position->failed)
        PyErr_SetString(PyExc_NotImplementedError, "the game has reached a limit of the kernel");
    return !game->position->failed;
}

const LegalAnswers *legal_of(GameObject *game) {
    if (!is_usable(game)) return nullptr;
    if (!game->legal_known) {
        find_legal(*game->position, *game->legal);
        game->legal_known = true;
    }
    return game->legal;
}

GameObject *new_game_object(PyObject *setup) {
    auto *game = reinterpret_cast<GameObject *>(PyType_GenericAlloc(game_type, 0));
    if (!game) return nullptr;
    game->setup = Py_NewRef(setup);
    game->position = new (std::nothrow) Position;
    game->legal = new (std::nothrow) LegalAnswers;
    game->legal_known = false;
    if (!game->position || !game->legal) {
        Py_DECREF(game);
        PyErr_NoMemory();
        return nullptr;
    }
    return game;
}

namespace {

void game_dealloc(PyObject *object) {
    GameObject *game = game_of(object);
    delete game->position;
    delete game->legal;
    Py_XDECREF(game->setup);
    PyTypeObject *type = Py_TYPE(object);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

PyObject *begin(PyObject *, PyObject *args) {
    PyObject *capsule, *number;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &number)) return nullptr;
    const Setup *setup = setup_in(capsule);
    if (!setup) return nullptr;
    uint64_t seed = PyLong_AsUnsignedLongLong(number);
    if (PyErr_Occurred()) return nullptr;
    GameObject *game = new_game_object(capsule);
    if (game) begin_game(*game->position, *setup, seed);
    return reinterpret_cast<PyObject *>(game);
}

PyObject *load(PyObject *, PyObject *args) {
    PyObject *capsule, *values;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &values)) return nullptr;
    const Setup *setup = setup_in(capsule);
    if (!setup) return nullptr;
    GameObject *game = new_game_object(capsule);
    if (game && !read_position(values, *setup, *game->position)) {
        Py_DECREF(game);
        return nullptr;
    }
    return reinterpret_cast<PyObject *>(game);
}

PyObject *game_copy(PyObject *object, PyObject *) {
    GameObject *game = game_of(object), *copy = new_game_object(game->setup);
    if (copy) game->position->copy_to(*copy->position);
    return reinterpret_cast<PyObject *>(copy);
}

PyObject *game_play(PyObject *object, PyObject *value) {
    GameObject *game = game_of(object);
    int overflow;
    long answer = PyLong_AsLongAndOverflow(value, &overflow);
    if (answer == -1 && PyErr_Occurred()) return nullptr;
    const LegalAnswers *legal = legal_of(game);
    if (!legal) return nullptr;
    if (overflow || !is_legal(*legal, answer)) {
        PyErr_Format(PyExc_ValueError, "the answer %S is not legal", value);
        return nullptr;
    }
    play(*game->position, int(answer));
    game->legal_known = false;
    if (!is_usable(game)) return nullptr;
    Py_RETURN_NONE;
}

PyObject *game_legal_answers(PyObject *object, PyObject *) {
    const LegalAnswers *legal = legal_of(game_of(object));
    PyObject *found = legal ? PyList_New(legal->hexes.count() + legal->option_count) : nullptr;
    if (!found) return nullptr;
    Py_ssize_t i = 0;
    for (int h : each(legal->hexes)) PyList_SetItem(found, i++, PyLong_FromLong(geometry.answer_of_hex[h]));
    for (int j = 0; j < legal->option_count; j++) PyList_SetItem(found, i++, PyLong_FromLong(legal->options[j]));
    return found;
}

// Write the mask of the legal answers into an array of bytes.
PyObject *game_write_mask(PyObject *object, PyObject *array) {
    Buffer mask;
    if (!mask.acquire(array, ANSWERS, 1, "mask")) return nullptr;
    const LegalAnswers *legal = legal_of(game_of(object));
    if (!legal) return nullptr;
    MaskRow().write(legal, MaskCells(), mask.data<int8_t>());
    Py_RETURN_NONE;
}

// The legal answer at a share of all, from 0 to below 1: hexes first, then options.
PyObject *game_answer_at(PyObject *object, PyObject *value) {
    double share = PyFloat_AsDouble(value);
    if (PyErr_Occurred()) return nullptr;
    const LegalAnswers *legal = legal_of(game_of(object));
    if (!legal) return nullptr;
    AnswerList list(*legal);
    int n = int(share * list.count());
    if (n < 0 || n >= list.count()) {
        PyErr_SetString(PyExc_ValueError, list.count() ? "a share is from 0 to below 1" : "the game is over");
        return nullptr;
    }
    return PyLong_FromLong(list[n]);
}

PyObject *game_scores(PyObject *object, PyObject *) {
    const Position &pos = *game_of(object)->position;
    PyObject *found = PyList_New(pos.player_count());
    for (int seat = 0; found && seat < pos.player_count(); seat++)
        PyList_SetItem(found, seat, PyLong_FromLong(total(pos, seat)));
    return found;
}

// The gold and the earning hexes of each source for a seat.
PyObject *game_score(PyObject *object, PyObject *value) {
    const Position &pos = *game_of(object)->position;
    long seat = PyLong_AsLong(value);
    if (seat < 0 || seat >= pos.player_count()) {
        if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "there is no seat %ld", seat);
        return nullptr;
    }
    AreasOf areas(pos.players[seat].pieces);
    PyObject *found = PyList_New(0);
    for (const ScorerEntry &entry : pos.rules().scorers) {
        Score here = score(pos, int(seat), entry, areas);
        PyObject *line = Py_BuildValue("(iN)", here.gold, write_hexes(here.hexes));
        if (!line || PyList_Append(found, line) < 0) {
            Py_XDECREF(line);
            Py_DECREF(found);
            return nullptr;
        }
        Py_DECREF(line);
    }
    return found;
}

PyObject *game_to_play(PyObject *object, void *) {
    int seat = game_of(object)->position->to_play();
    if (seat == NOTHING) Py_RETURN_NONE;
    return PyLong_FromLong(seat);
}
PyObject *game_over(PyObject *object, void *) { return PyBool_FromLong(game_of(object)->position->over); }
PyObject *game_turn(PyObject *object, void *) { return PyLong_FromLong(game_of(object)->position->turn); }
PyObject *game_active(PyObject *object, void *) { return PyLong_FromLong(game_of(object)->position->active); }

// The position as the values that `load` reads.
PyObject *game_values_of(PyObject *object, PyObject *) { return write_position(*game_of(object)->position); }

// Play random answers to the end of the game; return how many. Another thread may use the game meanwhile, so the answers
// are played on a copy.
PyObject *game_play_random(PyObject *object, PyObject *value) {
    GameObject *game = game_of(object);
    uint64_t seed = PyLong_AsUnsignedLongLong(value);
    if (PyErr_Occurred()) return nullptr;
    Rng rng(seed);
    Position pos;
    game->position->copy_to(pos);
    long count;
    Py_BEGIN_ALLOW_THREADS
    count = play_random(pos, rng);
    Py_END_ALLOW_THREADS
    pos.copy_to(*game->position);
    game->legal_known = false;
    if (!is_usable(game)) return nullptr;
    return PyLong_FromLong(count);
}

// Play random games from here, (how many, seed); return their answers and the sum of each seat's scores. The game stays.
PyObject *game_playouts(PyObject *object, PyObject *args) {
    GameObject *game = game_of(object);
    long games;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "lK", &games, &seed) || !is_usable(game)) return nullptr;
    Position from, pos;
    game->position->copy_to(from);
    long answers = 0, gold[MOST_PLAYERS] = {};
    bool failed = false;
    Py_BEGIN_ALLOW_THREADS
    Rng rng(seed);
    for (long i = 0; i < games && !failed; i++) {
        from.copy_to(pos);
        answers += play_random(pos, rng);
        for (int seat = 0; seat < pos.player_count(); seat++) gold[seat] += total(pos, seat);
        failed = pos.failed;
    }
    Py_END_ALLOW_THREADS
    if (failed) {
        PyErr_SetString(PyExc_NotImplementedError, "the game has reached a limit of the kernel");
        return nullptr;
    }
    PyObject *found = PyList_New(from.player_count());
    for (int seat = 0; found && seat < from.player_count(); seat++)
        PyList_SetItem(found, seat, PyLong_FromLong(gold[seat]));
    return found ? Py_BuildValue("(lN)", answers, found) : nullptr;
}

PyMethodDef game_methods[] = {
    {"after", game_after, METH_VARARGS, nullptr},
    {"copy", game_copy, METH_NOARGS, nullptr},
    {"play", game_play, METH_O, nullptr},
    {"answer_at", game_answer_at, METH_O, nullptr},
    {"write_mask", game_write_mask, METH_O, nullptr},
    {"legal_answers", game_legal_answers, METH_NOARGS, nullptr},
    {"scores", game_scores, METH_NOARGS, nullptr},
    {"score", game_score, METH_O, nullptr},
    {"play_random", game_play_random, METH_O, nullptr},
    {"playouts", game_playouts, METH_VARARGS, nullptr},
    {"values", game_values_of, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef game_values[] = {
    {"to_play", game_to_play, nullptr, nullptr, nullptr},
    {"over", game_over, nullptr, nullptr, nullptr},
    {"turn", game_turn, nullptr, nullptr, nullptr},
    {"active", game_active, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyType_Slot game_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(game_dealloc)},
    {Py_tp_methods, game_methods},
    {Py_tp_getset, game_values},
    {0, nullptr},
};

PyType_Spec game_spec = {"kingdom_builder.kernel._native.Game", sizeof(GameObject), 0,
                         Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, game_slots};

PyMethodDef functions[] = {
    {"begin", begin, METH_VARARGS, nullptr},
    {"deal", deal, METH_VARARGS, nullptr},
    {"load", load, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool add_game_type(PyObject *module) {
    game_type = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&game_spec));
    return game_type && PyModule_AddObjectRef(module, "Game", reinterpret_cast<PyObject *>(game_type)) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

}  // namespace kb

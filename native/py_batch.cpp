// The type Batch of the Python module: many games that are played together, for vector environments.
#include "py_batch.hpp"

#include "batch.hpp"
#include "buffer.hpp"
#include "convert.hpp"
#include "convert_plan.hpp"
#include "py_game.hpp"
#include "py_observation.hpp"

namespace kb {

namespace {

PyTypeObject *batch_type;

struct Contents {
    Buffer planes, vectors, masks, seats;
    std::unique_ptr<Batch> batch;
    std::vector<PyObject *> setups;  // of each game the capsule of its set-up, or of the plan that has drawn it
    bool stepping = false;           // a thread is in `step`, without the global interpreter lock
    PyObject *layout = nullptr;

    ~Contents() {
        for (PyObject *setup : setups) Py_XDECREF(setup);
        Py_XDECREF(layout);
    }
};

struct BatchObject {
    PyObject_HEAD
    Contents *contents;
};

Contents &contents_of(PyObject *object) { return *reinterpret_cast<BatchObject *>(object)->contents; }

void batch_dealloc(PyObject *object) {
    delete reinterpret_cast<BatchObject *>(object)->contents;
    PyTypeObject *type = Py_TYPE(object);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

// (number of games, layout or None, planes, vectors, masks, seats)
PyObject *new_batch(PyObject *, PyObject *args) {
    int count;
    PyObject *capsule, *planes, *vectors, *masks, *seats;
    if (!PyArg_ParseTuple(args, "iOOOOO", &count, &capsule, &planes, &vectors, &masks, &seats)) return nullptr;
    const Layout *layout = capsule == Py_None ? nullptr : layout_in(capsule);
    if (PyErr_Occurred()) return nullptr;
    auto *self = reinterpret_cast<BatchObject *>(PyType_GenericAlloc(batch_type, 0));
    if (!self) return nullptr;
    Contents &found = *(self->contents = new Contents());
    Py_ssize_t rows = count;
    bool packed = !layout && found.masks.acquire(masks, rows * MASK_WORDS, sizeof(uint64_t), "masks");
    PyErr_Clear();
    if (count < 0 || (!packed && !found.masks.acquire(masks, rows * ANSWERS, 1, "masks")) ||
        !found.seats.acquire(seats, rows, sizeof(int64_t), "seats") ||
        (layout && !found.planes.acquire(planes, rows * layout->plane_count() * layout->cells, 1, "planes")) ||
        (layout && !found.vectors.acquire(vectors, rows * layout->vector_size, sizeof(float), "vectors"))) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a batch has no negative number of games");
        Py_DECREF(self);
        return nullptr;
    }
    found.layout = Py_NewRef(capsule);
    found.setups.resize(size_t(count));
    BatchArrays arrays;
    if (layout) {
        arrays.planes = found.planes.data<int8_t>();
        arrays.vectors = found.vectors.data<float>();
    }
    if (packed) arrays.packed_masks = found.masks.data<uint64_t>();
    else arrays.masks = found.masks.data<int8_t>();
    arrays.seats = found.seats.data<int64_t>();
    found.batch.reset(new Batch(count, layout, arrays));
    return reinterpret_cast<PyObject *>(self);
}

bool check_index(const Contents &contents, int i) {
    if (i >= 0 && i < contents.batch->count) return true;
    PyErr_Format(PyExc_IndexError, "there is no game %d", i);
    return false;
}

// Whether there is such a game, and it has begun.
bool check_begun(const Contents &contents, int i) {
    if (!check_index(contents, i)) return false;
    if (contents.setups[size_t(i)]) return true;
    PyErr_Format(PyExc_ValueError, "the game %d has not begun", i);
    return false;
}

// Take the agent's seat and the seeds of the bots: ALL_SEATS and an empty tuple, or a seat and a seed for each other.
bool take_seat(Episode &episode, int players, int agent, PyObject *seeds) {
    uint64_t found[MOST_PLAYERS];
    Py_ssize_t count = PyTuple_Size(seeds);
    if (count != (agent == ALL_SEATS ? 0 : players - 1) || agent >= players || agent < ALL_SEATS) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "each seat is the agent's or has a bot");
        return false;
    }
    for (Py_ssize_t i = 0; i < count; i++) found[i] = PyLong_AsUnsignedLongLong(PyTuple_GetItem(seeds, i));
    if (PyErr_Occurred()) return false;
    episode.take_seat(agent, found, players);
    return true;
}

void keep_setup(Contents &contents, int i, PyObject *capsule) {
    PyObject *before = contents.setups[size_t(i)];
    contents.setups[size_t(i)] = Py_NewRef(capsule);
    Py_XDECREF(before);
}

bool fits(const Contents &contents, const Setup &setup) {
    if (!contents.batch->layout || has_place_for(*contents.batch->layout, setup)) return true;
    PyErr_SetString(PyExc_ValueError, "the observation has no place for everything in this game");
    return false;
}

// Begin a game: (game, set-up, seed of the deck, the agent's seat, seeds of the bots).
PyObject *batch_begin(Contents &contents, PyObject *args) {
    int i, agent;
    PyObject *capsule, *seeds;
    unsigned long long deck_seed;
    if (!PyArg_ParseTuple(args, "iOKiO!", &i, &capsule, &deck_seed, &agent, &PyTuple_Type, &seeds)) return nullptr;
    const Setup *setup = setup_in(capsule);
    if (!setup || !check_index(contents, i) || !fits(contents, *setup)) return nullptr;
    Episode &episode = contents.batch->episode(i);
    if (!take_seat(episode, setup->players, agent, seeds)) return nullptr;
    bool asked = episode.begin(*setup, deck_seed);
    keep_setup(contents, i, capsule);
    return PyBool_FromLong(asked);
}

// Begin the game of a seed: (game, plan of set-ups, seed, the agent's seat, seeds of the bots).
PyObject *batch_draw(Contents &contents, PyObject *args) {
    int i, agent;
    PyObject *capsule, *seeds;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "iOKiO!", &i, &capsule, &seed, &agent, &PyTuple_Type, &seeds)) return nullptr;
    const SetupPlan *plan = plan_in(capsule);
    if (!plan || !check_index(contents, i) || !fits(contents, plan->same)) return nullptr;
    Episode &episode = contents.batch->episode(i);
    if (!take_seat(episode, plan->same.players, agent, seeds)) return nullptr;
    bool asked = episode.draw(*plan, seed);
    keep_setup(contents, i, capsule);
    return PyBool_FromLong(asked);
}

// Continue a game from that of a Game object, seen from a seat: (game, Game, seat).
PyObject *batch_load(Contents &contents, PyObject *args) {
    int i, seat;
    PyObject *value;
    if (!PyArg_ParseTuple(args, "iO!i", &i, game_type, &value, &seat)) return nullptr;
    auto *game = reinterpret_cast<GameObject *>(value);
    if (!check_index(contents, i) || !fits(contents, *game->position->setup)) return nullptr;
    if (seat < 0 || seat >= game->position->player_count()) {
        PyErr_Format(PyExc_ValueError, "there is no seat %d", seat);
        return nullptr;
    }
    keep_setup(contents, i, game->setup);
    contents.batch->episode(i).load(*game->position, seat);
    Py_RETURN_NONE;
}

PyObject *batch_write(Contents &contents, PyObject *value) {
    long i = PyLong_AsLong(value);
    if ((i == -1 && PyErr_Occurred()) || !check_begun(contents, int(i))) return nullptr;
    contents.batch->write(int(i));
    Py_RETURN_NONE;
}

// Play one answer in each game: (answers, ended, plan or None); return how many games have ended. With a plan, another
// game begins at once where one has ended, with a random seed.
PyObject *batch_step(Contents &contents, PyObject *args) {
    PyObject *answers, *ended, *capsule = Py_None;
    if (!PyArg_ParseTuple(args, "OO|O", &answers, &ended, &capsule)) return nullptr;
    const SetupPlan *plan = capsule == Py_None ? nullptr : plan_in(capsule);
    if (PyErr_Occurred() || (plan && !fits(contents, plan->same))) return nullptr;
    Batch &batch = *contents.batch;
    for (int i = 0; i < batch.count; i++)
        if (!contents.setups[size_t(i)]) return check_begun(contents, i), nullptr;
    Buffer from, to;
    if (!from.acquire(answers, batch.count, sizeof(int64_t), "answers", false) ||
        !to.acquire(ended, batch.count, sizeof(bool), "ended"))
        return nullptr;
    int ends;
    contents.stepping = true;
    Py_BEGIN_ALLOW_THREADS
    ends = batch.step(from.data<int64_t>(), to.data<bool>(), plan);
    Py_END_ALLOW_THREADS
    contents.stepping = false;
    for (int i = 0; ends && i < batch.count; i++) {
        if (!to.data<bool>()[i]) continue;
        if (plan) keep_setup(contents, i, capsule);
        if (batch.episode(i).pos.failed) {
            PyErr_SetString(PyExc_NotImplementedError, "a game has reached a limit of the kernel");
            return nullptr;
        }
    }
    return PyLong_FromLong(ends);
}

PyObject *batch_random_answers(Contents &contents, PyObject *answers) {
    Buffer to;
    if (!to.acquire(answers, contents.batch->count, sizeof(int64_t), "answers")) return nullptr;
    contents.batch->random_answers(to.data<int64_t>());
    Py_RETURN_NONE;
}

// Choose answers by shares: (shares, answers).
PyObject *batch_answers_at(Contents &contents, PyObject *args) {
    PyObject *shares, *answers;
    if (!PyArg_ParseTuple(args, "OO", &shares, &answers)) return nullptr;
    Batch &batch = *contents.batch;
    Buffer from, to;
    if (!from.acquire(shares, batch.count, sizeof(double), "shares", false) ||
        !to.acquire(answers, batch.count, sizeof(int64_t), "answers"))
        return nullptr;
    batch.answers_at(from.data<double>(), to.data<int64_t>());
    Py_RETURN_NONE;
}

// Play an answer in one game, and those of the bots: (game, answer).
PyObject *batch_play(Contents &contents, PyObject *args) {
    int i;
    long long answer;
    if (!PyArg_ParseTuple(args, "iL", &i, &answer)) return nullptr;
    if (!check_begun(contents, i)) return nullptr;
    return PyBool_FromLong(contents.batch->episode(i).play_answer(answer));
}

PyObject *batch_seed(Contents &contents, PyObject *value) {
    uint64_t seed = PyLong_AsUnsignedLongLong(value);
    if (PyErr_Occurred()) return nullptr;
    contents.batch->rng = Rng(seed);
    Py_RETURN_NONE;
}

// The end of a game: (whether its last answer was illegal, scores, all answers).
PyObject *batch_result(Contents &contents, PyObject *value) {
    long i = PyLong_AsLong(value);
    if ((i == -1 && PyErr_Occurred()) || !check_begun(contents, int(i))) return nullptr;
    const Episode &episode = contents.batch->episode(int(i));
    PyObject *scores = PyList_New(episode.pos.player_count());
    for (int seat = 0; scores && seat < episode.pos.player_count(); seat++)
        PyList_SetItem(scores, seat, PyLong_FromLong(total(episode.pos, seat)));
    return Py_BuildValue("(NN)", PyBool_FromLong(episode.illegal), scores);
}

PyObject *batch_answers(Contents &contents, PyObject *value) {
    long i = PyLong_AsLong(value);
    if ((i == -1 && PyErr_Occurred()) || !check_begun(contents, int(i))) return nullptr;
    const std::vector<int16_t> &answers = contents.batch->episode(int(i)).answers;
    PyObject *found = PyList_New(Py_ssize_t(answers.size()));
    for (size_t j = 0; found && j < answers.size(); j++)
        PyList_SetItem(found, Py_ssize_t(j), PyLong_FromLong(answers[j]));
    return found;
}

// A method of a batch, for one thread at a time.
template <PyObject *(*METHOD)(Contents &, PyObject *)> PyObject *method(PyObject *object, PyObject *args) {
    Contents &contents = contents_of(object);
    if (!contents.stepping) return METHOD(contents, args);
    PyErr_SetString(PyExc_RuntimeError, "another thread steps these games: use one batch for each thread");
    return nullptr;
}

PyMethodDef batch_methods[] = {
    {"begin", method<batch_begin>, METH_VARARGS, nullptr},
    {"draw", method<batch_draw>, METH_VARARGS, nullptr},
    {"load", method<batch_load>, METH_VARARGS, nullptr},
    {"write", method<batch_write>, METH_O, nullptr},
    {"step", method<batch_step>, METH_VARARGS, nullptr},
    {"play", method<batch_play>, METH_VARARGS, nullptr},
    {"answers_at", method<batch_answers_at>, METH_VARARGS, nullptr},
    {"random_answers", method<batch_random_answers>, METH_O, nullptr},
    {"seed", method<batch_seed>, METH_O, nullptr},
    {"result", method<batch_result>, METH_O, nullptr},
    {"answers", method<batch_answers>, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot batch_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(batch_dealloc)},
    {Py_tp_methods, batch_methods},
    {0, nullptr},
};

PyType_Spec batch_spec = {"kingdom_builder.kernel._native.Batch", sizeof(BatchObject), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, batch_slots};

PyMethodDef functions[] = {
    {"batch", new_batch, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool add_batch(PyObject *module) {
    batch_type = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&batch_spec));
    return batch_type && PyModule_AddObjectRef(module, "Batch", reinterpret_cast<PyObject *>(batch_type)) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

}  // namespace kb

// Evaluation and search for Python. Long calls work on copies of positions and release the GIL.
#include "py_search.hpp"

#include "convert.hpp"
#include "planning_bot.hpp"
#include "playouts.hpp"
#include "py_game.hpp"
#include "py_network.hpp"
#include "py_random.hpp"

namespace kb {
namespace {

constexpr const char *EVALUATOR = "kingdom_builder.kernel.evaluator";

void free_evaluator(PyObject *capsule) {
    delete static_cast<Evaluator *>(PyCapsule_GetPointer(capsule, EVALUATOR));
    Py_XDECREF(static_cast<PyObject *>(PyCapsule_GetContext(capsule)));
}

void read_weights(Reader &reader, double *weights, int most) {
    int count = 0;
    reader.each_item([&](PyObject *value) {
        if (count == most) too_many();
        else weights[count++] = PyFloat_AsDouble(value);
    });
}

// The tables of bots/evaluation.py: weights, flags, kinds of tile, sources of gold, features of sets.
PyObject *new_evaluator(PyObject *, PyObject *args) {
    PyObject *capsule, *tables;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &tables)) return nullptr;
    const Setup *setup = setup_in(capsule);
    if (!setup) return nullptr;
    auto *found = new Evaluator();
    found->setup = setup;
    found->locations = setup->board.locations;
    memset(found->kind_of_tile, MOST_TILES, sizeof found->kind_of_tile);
    memset(found->kind_of_space, MOST_TILES, sizeof found->kind_of_space);
    for (int h = 0; h < BITS; h++) found->terrain_of[h] = int8_t(setup->board.terrain_of(h));
    for (const ScorerEntry &entry : setup->rules.scorers)
        if (entry.shared) found->shared.add(entry);
    Reader reader(tables);
    read_weights(reader, found->built_weights, MOST_FEATURES);
    read_weights(reader, found->lasting_weights, MOST_TILES + 1);
    read_weights(reader, found->soon_weights, MOST_PAYING + 1);
    found->left = reader.real();
    found->nomad_weight = reader.real();
    found->areas = reader.flag();
    found->leads = reader.flag();
    found->counts = reader.flag();
    reader.each_item([&](PyObject *number) {
        if (found->kind_count == MOST_TILES) return too_many();
        long kind = PyLong_AsLong(number);
        if (kind < FIRST_ENTRY || kind >= ANSWERS) return too_many();
        found->kind_of_tile[kind - FIRST_ENTRY] = int8_t(found->kind_count);
        for (int i = 0; i < setup->board.space_count; i++)
            if (setup->board.space_tile[i] == kind) found->kind_of_space[i] = int8_t(found->kind_count);
        found->kind_count++;
    });
    reader.each_item([&](PyObject *row) {
        Reader values(row);
        PayingSource source;
        source.pays_at = named<PaysAt>(values.item(), PaysAt_named);
        source.where = named<Where>(values.item(), Where_named);
        source.piece_value = values.real();
        if (found->paying.count == MOST_PAYING) too_many();
        else found->paying.add(source);
    });
    reader.each_item([&](PyObject *name) {
        if (found->of_sets.count == 4) too_many();
        else found->of_sets.add(named<SetFeature>(name, SetFeature_named));
    });
    reader.each_item([&](PyObject *name) {
        if (found->gold_due.count == 4) too_many();
        else found->gold_due.add(named<GoldDue>(name, GoldDue_named));
    });
    if (found->built_count() > MOST_FEATURES) too_many();
    if (reader.failed()) {
        delete found;
        return nullptr;
    }
    PyObject *made = PyCapsule_New(found, EVALUATOR, free_evaluator);
    PyCapsule_SetContext(made, Py_NewRef(capsule));
    return made;
}

// The arguments that most functions begin with: an evaluator, a game with its set-up, and a seat.
struct GameArguments {
    const Evaluator *evaluator = nullptr;
    Position position;
    int seat = 0;

    bool read(PyObject *capsule, PyObject *object, int of_seat) {
        evaluator = static_cast<Evaluator *>(PyCapsule_GetPointer(capsule, EVALUATOR));
        if (!evaluator) return false;
        if (Py_TYPE(object) != game_type) {
            PyErr_SetString(PyExc_TypeError, "expected a game of the kernel");
            return false;
        }
        if (!is_usable(reinterpret_cast<GameObject *>(object))) return false;
        const Position &game = *reinterpret_cast<GameObject *>(object)->position;
        if (game.setup->players != evaluator->setup->players || of_seat < 0 || of_seat >= game.player_count()) {
            PyErr_SetString(PyExc_ValueError, "the evaluator and the seat must be those of the game");
            return false;
        }
        seat = of_seat;
        game.copy_to(position);
        return true;
    }
};

PyObject *write_plans(const std::vector<Plan> &plans) {
    PyObject *found = PyList_New(Py_ssize_t(plans.size()));
    if (!found) return nullptr;
    for (size_t i = 0; i < plans.size(); i++) {
        PyObject *answers = PyTuple_New(Py_ssize_t(plans[i].answers.size()));
        for (size_t j = 0; j < plans[i].answers.size(); j++)
            PyTuple_SetItem(answers, Py_ssize_t(j), PyLong_FromLong(plans[i].answers[j]));
        PyList_SetItem(found, Py_ssize_t(i), Py_BuildValue("(dN)", plans[i].value, answers));
    }
    return found;
}

PyObject *limit_reached() {
    PyErr_SetString(PyExc_NotImplementedError, "the search has reached a limit of the kernel");
    return nullptr;
}

// A limit of evaluations and of seconds; a negative number is no limit.
SearchBudget new_budget(long long evaluations, double seconds) {
    return {evaluations < 0 ? Meter::NO_LIMIT : evaluations, seconds};
}

// Let Python handle signals such as that of Ctrl+C, while other threads of Python run; true if one raises an exception.
bool has_interrupt() {
    PyGILState_STATE state = PyGILState_Ensure();
    bool found = PyErr_CheckSignals() != 0;
    PyGILState_Release(state);
    return found;
}

// plan(evaluator, network or None, game, seat, width, breadth, rollout_plans, evaluations, seconds, error, notices,
// random state): the plans of a turn with their values, what was spent, the new random state. A negative number is no
// limit.
PyObject *plan(PyObject *, PyObject *args) {
    PyObject *capsule, *network_value, *game, *state_value;
    int seat, width, breadth, rollout_plans;
    long long evaluations;
    double seconds, error, notices;
    if (!PyArg_ParseTuple(args, "OOOiiiiLdddO", &capsule, &network_value, &game, &seat, &width, &breadth,
                          &rollout_plans, &evaluations, &seconds, &error, &notices, &state_value))
        return nullptr;
    GameArguments given;
    PythonRandom::State state = {};
    const Network *network;
    bool random_needed = state_value != Py_None;
    if (!given.read(capsule, game, seat) || !read_network(network_value, *given.evaluator, network) ||
        (random_needed && !read_state(state_value, state)))
        return nullptr;
    Meter meter = new_budget(evaluations, seconds).meter();
    meter.ask(has_interrupt);
    PythonRandom random(state);
    std::vector<Plan> found;
    bool failed;
    Py_BEGIN_ALLOW_THREADS
    BeamSearch beam(*given.evaluator);
    Level level = {width, breadth, rollout_plans, error, notices};
    found = ranked_plans(*given.evaluator, network, beam, given.position, seat, level, random, meter, failed);
    Py_END_ALLOW_THREADS
    if (meter.stopped()) return nullptr;
    if (failed) return limit_reached();
    PyObject *state_after = random_needed ? write_state(random.state()) : Py_NewRef(Py_None);
    return Py_BuildValue("(NLN)", write_plans(found), static_cast<long long>(meter.spent), state_after);
}

// play_bots(evaluator, network or None, game, seeds, width, breadth, rollout_plans, error, notices, evaluations and
// seconds of the first search of a turn, those of a later one): let bots with these seeds play a game to its end.
PyObject *play_bots_to_end(PyObject *, PyObject *args) {
    PyObject *capsule, *network_value, *object, *seed_values;
    const Network *network;
    Level level;
    long long first, later;
    double first_seconds, later_seconds;
    GameArguments given;
    if (!PyArg_ParseTuple(args, "OOOO!iiiddLdLd", &capsule, &network_value, &object, &PyTuple_Type, &seed_values,
                          &level.width, &level.breadth, &level.rollout_plans, &level.error, &level.notices, &first,
                          &first_seconds, &later, &later_seconds) ||
        !given.read(capsule, object, 0) || !read_network(network_value, *given.evaluator, network))
        return nullptr;
    std::vector<uint64_t> seeds;
    for (Py_ssize_t i = 0; i < PyTuple_Size(seed_values); i++)
        seeds.push_back(PyLong_AsUnsignedLongLong(PyTuple_GetItem(seed_values, i)));
    if (PyErr_Occurred()) return nullptr;
    if (int(seeds.size()) != given.position.player_count()) {
        PyErr_SetString(PyExc_ValueError, "every player needs a seed");
        return nullptr;
    }
    TurnBudget budget = {new_budget(first, first_seconds), new_budget(later, later_seconds)};
    bool played;
    Py_BEGIN_ALLOW_THREADS
    played = play_bots(given.position, *given.evaluator, network, seeds, level, budget);
    Py_END_ALLOW_THREADS
    if (!played) return limit_reached();
    GameObject *game = reinterpret_cast<GameObject *>(object);
    given.position.copy_to(*game->position);
    game->legal_known = false;
    Py_RETURN_NONE;
}

// value(evaluator, game, seat): by how much gold the seat is expected to beat the best of the others.
PyObject *value(PyObject *, PyObject *args) {
    PyObject *capsule, *game;
    int seat;
    GameArguments given;
    if (!PyArg_ParseTuple(args, "OOi", &capsule, &game, &seat) || !given.read(capsule, game, seat)) return nullptr;
    return PyFloat_FromDouble(
        given.evaluator->value(given.position, seat, given.evaluator->opponents(given.position, seat)));
}

// correction(evaluator, network, game, seat): what to add to the value of a position at the end of this player's turn.
PyObject *correction(PyObject *, PyObject *args) {
    PyObject *capsule, *network_value, *game;
    int seat;
    GameArguments given;
    const Network *network;
    if (!PyArg_ParseTuple(args, "OOOi", &capsule, &network_value, &game, &seat) || !given.read(capsule, game, seat) ||
        !read_network(network_value, *given.evaluator, network))
        return nullptr;
    return PyFloat_FromDouble(network ? network->correction(*given.evaluator, given.position, seat) : 0.0);
}

// playouts(evaluator, network or None, game, seat, plans, seeds, width, breadth, evaluations of a turn, own turns, to
// the end, limit): the values of the player's own turn of this number for every deal and plan; the gold for every deal,
// plan, player and source; what was spent.
PyObject *playouts(PyObject *, PyObject *args) {
    PyObject *capsule, *network_value, *game, *plan_values, *seed_values;
    const Network *network;
    int seat, width, breadth, own_turns, to_end;
    long long evaluations, limit;
    GameArguments given;
    if (!PyArg_ParseTuple(args, "OOOiO!O!iiLipL", &capsule, &network_value, &game, &seat, &PyTuple_Type, &plan_values,
                          &PyTuple_Type, &seed_values, &width, &breadth, &evaluations, &own_turns, &to_end, &limit) ||
        !given.read(capsule, game, seat) || !read_network(network_value, *given.evaluator, network))
        return nullptr;
    std::vector<Answers> plans;
    std::vector<uint64_t> seeds;
    Reader reader(plan_values);
    for (Py_ssize_t i = 0; i < PyTuple_Size(plan_values); i++) {
        plans.emplace_back();
        reader.each_item([&](PyObject *answer) { plans.back().push_back(int16_t(PyLong_AsLong(answer))); });
    }
    for (Py_ssize_t i = 0; i < PyTuple_Size(seed_values); i++)
        seeds.push_back(PyLong_AsUnsignedLongLong(PyTuple_GetItem(seed_values, i)));
    if (reader.failed() || PyErr_Occurred()) return nullptr;
    Playouts found(*given.evaluator, network, width, breadth, evaluations);
    bool played;
    Py_BEGIN_ALLOW_THREADS
    played = found.compare(given.position, seat, plans, seeds, own_turns, to_end, limit);
    Py_END_ALLOW_THREADS
    if (!played) return limit_reached();
    PyObject *values = PyList_New(Py_ssize_t(found.values.size())), *gold = PyList_New(Py_ssize_t(found.gold.size()));
    if (!values || !gold) return nullptr;
    for (size_t i = 0; i < found.values.size(); i++)
        PyList_SetItem(values, Py_ssize_t(i), PyFloat_FromDouble(found.values[i]));
    for (size_t i = 0; i < found.gold.size(); i++)
        PyList_SetItem(gold, Py_ssize_t(i), PyLong_FromLong(found.gold[i]));
    return Py_BuildValue("(NNL)", values, gold, static_cast<long long>(found.spent));
}

PyMethodDef functions[] = {
    {"evaluator", new_evaluator, METH_VARARGS, nullptr},
    {"plan", plan, METH_VARARGS, nullptr},
    {"play_bots", play_bots_to_end, METH_VARARGS, nullptr},
    {"value", value, METH_VARARGS, nullptr},
    {"correction", correction, METH_VARARGS, nullptr},
    {"playouts", playouts, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool add_search(PyObject *module) { return PyModule_AddFunctions(module, functions) == 0; }

}  // namespace kb

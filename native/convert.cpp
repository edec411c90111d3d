// Declarations and set-ups from Python's values.
#include "convert.hpp"

#include "board.hpp"

namespace kb {

ScorerEntry read_scorer(PyObject *row) {
    Reader values(row);
    ScorerEntry entry;
    entry.scorer = named<Scorer>(values.item(), Scorer_named);
    entry.where = named<Where>(values.item(), Where_named);
    entry.gold = int8_t(values.number(INT8_MIN, INT8_MAX));
    entry.shared = values.flag();
    entry.kept = values.flag();
    return entry;
}

namespace {

constexpr const char *DECLARATIONS = "kingdom_builder.kernel.declarations";
constexpr const char *BOARD_PART = "kingdom_builder.kernel.board_part";
constexpr const char *SETUP = "kingdom_builder.kernel.setup";

void free_declarations(PyObject *capsule) {
    delete static_cast<Declarations *>(PyCapsule_GetPointer(capsule, DECLARATIONS));
}
void free_board_part(PyObject *capsule) {
    delete static_cast<BoardPart *>(PyCapsule_GetPointer(capsule, BOARD_PART));
}
void free_setup(PyObject *capsule) {
    delete static_cast<Setup *>(PyCapsule_GetPointer(capsule, SETUP));
    Py_XDECREF(static_cast<PyObject *>(PyCapsule_GetContext(capsule)));
}

// Like `named`, but COUNT without an exception.
template <class Type, class Find> Type named_if_known(PyObject *value, Find find) {
    Type found = named<Type>(value, find);
    if (found == Type::COUNT && PyErr_ExceptionMatches(PyExc_NotImplementedError)) PyErr_Clear();
    return found;
}

// A row of kernel/convert.py: an action with everything that it declares. An action that the kernel cannot carry out
// has the class COUNT.
void read_action(PyObject *row, Action &action) {
    Reader reader(row);
    action.number = int16_t(reader.number(0, ANSWERS - 1));
    action.op = named_if_known<Op>(reader.item(), Op_named);
    action.on = int8_t(reader.number(LAND, TERRAIN_COUNT - 1));
    action.also_on = int8_t(reader.number(LAND, TERRAIN_COUNT - 1));
    action.where = named_if_known<Where>(reader.item(), Where_named);
    action.adjacency = Adjacency(reader.number(IF_POSSIBLE, NO_ADJACENCY));
    action.travel = named_if_known<Travel>(reader.item(), Travel_named);
    action.count = int8_t(reader.number(1, SETTLEMENTS));
    action.kind = int8_t(reader.number(0, TOKEN_KINDS - 1));
    action.needs_card = reader.flag();
    action.repeats = reader.flag();
    action.bonus = int16_t(reader.number(0, ANSWERS - 1));
    action.builds = reader.real();
    if (reader.failed() && PyErr_ExceptionMatches(PyExc_NotImplementedError)) {
        PyErr_Clear();
        action.op = Op::COUNT;
    }
    if (action.where == Where::COUNT || action.travel == Travel::COUNT) action.op = Op::COUNT;
}

// The number of an entry, 0 if there is none.
int16_t read_entry(Reader &reader) {
    long number = reader.number(0, ANSWERS - 1);
    limit(!number || number >= FIRST_ENTRY);
    return int16_t(number);
}

void read_hooks(Reader &reader, Hooks &hooks) {
    reader.each_item([&](PyObject *name) {
        Hook hook = named<Hook>(name, Hook_named);
        limit(hooks.count < MOST_HOOKS);
        if (!PyErr_Occurred()) hooks.add(hook);
    });
}

void read_hooks_by_number(Reader &reader, Hook *hooks) {
    for (int i = 0; i < ENTRIES; i++) hooks[i] = Hook::COUNT;
    reader.each_item([&](PyObject *pair) {
        Reader values(pair);
        long number = values.number(FIRST_ENTRY, ANSWERS - 1);
        hooks[number - FIRST_ENTRY] = named<Hook>(values.item(), Hook_named);
    });
}

bool has(const Hooks &hooks, Hook wanted) {
    for (Hook hook : hooks)
        if (hook == wanted) return true;
    return false;
}

void read_rules(Reader &reader, const Declarations &declarations, Rules &rules) {
    reader.each_item([&](PyObject *row) {
        ScorerEntry entry = read_scorer(row);
        if (!PyErr_Occurred() && limit(rules.scorers.count < MOST_SCORERS)) rules.scorers.add(entry);
    });
    for (Hooks *hooks : {&rules.build, &rules.move, &rules.emptied, &rules.mandatory_done, &rules.first_anywhere,
                         &rules.turn_end, &rules.before_scoring})
        read_hooks(reader, *hooks);
    for (Hook *hooks : {rules.taken, rules.lost, rules.at_once}) read_hooks_by_number(reader, hooks);
    reader.each_item([&](PyObject *value) {
        long number = PyLong_AsLong(value);
        if (PyErr_Occurred() || !is_supported(declarations, number)) return;
        int index = declarations.free_action_index(int(number));
        limit(rules.free_actions.count < MOST_FREE_ACTIONS && index != NOTHING);
        if (!PyErr_Occurred()) rules.free_actions.add({int16_t(number), uint64_t(1) << index});
    });
    if (!PyErr_Occurred() && has(rules.before_scoring, Hook::ask_silos)) is_supported(declarations, declarations.silo);
    if (!PyErr_Occurred() && has(rules.emptied, Hook::ask_canoes)) is_supported(declarations, declarations.canoe);
}

// The sets of a tuple, at most so many.
void read_sets(Reader &reader, Hexes *sets, int most) {
    int i = 0;
    reader.each_item([&](PyObject *value) {
        if (limit(i < most)) read_hexes(value, sets[i++]);
    });
}

// The parts of the board, the nomad tiles, and what follows from them.
void read_board(Reader &reader, Setup &setup) {
    Board &board = setup.board;
    reader.each_item([&](PyObject *capsule) {
        const BoardPart *part = board_part_in(capsule);
        if (part) limit(add_part(board, *part));
    });
    reader.each_item([&](PyObject *row) {
        Reader values(row);
        int h = values.hex(), tile = int(values.number(FIRST_ENTRY, ANSWERS - 1));
        if (!PyErr_Occurred() && limit(h != NO_HEX)) limit(add_space(board, h, tile, true));
    });
    for (int i = 0; i < board.space_count && !PyErr_Occurred(); i++)
        is_supported(*setup.declarations, board.space_tile[i]);
    if (!PyErr_Occurred()) note_pieces(*setup.declarations, board, setup.rules);
    board.line_count = int(reader.number(0, LINES));
    board.capitols = reader.hexes();
    board.caves = reader.hexes();
    setup.removed_terrain = int8_t(reader.number(NOTHING, TERRAIN_COUNT - 1));
    if (PyErr_Occurred()) return;
    finish_board(board, *setup.declarations, setup.removed_terrain);
    if (setup.tasks.any())
        for (const Hexes &terrain : board.terrain) add_areas(board.terrain_areas, terrain);
}

void read_indices(Reader &reader, Short<int16_t, MOST_SCORERS> &found) {
    reader.each_item([&](PyObject *value) {
        long number = PyLong_AsLong(value);
        if (!PyErr_Occurred() && limit(found.count < MOST_SCORERS && number >= 0 && number < INT16_MAX))
            found.add(int16_t(number));
    });
}

}  // namespace

bool is_supported(const Declarations &declarations, long number) {
    if (number >= FIRST_ENTRY && number < ANSWERS && declarations.action(int(number)).op != Op::COUNT) return true;
    PyErr_Format(PyExc_NotImplementedError, "the kernel does not know the action %ld", number);
    return false;
}

PyObject *new_declarations(PyObject *, PyObject *tables) {
    Reader reader(tables);
    auto *found = new Declarations();
    read_action(reader.item(), found->mandatory);
    reader.each_item([&](PyObject *row) {
        Action action;
        read_action(row, action);
        if (action.number >= FIRST_ENTRY) found->actions[action.number - FIRST_ENTRY] = action;
    });
    int kind = 0;
    reader.each_item([&](PyObject *row) {
        Reader values(row);
        if (kind == TOKEN_KINDS) return;
        PieceKind &piece = found->pieces[kind++];
        piece.blocks_neighbours = values.flag();
        piece.removable = values.flag();
        piece.moves_on = Ground(values.number(int(Ground::NONE), int(Ground::WATER)));
    });
    found->waiver = read_entry(reader);
    reader.each_item([&](PyObject *value) {
        long number = PyLong_AsLong(value);
        limit(found->free_action_count < 64 && number >= FIRST_ENTRY && number < ANSWERS);
        if (!PyErr_Occurred()) found->free_actions[found->free_action_count++] = int16_t(number);
    });
    for (int16_t *number : {&found->crossroads, &found->temple, &found->canoe, &found->fountain, &found->silo,
                            &found->collect})
        *number = read_entry(reader);
    for (int16_t *special : {&found->castle, &found->palace, &found->silo_hex})
        *special = int16_t(reader.number(0, MOST_SPECIALS - 1));
    if (reader.failed()) {
        delete found;
        return nullptr;
    }
    return PyCapsule_New(found, DECLARATIONS, free_declarations);
}

PyObject *supports(PyObject *, PyObject *args) {
    PyObject *capsule, *numbers;
    if (!PyArg_ParseTuple(args, "OO!", &capsule, &PyTuple_Type, &numbers)) return nullptr;
    auto *declarations = static_cast<Declarations *>(PyCapsule_GetPointer(capsule, DECLARATIONS));
    if (!declarations) return nullptr;
    bool known = true;
    Reader(numbers).each([&](PyObject *number) { known = known && is_supported(*declarations, PyLong_AsLong(number)); });
    if (!known && PyErr_ExceptionMatches(PyExc_NotImplementedError)) PyErr_Clear();
    return PyErr_Occurred() ? nullptr : PyBool_FromLong(known);
}

PyObject *new_board_part(PyObject *, PyObject *tables) {
    Reader reader(tables);
    auto *part = new BoardPart();
    read_sets(reader, part->terrain, TERRAIN_COUNT);
    read_sets(reader, part->special, MOST_SPECIALS);
    static_assert(MOST_SPECIALS <= 16);
    for (int i = 0; i < MOST_SPECIALS; i++) part->special_kinds |= uint16_t(part->special[i].any() << i);
    reader.each_item([&](PyObject *row) {
        Reader values(row);
        int h = values.hex(), tile = int(values.number(FIRST_ENTRY, ANSWERS - 1));
        if (PyErr_Occurred() || !limit(h != NO_HEX && part->location_count < MOST_SPACES)) return;
        part->location_hex[part->location_count] = int16_t(h);
        part->location_tile[part->location_count++] = int16_t(tile);
    });
    if (reader.failed()) {
        delete part;
        return nullptr;
    }
    return PyCapsule_New(part, BOARD_PART, free_board_part);
}

PyObject *new_setup(PyObject *, PyObject *args) {
    PyObject *capsule, *values;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &values)) return nullptr;
    auto *declarations = static_cast<Declarations *>(PyCapsule_GetPointer(capsule, DECLARATIONS));
    if (!declarations || !geometry_is_set()) return nullptr;
    auto *setup = new Setup();
    setup->id = new_setup_id();
    setup->declarations = declarations;
    Reader reader(values);
    setup->players = int8_t(reader.number(2, MOST_PLAYERS));
    setup->start = int8_t(reader.number(0, setup->players - 1));
    setup->two_cards = reader.flag();
    reader.bytes([&](int card) {
        limit(setup->deck_size < MOST_CARDS && card < CARD_KINDS);
        if (!PyErr_Occurred()) setup->deck[setup->deck_size++] = uint8_t(card);
    });
    reader.each_item([&](PyObject *order) {
        char *data;
        Py_ssize_t count;
        if (PyBytes_AsStringAndSize(order, &data, &count) < 0) return;
        limit(count <= MOST_CARDS);
        for (Py_ssize_t i = 0; i < count; i++) limit(static_cast<unsigned char>(data[i]) < CARD_KINDS);
        setup->orders.emplace_back(data, data + count);
    });
    read_indices(reader, setup->cards);
    read_indices(reader, setup->tasks);
    read_board(reader, *setup);
    read_rules(reader, *declarations, setup->rules);
    limit(note_marks(setup->board, setup->rules));
    if (reader.failed()) {
        delete setup;
        return nullptr;
    }
    PyObject *found = PyCapsule_New(setup, SETUP, free_setup);
    PyCapsule_SetContext(found, Py_NewRef(capsule));
    return found;
}

const BoardPart *board_part_in(PyObject *capsule) {
    return static_cast<BoardPart *>(PyCapsule_GetPointer(capsule, BOARD_PART));
}

const Setup *setup_in(PyObject *capsule) { return static_cast<Setup *>(PyCapsule_GetPointer(capsule, SETUP)); }

}  // namespace kb

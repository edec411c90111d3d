// Declarations and set-ups from Python's values.
#include "convert.hpp"

namespace kb {

namespace {

constexpr const char *DECLARATIONS = "kingdom_builder.kernel.declarations";
constexpr const char *SETUP = "kingdom_builder.kernel.setup";

void free_declarations(PyObject *capsule) {
    delete static_cast<Declarations *>(PyCapsule_GetPointer(capsule, DECLARATIONS));
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
        Reader values(row);
        ScorerEntry entry;
        entry.scorer = named<Scorer>(values.item(), Scorer_named);
        entry.where = named<Where>(values.item(), Where_named);
        entry.gold = int8_t(values.number(INT8_MIN, INT8_MAX));
        entry.shared = values.flag();
        entry.kept = values.flag();
        limit(rules.scorers.count < MOST_SCORERS);
        if (!PyErr_Occurred()) rules.scorers.add(entry);
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

void read_spaces(Reader &reader, const Declarations &declarations, Setup &setup) {
    Board &board = setup.board;
    reader.each_item([&](PyObject *row) {
        Reader values(row);
        int h = values.hex(), tile = int(values.number(FIRST_ENTRY, ANSWERS - 1));
        bool nomad = values.flag();
        limit(h != NO_HEX && board.space_count < MOST_TILES);
        if (PyErr_Occurred() || !is_supported(declarations, tile)) return;
        int i = board.space_count++;
        board.space_hex[i] = int16_t(h);
        board.space_tile[i] = int16_t(tile);
        (nomad ? board.nomads : board.locations) |= Spaces(1) << i;
        for (int near : each(geometry.neighbours[h])) board.spaces_near[near] |= Spaces(1) << i;
        setup.rules.has_tokens |= places_tokens(declarations.action(tile));
        setup.rules.has_temporary |= declarations.action(tile).op == Op::ScoutCabin;
    });
}

void read_board(Reader &reader, Board &board) {
    memset(static_cast<void *>(board.spaces_near), 0, sizeof board.spaces_near);
    for (int8_t &terrain : board.terrain_of) terrain = NOTHING;
    int t = 0;
    reader.each_item([&](PyObject *value) {
        if (t == TERRAIN_COUNT || !read_hexes(value, board.terrain[t])) return;
        for (int h : each(board.terrain[t])) board.terrain_of[h] = int8_t(t);
        t++;
    });
    for (Hexes *hexes : {&board.open, &board.land, &board.special, &board.castles, &board.palaces, &board.silos,
                         &board.near_water, &board.near_mountain, &board.near_special, &board.near_removed_terrain,
                         &board.near_caves})
        *hexes = reader.hexes();
    board.line_count = int(reader.number(0, LINES));
    board.has_swamp = board.terrain[SWAMP].any();
    for (std::vector<Hexes> *list : {&board.near_capitols, &board.mountain_areas, &board.terrain_areas})
        reader.each_item([&](PyObject *value) {
            Hexes found = NO_HEXES;
            limit(list->size() < HEX_COUNT);
            if (!PyErr_Occurred() && read_hexes(value, found)) list->push_back(found);
        });
}

}  // namespace

bool is_supported(const Declarations &declarations, long number) {
    if (number >= FIRST_ENTRY && number < ANSWERS && declarations.action(int(number)).op != Op::COUNT) return true;
    PyErr_Format(PyExc_NotImplementedError, "the kernel does not know the action %ld", number);
    return false;
}

bool places_tokens(const Action &action) {
    return action.op == Op::MovableToken || action.op == Op::Barracks || action.op == Op::CityHall;
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
    if (reader.failed()) {
        delete found;
        return nullptr;
    }
    return PyCapsule_New(found, DECLARATIONS, free_declarations);
}

PyObject *new_setup(PyObject *, PyObject *args) {
    PyObject *capsule, *values;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &values)) return nullptr;
    auto *declarations = static_cast<Declarations *>(PyCapsule_GetPointer(capsule, DECLARATIONS));
    if (!declarations || !geometry_is_set()) return nullptr;
    auto *setup = new Setup();
    setup->declarations = declarations;
    Reader reader(values);
    setup->players = int(reader.number(2, MOST_PLAYERS));
    setup->start = int(reader.number(0, setup->players - 1));
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
    read_board(reader, setup->board);
    read_spaces(reader, *declarations, *setup);
    read_rules(reader, *declarations, setup->rules);
    if (reader.failed()) {
        delete setup;
        return nullptr;
    }
    PyObject *found = PyCapsule_New(setup, SETUP, free_setup);
    PyCapsule_SetContext(found, Py_NewRef(capsule));
    return found;
}

const Setup *setup_in(PyObject *capsule) { return static_cast<Setup *>(PyCapsule_GetPointer(capsule, SETUP)); }

}  // namespace kb

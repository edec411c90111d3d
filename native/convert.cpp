// Set-ups and positions from Python's values.
#include "convert.hpp"

#include "board.hpp"

namespace kb {

bool is_supported(const Declarations &declarations, int number) {
    if (number >= FIRST_ENTRY && number < ANSWERS && declarations.action(number).op != Op::COUNT) return true;
    PyErr_Format(PyExc_NotImplementedError, "the kernel does not know the action %d", number);
    return false;
}

ScorerEntry read_scorer(PyObject *row) {
    Reader values(row);
    ScorerEntry entry;
    entry.scorer = named<Scorer>(values.item(), Scorer_named);
    entry.where = named<Where>(values.item(), Where_named);
    entry.gold = int8_t(values.number());
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

// A row of kernel/convert.py: an action with everything that it declares.
void read_action(PyObject *row, Action &action) {
    Reader reader(row);
    action.number = int16_t(reader.number());
    action.op = named_if_known<Op>(reader.item(), Op_named);
    action.on = int8_t(reader.number());
    action.also_on = int8_t(reader.number());
    action.where = named_if_known<Where>(reader.item(), Where_named);
    action.adjacency = Adjacency(reader.number());
    action.travel = named_if_known<Travel>(reader.item(), Travel_named);
    action.count = int8_t(reader.number());
    action.kind = int8_t(reader.number());
    action.needs_card = reader.flag();
    action.repeats = reader.flag();
    action.bonus = int16_t(reader.number());
    action.builds = reader.real();
    if (action.where == Where::COUNT || action.travel == Travel::COUNT) action.op = Op::COUNT;
}

void read_hooks(Reader &reader, Hooks &hooks) {
    reader.each_item([&](PyObject *name) {
        Hook hook = named<Hook>(name, Hook_named);
        if (hooks.count == MOST_HOOKS) PyErr_SetString(PyExc_NotImplementedError, "too many hooks for the kernel");
        else hooks.add(hook);
    });
}

void read_hooks_by_number(Reader &reader, Hook *hooks) {
    for (int i = 0; i < ENTRIES; i++) hooks[i] = Hook::COUNT;
    reader.each_item([&](PyObject *pair) {
        Reader values(pair);
        long number = values.number();
        Hook hook = named<Hook>(values.item(), Hook_named);
        if (number >= FIRST_ENTRY && number < ANSWERS) hooks[number - FIRST_ENTRY] = hook;
    });
}

void read_rules(Reader &reader, const Declarations &declarations, Rules &rules) {
    reader.each_item([&](PyObject *row) {
        ScorerEntry entry = read_scorer(row);
        if (rules.scorers.count == MOST_SCORERS)
            PyErr_SetString(PyExc_NotImplementedError, "too many scorers for the kernel");
        else rules.scorers.add(entry);
    });
    for (Hooks *hooks : {&rules.build, &rules.move, &rules.emptied, &rules.mandatory_done, &rules.first_anywhere,
                         &rules.turn_end, &rules.before_scoring})
        read_hooks(reader, *hooks);
    for (Hook *hooks : {rules.taken, rules.lost, rules.at_once}) read_hooks_by_number(reader, hooks);
    reader.each_item([&](PyObject *value) {
        int number = int(PyLong_AsLong(value)), index = declarations.free_action_index(number);
        if (rules.free_actions.count == 16 || index == NOTHING)
            PyErr_SetString(PyExc_NotImplementedError, "too many actions for the kernel");
        else rules.free_actions.add({int16_t(number), uint64_t(1) << index});
    });
}

bool limit(bool possible) {
    if (!possible && !PyErr_Occurred())
        PyErr_SetString(PyExc_NotImplementedError, "the position is beyond the limits of the kernel");
    return possible;
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
        int h = values.hex(), tile = int(values.number());
        if (h != NO_HEX) limit(add_space(board, h, tile, true));
    });
    for (int i = 0; i < board.space_count && !PyErr_Occurred(); i++)
        is_supported(*setup.declarations, board.space_tile[i]);
    if (!PyErr_Occurred()) note_pieces(*setup.declarations, board, setup.rules);
    board.line_count = int(reader.number());
    board.capitols = reader.hexes();
    board.caves = reader.hexes();
    setup.removed_terrain = int8_t(reader.number());
    bool with_areas = setup.tasks.any();
    if (!PyErr_Occurred()) finish_board(board, *setup.declarations, setup.removed_terrain, with_areas);
}

void read_indices(Reader &reader, Short<int16_t, MOST_SCORERS> &found) {
    reader.each_item([&](PyObject *number) {
        if (limit(found.count < MOST_SCORERS)) found.add(int16_t(PyLong_AsLong(number)));
    });
}

// The bits of the spaces on these hexes.
Spaces spaces_on(const Board &board, const Hexes &hexes) {
    Spaces found = 0;
    for (int i = 0; i < board.space_count; i++) found |= Spaces(hexes.has(board.space_hex[i])) << i;
    return found;
}

void read_pile(Reader &reader, Pile &pile) {
    pile.size = 0;
    reader.bytes([&](int card) {
        if (pile.size < MOST_CARDS && card < CARD_KINDS) pile.push(card);
        else PyErr_SetString(PyExc_NotImplementedError, "too many terrain cards for the kernel");
    });
}

Frame read_frame(PyObject *row) {
    Reader values(row);
    Frame frame = new_frame(int(values.number()), 0);
    frame.seat = int8_t(values.number());
    frame.waived = values.flag();
    frame.count = int16_t(values.number());
    frame.origin = int16_t(values.hex());
    frame.hit = uint16_t(values.number());
    frame.taker = int8_t(values.number());
    frame.events = int8_t(values.number());
    frame.silos = int8_t(values.number());
    frame.mode = int8_t(values.number());
    int i = 0;
    for (int h : each(values.hexes()))
        if (i < 2) frame.moved[i++] = int16_t(h);
    return frame;
}

void read_player(PyObject *row, const Setup &setup, Player &player) {
    Reader values(row);
    player.pieces = values.hexes();
    player.adjacent = neighbours(player.pieces);
    player.taken_from = spaces_on(setup.board, values.hexes());
    player.supply = int16_t(values.number());
    player.gold = int16_t(values.number());
    player.reserve = int16_t(values.number());
    player.numbers = int16_t(values.number());
    player.lines = uint32_t(values.number());
    values.bytes([&](int card) {
        limit(player.hand_size < MOST_CARDS && card < CARD_KINDS);
        if (player.hand_size < MOST_CARDS) player.hand[player.hand_size++] = uint8_t(card);
    });
    values.each_item([&](PyObject *item) {
        Reader tile(item);
        int kind = int(tile.number()), location = tile.hex(), acquired = int(tile.number());
        bool used = tile.flag();
        limit(player.tile_count < MOST_TILES && location != NO_HEX);
        if (PyErr_Occurred() || !is_supported(*setup.declarations, kind)) return;
        limit(setup.rules.has_tokens || !places_tokens(setup.declarations->action(kind)));
        limit(setup.rules.has_temporary || setup.declarations->action(kind).op != Op::ScoutCabin);
        player.tiles[player.tile_count++] = {int16_t(kind), int16_t(location), int16_t(acquired), used};
    });
    values.each_item([&](PyObject *item) {
        Reader tile(item);
        int kind = int(tile.number()), acquired = int(tile.number());
        limit(player.nomad_count < MOST_NOMADS);
        if (PyErr_Occurred() || !is_supported(*setup.declarations, kind)) return;
        player.nomads[player.nomad_count++] = {int16_t(kind), int16_t(acquired)};
    });
    values.each_item([&](PyObject *item) {
        Reader tile(item);
        int kind = int(tile.number()), acquired = int(tile.number());
        bool used = tile.flag();
        limit(player.bonus_count < MOST_BONUS);
        if (PyErr_Occurred()) return;
        player.bonus[player.bonus_count++] = {int16_t(kind), int16_t(acquired), used};
    });
    values.each_item([&](PyObject *item) {
        limit(player.bonus_ever_count < MOST_BONUS_EVER);
        if (!PyErr_Occurred()) player.bonus_ever[player.bonus_ever_count++] = int16_t(PyLong_AsLong(item));
    });
    int kind = 0;
    values.each_item([&](PyObject *item) {
        Hexes found = NO_HEXES;
        if (kind < TOKEN_KINDS && read_hexes(item, found)) toggle_tokens(player, kind++, found);
    });
    limit(setup.rules.has_tokens || !any_tokens(player));
}

}  // namespace

PyObject *new_declarations(PyObject *, PyObject *tables) {
    Reader reader(tables);
    auto *found = new Declarations();
    read_action(reader.item(), found->mandatory);
    reader.each_item([&](PyObject *row) {
        Action action;
        read_action(row, action);
        if (action.number >= FIRST_ENTRY && action.number < ANSWERS) found->actions[action.number - FIRST_ENTRY] = action;
    });
    int kind = 0;
    reader.each_item([&](PyObject *row) {
        Reader values(row);
        if (kind == TOKEN_KINDS) return;
        PieceKind &piece = found->pieces[kind++];
        piece.blocks_neighbours = values.flag();
        piece.removable = values.flag();
        piece.moves_on = Ground(values.number());
    });
    found->waiver = int16_t(reader.number());
    reader.each_item([&](PyObject *number) {
        if (found->free_action_count < 64)
            found->free_actions[found->free_action_count++] = int16_t(PyLong_AsLong(number));
    });
    for (int16_t *number : {&found->crossroads, &found->temple, &found->canoe, &found->fountain, &found->silo,
                            &found->collect, &found->castle, &found->palace, &found->silo_hex})
        *number = int16_t(reader.number());
    limit(found->castle < MOST_SPECIALS && found->palace < MOST_SPECIALS && found->silo_hex < MOST_SPECIALS);
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
    Reader(numbers).each([&](PyObject *number) {
        known = known && is_supported(*declarations, int(PyLong_AsLong(number)));
    });
    if (!known && PyErr_ExceptionMatches(PyExc_NotImplementedError)) PyErr_Clear();
    return PyErr_Occurred() ? nullptr : PyBool_FromLong(known);
}

PyObject *new_board_part(PyObject *, PyObject *tables) {
    Reader reader(tables);
    auto *part = new BoardPart();
    read_sets(reader, part->terrain, TERRAIN_COUNT);
    read_sets(reader, part->special, MOST_SPECIALS);
    reader.each_item([&](PyObject *row) {
        Reader values(row);
        int h = values.hex(), tile = int(values.number());
        if (!limit(h != NO_HEX && part->location_count < MOST_SPACES)) return;
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
    if (!declarations) return nullptr;
    auto *setup = new Setup();
    setup->id = new_setup_id();
    setup->declarations = declarations;
    Reader reader(values);
    setup->players = int(reader.number());
    setup->start = int(reader.number());
    setup->two_cards = reader.flag();
    reader.bytes([&](int card) {
        limit(setup->deck_size < MOST_CARDS && card < CARD_KINDS);
        if (setup->deck_size < MOST_CARDS) setup->deck[setup->deck_size++] = uint8_t(card);
    });
    reader.each_item([&](PyObject *order) {
        std::vector<uint8_t> cards;
        for (Py_ssize_t i = 0; i < PyBytes_Size(order); i++) {
            cards.push_back(uint8_t(PyBytes_AsString(order)[i]));
            limit(cards.size() <= MOST_CARDS && cards.back() < CARD_KINDS);
        }
        setup->orders.push_back(cards);
    });
    limit(setup->players >= 2 && setup->players <= MOST_PLAYERS);
    read_indices(reader, setup->cards);
    read_indices(reader, setup->tasks);
    read_board(reader, *setup);
    read_rules(reader, *declarations, setup->rules);
    for (const FreeAction &action : setup->rules.free_actions)
        if (!PyErr_Occurred()) is_supported(*declarations, action.number);
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

bool read_position(PyObject *values, const Setup &setup, Position &pos) {
    memset(static_cast<void *>(&pos), 0, sizeof pos);
    pos.setup = &setup;
    Reader reader(values);
    pos.deck_seed = reader.number64();
    pos.turn = int32_t(reader.number());
    pos.last_built = int32_t(reader.number());
    pos.to_build = int16_t(reader.number());
    pos.active = int8_t(reader.number());
    pos.terrain = int8_t(reader.number());
    pos.card = int8_t(reader.number());
    pos.end_triggered = reader.flag();
    pos.over = reader.flag();
    pos.tiles_left = spaces_on(setup.board, reader.hexes());
    pos.two_tiles_left = spaces_on(setup.board, reader.hexes());
    pos.free = reader.hexes();
    pos.walls = reader.hexes();
    pos.built_this_turn = reader.hexes();
    pos.turn_state.temporary = reader.hexes();
    pos.turn_state.additional = int16_t(reader.number());
    pos.turn_state.regular = int16_t(reader.number());
    pos.turn_state.used_actions = reader.number64();
    pos.turn_state.extra_cards = int16_t(reader.number());
    pos.turn_state.after_last_turn = reader.flag();
    pos.turn_state.sections_built_in = uint8_t(reader.number());
    read_pile(reader, pos.deck.draw);
    read_pile(reader, pos.deck.discard);
    read_pile(reader, pos.deck.removed);
    pos.deck.shuffles = uint16_t(reader.number());
    reader.each_item([&](PyObject *row) { pos.push_frame(read_frame(row)); });
    int seat = 0;
    reader.each_item([&](PyObject *row) {
        if (seat < setup.players) read_player(row, setup, pos.players[seat++]);
    });
    limit(setup.rules.has_temporary || pos.turn_state.temporary.empty());
    limit(seat == setup.players && !pos.failed && pos.turn >= 0 && pos.turn < 32000);
    return !reader.failed();
}

}  // namespace kb

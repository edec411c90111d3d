// Positions from Python's values, and back: position_values in src/kingdom_builder/kernel/convert.py.
#include "convert.hpp"
#include "sets/harvest.hpp"

namespace kb {

namespace {

constexpr int MOST_TURNS = 32000;   // a turn fits into 16 bits, with room for the rest of a game
constexpr int MOST_GOLD = 30000;    // 16 bits again; a position file has at most 9,999
constexpr int MOST_OF_A_KIND = 10000;  // settlements, number tiles
constexpr int MOST_SILOS = 100;
constexpr int MOST_SHUFFLES = 10000;

// The bits of the spaces on these hexes.
Spaces spaces_on(const Board &board, const Hexes &hexes) {
    Spaces found = 0;
    for (int i = 0; i < board.space_count; i++) found |= Spaces(hexes.has(board.space_hex[i])) << i;
    return found;
}

void read_pile(Reader &reader, Pile &pile) {
    pile.size = 0;
    reader.bytes([&](int card) {
        limit(pile.size < MOST_CARDS && card < CARD_KINDS);
        if (!PyErr_Occurred()) pile.push(card);
    });
}

int16_t read_turn(Reader &reader) { return int16_t(reader.number(-1, MOST_TURNS)); }

Frame read_frame(PyObject *row, const Setup &setup) {
    Reader values(row);
    Frame frame = new_frame(int(values.number(0, ANSWERS - 1)), 0);
    frame.seat = int8_t(values.number(0, setup.players - 1));
    frame.waived = values.flag();
    frame.count = int16_t(values.number(0, MOST_OF_A_KIND));
    frame.origin = int16_t(values.hex());
    frame.hit = uint16_t(values.number(0, INT16_MAX));
    frame.taker = int8_t(values.number(0, setup.players - 1));
    frame.events = int8_t(values.number(0, INT8_MAX));
    frame.silos = int8_t(values.number(0, MOST_SILOS));
    frame.mode = int8_t(values.number(SILO_OPEN, SILO_MOVING));
    int i = 0;
    for (int h : each(values.hexes())) {
        limit(i < 2);
        if (i < 2) frame.moved[i++] = int16_t(h);
    }
    if (PyErr_Occurred() || frame.action == MANDATORY_NUMBER || !is_supported(*setup.declarations, frame.action))
        return frame;
    Op op = setup.declarations->action(frame.action).op;
    limit(op != Op::Fort || frame.count < CARD_KINDS);  // the card drawn
    limit(op != Op::Silo || frame.count <= PER_SILO);
    return frame;
}

void read_tiles(Reader &values, const Setup &setup, Player &player) {
    values.each_item([&](PyObject *item) {
        Reader tile(item);
        int kind = int(tile.number(FIRST_ENTRY, ANSWERS - 1)), location = tile.hex(), acquired = read_turn(tile);
        bool used = tile.flag();
        limit(player.tile_count < MOST_TILES && location != NO_HEX);
        if (PyErr_Occurred() || !is_supported(*setup.declarations, kind)) return;
        limit(setup.rules.has_tokens || !places_tokens(setup.declarations->action(kind)));
        limit(setup.rules.has_temporary || setup.declarations->action(kind).op != Op::ScoutCabin);
        player.tiles[player.tile_count++] = {int16_t(kind), int16_t(location), int16_t(acquired), used};
    });
    values.each_item([&](PyObject *item) {
        Reader tile(item);
        int kind = int(tile.number(FIRST_ENTRY, ANSWERS - 1)), acquired = read_turn(tile);
        limit(player.nomad_count < MOST_NOMADS);
        if (PyErr_Occurred() || !is_supported(*setup.declarations, kind)) return;
        player.nomads[player.nomad_count++] = {int16_t(kind), int16_t(acquired)};
    });
    values.each_item([&](PyObject *item) {
        Reader tile(item);
        int kind = int(tile.number(FIRST_ENTRY, ANSWERS - 1)), acquired = read_turn(tile);
        bool used = tile.flag();
        limit(player.bonus_count < MOST_BONUS);
        if (!PyErr_Occurred()) player.bonus[player.bonus_count++] = {int16_t(kind), int16_t(acquired), used};
    });
    values.each_item([&](PyObject *item) {
        long kind = PyLong_AsLong(item);
        limit(player.bonus_ever_count < MOST_BONUS_EVER && kind >= FIRST_ENTRY && kind < ANSWERS);
        if (!PyErr_Occurred()) player.bonus_ever[player.bonus_ever_count++] = int16_t(kind);
    });
}

void read_player(PyObject *row, const Setup &setup, Player &player) {
    Reader values(row);
    player.pieces = values.hexes();
    player.adjacent = neighbours(player.pieces);
    player.taken_from = spaces_on(setup.board, values.hexes());
    player.supply = int16_t(values.number(0, MOST_OF_A_KIND));
    player.gold = int16_t(values.number(-MOST_GOLD, MOST_GOLD));
    player.reserve = int16_t(values.number(0, MOST_OF_A_KIND));
    player.numbers = int16_t(values.number(0, MOST_OF_A_KIND));
    player.lines = uint32_t(values.number(0, (1 << LINES) - 1));
    values.bytes([&](int card) {
        limit(player.hand_size < MOST_CARDS && card < CARD_KINDS);
        if (!PyErr_Occurred()) player.hand[player.hand_size++] = uint8_t(card);
    });
    read_tiles(values, setup, player);
    int kind = 0;
    values.each_item([&](PyObject *item) {
        Hexes found = NO_HEXES;
        if (!read_hexes(item, found)) return;
        limit(kind < TOKEN_KINDS && contains(player.pieces, found));
        if (kind < TOKEN_KINDS) toggle_tokens(player, kind++, found);
    });
    limit(setup.rules.has_tokens || !any_tokens(player));
}

// All cards must fit into one pile, and the played card must be in the hand of the player who plays it.
void check_cards(const Position &pos) {
    int cards = pos.deck.draw.size + pos.deck.discard.size + pos.deck.removed.size;
    for (int i = 0; i < pos.player_count(); i++) cards += pos.players[i].hand_size;
    limit(cards <= MOST_CARDS);
    const Player &player = pos.players[pos.active];
    limit(pos.card == NOTHING || memchr(player.hand, pos.card, player.hand_size));
}

}  // namespace

bool read_position(PyObject *values, const Setup &setup, Position &pos) {
    memset(static_cast<void *>(&pos), 0, sizeof pos);
    pos.setup = &setup;
    Reader reader(values);
    pos.deck_seed = reader.number64();
    pos.turn = int32_t(reader.number(0, MOST_TURNS));
    pos.last_built = int32_t(reader.number(-1, MOST_TURNS));
    pos.to_build = int16_t(reader.number(NOT_BEGUN, MOST_OF_A_KIND));
    pos.active = int8_t(reader.number(0, setup.players - 1));
    pos.terrain = int8_t(reader.number(NOTHING, TERRAIN_COUNT - 1));
    pos.card = int8_t(reader.number(NOTHING, CARD_KINDS - 1));
    pos.end_triggered = reader.flag();
    pos.over = reader.flag();
    pos.tiles_left = spaces_on(setup.board, reader.hexes());
    pos.two_tiles_left = spaces_on(setup.board, reader.hexes());
    pos.free = reader.hexes();
    pos.walls = reader.hexes();
    pos.built_this_turn = reader.hexes();
    pos.temporary = reader.hexes();
    pos.turn_state.additional = int16_t(reader.number(0, MOST_OF_A_KIND));
    pos.turn_state.regular = int16_t(reader.number(0, MOST_OF_A_KIND));
    pos.turn_state.used_actions = reader.number64();
    pos.turn_state.extra_cards = int16_t(reader.number(0, MOST_OF_A_KIND));
    pos.turn_state.after_last_turn = reader.flag();
    pos.turn_state.sections_built_in = uint8_t(reader.number(0, (1 << SECTION_COUNT) - 1));
    read_pile(reader, pos.deck.draw);
    read_pile(reader, pos.deck.discard);
    read_pile(reader, pos.deck.removed);
    pos.deck.shuffles = uint16_t(reader.number(0, MOST_SHUFFLES));
    reader.each_item([&](PyObject *row) { pos.push_frame(read_frame(row, setup)); });
    int seat = 0;
    reader.each_item([&](PyObject *row) {
        if (seat < setup.players) read_player(row, setup, pos.players[seat]);
        seat++;
    });
    limit(setup.rules.has_temporary || pos.temporary.empty());
    limit(seat == setup.players && !pos.failed && pos.turn_state.additional <= pos.players[pos.active].reserve);
    check_cards(pos);
    return !reader.failed();
}

namespace {

// Collects values into a tuple.
class Writer {
    PyObject *list_ = PyList_New(0);

  public:
    Writer() = default;
    Writer(const Writer &) = delete;
    ~Writer() { Py_XDECREF(list_); }

    void item(PyObject *value) {  // takes the reference
        if (list_ && value) PyList_Append(list_, value);
        Py_XDECREF(value);
    }
    void number(long value) { item(PyLong_FromLong(value)); }
    void flag(bool value) { item(PyBool_FromLong(value)); }
    void hexes(const Hexes &hexes) { item(write_hexes(hexes)); }
    void hex(int h) { number(h == NO_HEX ? NO_HEX : geometry.python_of_hex[h]); }
    void bytes(const uint8_t *data, int count) {
        item(PyBytes_FromStringAndSize(reinterpret_cast<const char *>(data), count));
    }
    PyObject *tuple() const { return list_ && !PyErr_Occurred() ? PyList_AsTuple(list_) : nullptr; }
};

PyObject *written_frame(const Frame &frame) {
    Writer row;
    Hexes moved = NO_HEXES;
    for (int h : frame.moved)
        if (h != NO_HEX) moved.add(h);
    row.number(frame.action);
    row.number(frame.seat);
    row.flag(frame.waived);
    row.number(frame.count);
    row.hex(frame.origin);
    for (int value : {int(frame.hit), int(frame.taker), int(frame.events), int(frame.silos), int(frame.mode)})
        row.number(value);
    row.hexes(moved);
    return row.tuple();
}

PyObject *written_player(const Player &player, const Board &board) {
    Writer row, tiles, nomads, bonus, ever, tokens;
    row.hexes(player.pieces);
    row.hexes(board.hexes_of(player.taken_from));
    for (long value : {long(player.supply), long(player.gold), long(player.reserve), long(player.numbers),
                       long(player.lines)})
        row.number(value);
    row.bytes(player.hand, player.hand_size);
    for (int i = 0; i < player.tile_count; i++) {
        const OwnedTile &tile = player.tiles[i];
        tiles.item(Py_BuildValue("(iiiN)", tile.kind, geometry.python_of_hex[tile.location], tile.acquired_turn,
                                 PyBool_FromLong(tile.used)));
    }
    for (int i = 0; i < player.nomad_count; i++)
        nomads.item(Py_BuildValue("(ii)", player.nomads[i].kind, player.nomads[i].acquired_turn));
    for (int i = 0; i < player.bonus_count; i++) {
        const BonusTile &tile = player.bonus[i];
        bonus.item(Py_BuildValue("(iiN)", tile.kind, tile.acquired_turn, PyBool_FromLong(tile.used)));
    }
    for (int i = 0; i < player.bonus_ever_count; i++) ever.number(player.bonus_ever[i]);
    if (any_tokens(player))
        for (const Hexes &hexes : player.tokens) tokens.hexes(hexes);
    for (const Writer *list : {&tiles, &nomads, &bonus, &ever, &tokens}) row.item(list->tuple());
    return row.tuple();
}

}  // namespace

PyObject *write_position(const Position &pos) {
    const TurnState &state = pos.turn_state;
    Writer values, frames, players;
    values.item(PyLong_FromUnsignedLongLong(pos.deck_seed));
    for (int value : {int(pos.turn), int(pos.last_built), int(pos.to_build), int(pos.active), int(pos.terrain),
                      int(pos.card)})
        values.number(value);
    values.flag(pos.end_triggered);
    values.flag(pos.over);
    values.hexes(pos.board().hexes_of(pos.tiles_left));
    values.hexes(pos.board().hexes_of(pos.two_tiles_left));
    for (const Hexes *hexes : {&pos.free, &pos.walls, &pos.built_this_turn, &pos.temporary}) values.hexes(*hexes);
    values.number(state.additional);
    values.number(state.regular);
    values.item(PyLong_FromUnsignedLongLong(state.used_actions));
    values.number(state.extra_cards);
    values.flag(state.after_last_turn);
    values.number(state.sections_built_in);
    for (const Pile *pile : {&pos.deck.draw, &pos.deck.discard, &pos.deck.removed})
        values.bytes(pile->cards, pile->size);
    values.number(pos.deck.shuffles);
    for (int i = 0; i < pos.frame_count; i++) frames.item(written_frame(pos.stack[i]));
    for (int i = 0; i < pos.player_count(); i++) players.item(written_player(pos.players[i], pos.board()));
    values.item(frames.tuple());
    values.item(players.tuple());
    return values.tuple();
}

}  // namespace kb

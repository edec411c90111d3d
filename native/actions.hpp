// Actions: building, building on either of two terrains, moving (engine/actions/); the other classes are in sets/.
#pragma once
#include "changes.hpp"
#include "hex_counts.hpp"
#include "terrain_card.hpp"
#include "where.hpp"

namespace kb {

// The legal answers to a question: a set of hexes and some options.
struct LegalAnswers {
    static constexpr int MOST = ANSWERS - FIRST_OPTION + MOST_FREE_ACTIONS;  // others are offered once
    static constexpr int FIRST_BIT = FIRST_OPTION / 64 * 64;
    Hexes hexes;
    int option_count;
    uint64_t option_bits[2];        // bit i of both is option FIRST_BIT + i
    int16_t options[MOST];          // in the order of Python

    void clear() {
        hexes = NO_HEXES;
        option_count = 0;
        option_bits[0] = option_bits[1] = 0;
    }
    void add(int option) {
        options[option_count++] = int16_t(option);
        option_bits[(option - FIRST_BIT) / 64] |= uint64_t(1) << option % 64;
    }
    bool has_option(int option) const { return option_bits[(option - FIRST_BIT) / 64] >> option % 64 & 1; }
    bool any() const { return option_count || hexes.any(); }
};
static_assert(ANSWERS <= LegalAnswers::FIRST_BIT + 128);

// The legal answers by index: the hexes in reading order, then the options.
class AnswerList {
    const LegalAnswers &legal_;
    HexCounts counts_;

  public:
    explicit AnswerList(const LegalAnswers &legal) : legal_(legal), counts_(legal.hexes) {}
    int hexes() const { return counts_.all(); }
    int count() const { return hexes() + legal_.option_count; }
    int operator[](int n) const {
        if (n >= hexes()) return legal_.options[n - hexes()];
        return geometry.answer_of_hex[counts_.nth_hex(legal_.hexes, n)];
    }
};

// One of the answers, all with the same probability; there must be one.
inline int random_answer(const AnswerList &answers, Rng &rng) {
    return answers[int(rng.randbelow(uint64_t(answers.count())))];
}

// What every class of action defines (engine/actions/base.py); dispatch.hpp chooses by the class.
bool can_start(const Position &pos, const Action &action, int seat);
void start(Position &pos, const Action &action, int seat);
bool repeatable(const Position &pos, const Action &action, int seat);
void repeat(Position &pos, const Action &action, int seat);
void legal(const Position &pos, const Action &action, const Frame &frame, LegalAnswers &found);

inline int hex_of_answer(int answer) { return geometry.hex_of_answer[answer]; }

// `preferred` among the candidates if there is any, else all candidates (R4.4).
[[gnu::always_inline]] inline Hexes adjacent_if_possible(const Hexes &candidates, const Hexes &preferred) {
    Hexes adjacent = candidates & preferred;
    return adjacent.any() ? adjacent : candidates;
}

// The hexes of a target: a terrain, CARD or LAND. Without a played terrain CARD has no hex.
inline const Hexes &hexes_on(const Position &pos, int on) {
    if (on == LAND) return pos.board().land;
    if (on == CARD) return pos.terrain == NOTHING ? NO_HEXES : pos.board().terrain[pos.terrain];
    return pos.board().terrain[on];
}

// The waiver of adjacency (R6.4).

inline bool can_waive(const Position &pos, int seat) {
    int waiver = pos.declarations().waiver;
    return waiver && has_usable_nomad(pos, seat, waiver);
}

// Add the waiver's answer if the player can use it and it would add targets.
inline void add_waiver(const Position &pos, int seat, const Hexes &targets, const Hexes &candidates,
                       LegalAnswers &found) {
    if (pos.players[seat].nomad_count && targets != candidates && can_waive(pos, seat))
        found.add(pos.declarations().waiver);
}

// Use the waiver if that is the answer; return whether it was. The question is then asked again without adjacency.
inline bool use_waiver(Position &pos, const Frame &frame, int answer) {
    int waiver = pos.declarations().waiver;
    if (!waiver || answer != waiver) return false;
    use_nomad(pos, frame.seat, waiver);
    Frame again = frame;
    again.waived = true;
    pos.replace_frame(again);
    return true;
}

// Build: engine/actions/build.py.

Hexes fountain_candidates(const Position &pos, int seat);  // sets/marshlands.hpp

// The set T of R4.3: free hexes with the right terrain that meet the condition.
inline Hexes build_candidates(const Position &pos, const Action &action, int seat) {
    if (action.op == Op::Fountain) return fountain_candidates(pos, seat);
    Hexes candidates = hexes_on(pos, action.on) & pos.free;
    return action.where == Where::ANYWHERE ? candidates : candidates & where_hexes(pos, seat, action.where);
}

// Where the next settlement may be built (R4.4, R4.5).
inline Hexes build_targets(const Position &pos, const Action &action, int seat) {
    Hexes candidates = build_candidates(pos, action, seat);
    if (action.adjacency == NO_ADJACENCY) return candidates;
    if (action.adjacency == REQUIRED) return candidates & own_adjacent(pos, seat);
    return adjacent_if_possible(candidates, own_adjacent(pos, seat));
}

inline bool build_can_start(const Position &pos, const Action &action, int seat) {
    if (!pos.players[seat].supply) return false;
    if (action.op == Op::Build && action.where == Where::ANYWHERE && action.adjacency != REQUIRED)
        return overlap_probably(hexes_on(pos, action.on), pos.free);
    return (action.adjacency == REQUIRED ? build_targets(pos, action, seat) : build_candidates(pos, action, seat)).any();
}

inline void build_legal(const Position &pos, const Action &action, const Frame &frame, LegalAnswers &found) {
    if (frame.waived) {
        found.hexes = build_candidates(pos, action, frame.seat);
        return;
    }
    found.hexes = build_targets(pos, action, frame.seat);
    if (action.adjacency == IF_POSSIBLE && pos.players[frame.seat].nomad_count)
        add_waiver(pos, frame.seat, found.hexes, build_candidates(pos, action, frame.seat), found);
}

// Build, and ask again while settlements are left to build, in the supply and with a target (R6.2).
inline void build_apply(Position &pos, const Action &action, const Frame &frame, int answer) {
    if (use_waiver(pos, frame, answer)) return;
    build(pos, frame.seat, hex_of_answer(answer));
    if (frame.count > 1 && build_can_start(pos, action, frame.seat))
        pos.replace_frame(new_frame(frame.action, frame.seat, frame.count - 1));
    else pos.pop_frame();
}

// Build on one of several terrains: EitherTerrain and BuildOnEither in engine/actions/build.py.

// The free hexes of all the terrains.
inline Hexes either_candidates(const Position &pos, CardTerrains terrains) {
    Hexes found = NO_HEXES;
    for (int i = 0; i < terrains.count; i++) found |= pos.board().terrain[terrains.terrains[i]];
    return found & pos.free;
}

// Where to build: on each terrain next to own pieces if possible (R4.4).
inline Hexes either_targets(const Position &pos, int seat, CardTerrains terrains) {
    Hexes found = NO_HEXES, adjacent = own_adjacent(pos, seat);
    for (int i = 0; i < terrains.count; i++)
        found |= adjacent_if_possible(pos.board().terrain[terrains.terrains[i]] & pos.free, adjacent);
    return found;
}

inline void either_legal(const Position &pos, const Frame &frame, CardTerrains terrains, LegalAnswers &found) {
    Hexes candidates = either_candidates(pos, terrains);
    if (frame.waived) {
        found.hexes = candidates;
        return;
    }
    found.hexes = either_targets(pos, frame.seat, terrains);
    add_waiver(pos, frame.seat, found.hexes, candidates, found);
}

inline void either_apply(Position &pos, const Frame &frame, int answer) {
    if (use_waiver(pos, frame, answer)) return;
    pos.pop_frame();
    build(pos, frame.seat, hex_of_answer(answer));
}

// Move: engine/actions/move.py.

// The free hexes with the piece on a hex lifted; it no longer blocks its neighbours (R0.21).
inline Hexes free_lifted(const Position &pos, int seat, int origin) {
    const Player &player = pos.players[seat];
    if (any_tokens(player) && blocking(pos, player).has(origin)) return free_without(pos, one_hex(origin));
    return pos.free;
}

// The hexes of a player's pieces that can be moved to land, or to water (R4.24).
inline Hexes movable(const Position &pos, const Player &player, Ground ground = Ground::LAND) {
    Hexes pieces = player.pieces;
    for (int kind = 0; kind < TOKEN_KINDS; kind++)
        if (player.token_kinds >> kind & 1 && pos.declarations().pieces[kind].moves_on != ground)
            pieces -= player.tokens[kind];
    return pieces;
}

inline Ground ground_of(const Action &action) { return action.on == WATER ? Ground::WATER : Ground::LAND; }

// The destinations of a piece; the lifted piece gives no adjacency and blocks nothing (R0.21).
inline Hexes plain_destinations(const Position &pos, const Action &action, int seat, int origin) {
    Hexes candidates = travel_targets(action.travel, origin, hexes_on(pos, action.on) & free_lifted(pos, seat, origin));
    if (action.adjacency != IF_POSSIBLE) return candidates;
    return adjacent_if_possible(candidates, neighbours(own_pieces(pos, seat) - one_hex(origin)));
}

// The destinations by the class of the action, defined in dispatch.hpp.
Hexes move_destinations(const Position &pos, const Action &action, int seat, int origin);
Hexes move_sources(const Position &pos, const Action &action, int seat);

// The pieces that have a destination.
inline Hexes plain_sources(const Position &pos, const Action &action, int seat) {
    const Player &player = pos.players[seat];
    Hexes candidates = hexes_on(pos, action.on) & pos.free;
    if (!any_tokens(player)) return travel_sources(action.travel, player.pieces, candidates);
    Hexes pieces = movable(pos, player, ground_of(action));
    Hexes blocked = blocking(pos, player) & pieces;
    Hexes found = travel_sources(action.travel, pieces - blocked, candidates);
    for (int h : each(blocked))
        if (move_destinations(pos, action, seat, h).any()) found.add(h);
    return found;
}

// Whether a piece has a destination: the same as `plain_sources(...).any()`, faster.
inline bool plain_can_start(const Position &pos, const Action &action, int seat) {
    const Player &player = pos.players[seat];
    if (any_tokens(player)) return plain_sources(pos, action, seat).any();
    const Hexes &on = hexes_on(pos, action.on);
    switch (action.travel) {
        case Travel::ANYWHERE: return player.pieces.any() && overlap_probably(on, pos.free);
        case Travel::JUMP: return can_jump(player.pieces, on & pos.free);
        case Travel::SLIDE:
        case Travel::STEP: return overlap(player.adjacent & on, pos.free);
        default: return plain_sources(pos, action, seat).any();
    }
}

// Those of these pieces that have a destination.
inline Hexes sources_among(const Position &pos, const Action &action, int seat, const Hexes &pieces) {
    Hexes found = NO_HEXES;
    for (int h : each(pieces))
        if (move_destinations(pos, action, seat, h).any()) found.add(h);
    return found;
}

// The destinations of the piece on `origin`, none if its kind cannot move there (R4.24).
inline Hexes move_targets(const Position &pos, const Action &action, int seat, int origin) {
    if (!movable(pos, pos.players[seat], ground_of(action)).has(origin)) return NO_HEXES;
    return move_destinations(pos, action, seat, origin);
}

inline void move_legal(const Position &pos, const Action &action, const Frame &frame, LegalAnswers &found) {
    found.hexes = frame.origin == NO_HEX ? move_sources(pos, action, frame.seat)
                                         : move_targets(pos, action, frame.seat, frame.origin);
}

// Choose the piece, or move it.
inline void move_apply(Position &pos, const Frame &frame, int answer) {
    int h = hex_of_answer(answer);
    if (frame.origin == NO_HEX) {
        pos.replace_frame(new_frame(frame.action, frame.seat, 0, h));
    } else {
        pos.pop_frame();
        move(pos, frame.seat, frame.origin, h);
    }
}

}  // namespace kb

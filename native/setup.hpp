// The set-up of a game as the kernel needs it: the board, and the compiled rules (engine/board.py, setup.py, hooks.py).
#pragma once
#include <atomic>
#include <vector>

#include "declarations.hpp"
#include "lines.hpp"

namespace kb {

constexpr int MOST_PLAYERS = 5;
constexpr int MOST_SPACES = 64;     // location and nomad spaces: each has a bit in a Spaces value
constexpr int MOST_SPECIALS = 16;   // kinds of special hex
constexpr int MOST_SCORERS = 16;
constexpr int MOST_HOOKS = 6, MOST_FREE_ACTIONS = 16;

using Spaces = uint64_t;

// Many games at once do not fit into the nearest cache, so what most answers need is together, in few lines of a cache.
constexpr size_t CACHE_LINE = 64;

// A part of a board: a section in its place, the Island, or a whole board. Parts have no hex in common.
struct BoardPart {
    Hexes terrain[TERRAIN_COUNT], special[MOST_SPECIALS];
    uint16_t special_kinds = 0;     // bits of the kinds of special hex that it has
    int location_count = 0;
    int16_t location_hex[MOST_SPACES], location_tile[MOST_SPACES];
};

// Which of up to 64 places on the board are on a hex or next to it, for scorers that link places: a bit for each place.
struct HexMarks {
    static constexpr int MOST = 64;
    int count = 0;
    uint64_t of_hex[BITS];
    int16_t first_hex[MOST];        // of each place

    void clear() {
        count = 0;
        memset(of_hex, 0, sizeof of_hex);
    }
    // Add a place; return false if there are too many.
    bool add(const Hexes &place) {
        if (count == MOST) return false;
        for (int h : each(place | neighbours(place))) of_hex[h] |= uint64_t(1) << count;
        first_hex[count++] = int16_t(place.first());
        return true;
    }
    // The places on or next to some of these hexes.
    uint64_t on(const int16_t *begin, const int16_t *end) const {
        uint64_t found = 0;
        for (const int16_t *h = begin; h != end; h++) found |= of_hex[*h];
        return found;
    }
};

struct Board {
    Hexes terrain[TERRAIN_COUNT], near_any_space;  // what most answers need is first
    Hexes open, land, special, castles, palaces, silos;
    Hexes special_of_kind[MOST_SPECIALS];  // by the index of the kind in the registry
    Hexes near_water, near_mountain, near_special, near_removed_terrain;
    Hexes capitols, caves, near_caves;
    uint16_t special_kinds = 0;     // bits of the kinds that it has
    bool has_swamp = false;
    int line_count = 0;             // the Island has lines of its own

    int space_count = 0;
    int16_t space_hex[MOST_SPACES];
    int16_t space_tile[MOST_SPACES];  // the number of its location or nomad tile
    Spaces locations = 0, nomads = 0;
    // The spaces next to a hex, which most hexes do not have: an index for each of the others, and what it stands for.
    uint8_t near_index[BITS];
    Spaces near_spaces[256];

    std::vector<Hexes> terrain_areas;
    HexMarks special_marks;         // of Merchants: each special hex
    HexMarks mountain_marks;        // of Geologists: each area of mountains
    std::vector<Hexes> near_capitols;  // of each capitol the hexes within two steps

    // The terrain of a hex, NOTHING for a special hex.
    int terrain_of(int h) const {
        for (int t = 0; t < TERRAIN_COUNT; t++)
            if (terrain[t].has(h)) return t;
        return NOTHING;
    }
    Lines lines() const { return (Lines(1) << line_count) - 1; }
    Spaces spaces_near(int h) const { return near_any_space.has(h) ? near_spaces[near_index[h]] : 0; }
    // The hexes of these spaces.
    Hexes hexes_of(Spaces spaces) const {
        Hexes found = NO_HEXES;
        for (; spaces; spaces &= spaces - 1) found.add(space_hex[__builtin_ctzll(spaces)]);
        return found;
    }
};

struct ScorerEntry {
    Scorer scorer;
    Where where;                    // of PerPiece
    int8_t gold;
    bool shared, kept;
};

template <class T, int MOST> struct Short {
    uint8_t count = 0;
    T items[MOST];

    bool any() const { return count != 0; }
    void add(const T &item) { items[count++] = item; }
    const T *begin() const { return items; }
    const T *end() const { return items + count; }
};
using Hooks = Short<Hook, MOST_HOOKS>;

// An action that needs no tile: its number, and its bit in TurnState::used_actions.
struct FreeAction {
    int16_t number;
    uint64_t bit;
};

// The compiled rules of one game: for each moment the hooks in their order.
struct Rules {
    bool has_tokens = false;        // whether a tile of the game places pieces beside settlements
    bool has_temporary = false;     // whether one places pieces that stay for one turn
    Hooks build, mandatory_done, emptied, first_anywhere, move, turn_end, before_scoring;
    Short<FreeAction, MOST_FREE_ACTIONS> free_actions;
    Short<ScorerEntry, MOST_SCORERS> scorers;
    Hook taken[ENTRIES], lost[ENTRIES], at_once[ENTRIES];  // by number - FIRST_ENTRY; COUNT: none
};

// What most answers need is first here, too.
struct alignas(CACHE_LINE) Setup {
    const Declarations *declarations = nullptr;
    uint64_t id = 0;                // differs between any two set-ups: new_setup_id
    int8_t players = 2, start = 0;
    bool two_cards = false;
    int8_t removed_terrain = NOTHING;
    Rules rules;
    Board board;
    Short<int16_t, MOST_SCORERS> cards, tasks;  // their indices in the registry, for observations
    int deck_size = 0;
    uint8_t deck[MOST_CARDS];
    std::vector<std::vector<uint8_t>> orders;  // the outcomes of the first shuffles, where they are known

    int hand_size() const { return two_cards ? 2 : 1; }
};

// A number that no other set-up of this process has.
inline uint64_t new_setup_id() {
    static std::atomic<uint64_t> last{0};
    return ++last;
}

}  // namespace kb

// Where an observation has its planes and numbers, as Python's ObservationSpec says (env/observation_spec.py).
//
// The groups are listed here by name, since only the kernel's code knows how to write them; the places are given. A
// spec with a group that is not in the lists is not supported: Python writes its observations.
#pragma once
#include <vector>

#include "setup.hpp"

namespace kb {

// The groups of planes: first those that do not change in a game.
#define KB_PLANES(X)                                                                                    \
    X(on_board) X(terrain) X(special) X(location) X(nomad_tile) X(capitol) X(cave)                      \
    X(pieces) X(taken) X(own) X(others) X(wall) X(scout) X(line) X(tiles) X(free) X(built) X(piece) X(legal)
KB_NAMES(PlaneGroup, KB_PLANES)

// The groups of the numbers of a player, and of all other numbers.
#define KB_PLAYER_NUMBERS(X)                                                                              \
    X(player) X(supply) X(gold) X(hand) X(tiles) X(used) X(new_) X(held) X(nomads) X(new_nomads) X(bonus) \
    X(used_bonus) X(numbers) X(lines)
KB_NAMES(PlayerNumber, KB_PLAYER_NUMBERS)

#define KB_NUMBERS(X)                                                                                        \
    X(cards) X(tasks) X(removed_terrain) X(variant) X(own_hand) X(discard) X(out) X(draw) X(mandatory) X(end) \
    X(turn) X(left) X(done) X(caves) X(extra_cards) X(rovers) X(terrain) X(played) X(stage) X(action)
KB_NAMES(Number, KB_NUMBERS)

// The members of groups that are not entries, terrains or cards, in the order of their group.
enum PlayerMember { THERE, TO_PLAY, TURN, START };
enum GoldMember { IN_GAME, TOTAL };
enum MandatoryMember { NOT_BEGUN_YET, STILL_TO_BUILD };
enum EndMember { TRIGGERED, CLOSING, OVER };
enum TilesMember { LEFT, TWO };
enum LineMember { OWN_LINES, OTHER_LINES };
constexpr int TURN_ACTION = 0, MANDATORY_ACTION = 1, FIRST_ACTION = 2;  // members of the group `action`

constexpr int MOST_MEMBERS = 96;
constexpr int NO_PLACE = -1;

// The member of an entry in the groups that have one for each.
inline int entry_member(int number) { return number - FIRST_ENTRY; }

// A plane: its group, and its member or the player whose plane it is, counted from the own seat.
struct Plane {
    PlaneGroup group;
    int16_t member;
};

struct Layout {
    int players = 0, cells = 0;
    int numbers_of_player = 0, vector_size = 0;
    bool scores = false;
    std::vector<Plane> fixed, moving;      // planes of a game, which come first, and those that change
    int16_t first_cell[LINES];             // the cell of the first hex of each line of the board
    bool island = false;                   // whether the planes show the Island
    int16_t player_numbers[int(PlayerNumber::COUNT)][MOST_MEMBERS];
    int16_t numbers[int(Number::COUNT)][MOST_MEMBERS];

    int plane_count() const { return int(fixed.size() + moving.size()); }
    int place(PlayerNumber group, int member) const { return player_numbers[int(group)][member]; }
    int place(Number group, int member) const { return numbers[int(group)][member]; }
};

}  // namespace kb

// What the sets declare, as Python passes it: actions, conditions, ways of moving, scorers, hooks, kinds of piece.
//
// A plain entry is a row of numbers and names from these lists. An entry that is not plain has the name of its Python
// class or function, and the code of the same name here. Names that are not in the lists are not supported: games with
// such entries are played by Python.
#pragma once
#include <cstdint>
#include <cstring>

namespace kb {

// Terrains, cards and answers: engine/terrain.py and engine/answers.py.
enum Terrain : int8_t { GRASS, CANYON, DESERT, FLOWER, FOREST, SWAMP, FARMLAND, WATER, MOUNTAIN, TERRAIN_COUNT };
constexpr int CARD_TERRAINS = 5, CARD_KINDS = 10, MOST_CARDS = 30;
constexpr int NOTHING = -1;  // no terrain, no card, no seat
constexpr int REGULAR_SETTLEMENTS = 3, SWAMP_SETTLEMENTS = 2, SETTLEMENTS = 40;
constexpr int FIRST_OPTION = 450, END_TURN = 450, STOP = 451, TAKE_BACK = 452, PASS = 453;
constexpr int FIRST_TERRAIN = 454, FIRST_ENTRY = 463, ANSWERS = 550, ENTRIES = ANSWERS - FIRST_ENTRY;
constexpr int MANDATORY_NUMBER = 0;

// Targets that are not one terrain, and whether a target must touch an own piece: engine/actions/base.py.
constexpr int CARD = -1, LAND = -2;
enum Adjacency : int8_t { IF_POSSIBLE, REQUIRED, NO_ADJACENCY };

// A list of names as an enum, and the enum's value of a name; NAME_COUNT if there is none.
#define KB_NAME(name) name,
#define KB_TEXT(name) #name,
#define KB_NAMES(Type, LIST)                                             \
    enum class Type : uint8_t { LIST(KB_NAME) COUNT };                   \
    inline Type Type##_named(const char *text) {                         \
        static const char *const names[] = {LIST(KB_TEXT)};              \
        int i = 0;                                                       \
        for (const char *name : names) {                                 \
            if (!strcmp(name, text)) return Type(i);                     \
            i++;                                                         \
        }                                                                \
        return Type::COUNT;                                              \
    }

// The classes of actions.
#define KB_OPS(X)                                                                                                  \
    X(Build) X(Move) X(Passive) X(Outpost) X(Quarry) X(Resettlement) X(Sword) X(MovableToken) X(Barracks)          \
    X(CityHall) X(Fort) X(Crossroads) X(Temple) X(Fountain) X(Canoe) X(CanoeBonus) X(RefugeBonus) X(Bazaar)        \
    X(ScoutCabin) X(Cathedral) X(Palisade) X(Silo) X(CaveAction)
KB_NAMES(Op, KB_OPS)

// The members of Where and Travel in engine/actions/where.py.
#define KB_WHERES(X)                                                                                    \
    X(ANYWHERE) X(OUTER_EDGE) X(INNER_EDGE) X(END_OF_LINE) X(THREE_OWN_NEIGHBOURS) X(ONE_OWN_NEIGHBOUR) \
    X(NEAR_WATER) X(NEAR_MOUNTAIN) X(NEAR_SPECIAL) X(NEAR_OTHERS) X(NEAR_REMOVED_TERRAIN)
KB_NAMES(Where, KB_WHERES)

#define KB_TRAVELS(X) X(ANYWHERE) X(JUMP) X(SLIDE) X(STEP) X(FIRST_FREE)
KB_NAMES(Travel, KB_TRAVELS)

// The functions that score cards, tasks and special hexes; PerPiece is the class of plain ones.
#define KB_SCORERS(X)                                                                                          \
    X(PerPiece) X(merchants) X(discoverers) X(hermits) X(citizens) X(knights) X(lords) X(farmers) X(castles)   \
    X(in_game) X(geologists) X(messengers) X(noblewomen) X(captains) X(palaces) X(rangers) X(mayors)           \
    X(chainers) X(homesteaders) X(capitols) X(home_country) X(fortress) X(road) X(place_of_refuge) X(advance)  \
    X(compass_points)
KB_NAMES(Scorer, KB_SCORERS)

// The functions of hooks.
#define KB_HOOKS(X)                                                                                          \
    X(pay_families) X(pay_shepherds) X(pay_ambassadors) X(pay_treasure) X(draw_more) X(take_bonus)           \
    X(lose_bonus) X(ready_bonuses) X(has_temple_bonus) X(ask_canoes) X(take_number) X(lose_numbers)          \
    X(mark_lines) X(note_sections) X(pay_rovers) X(ask_silos)
KB_NAMES(Hook, KB_HOOKS)

// The functions that say where one more piece would pay; PerPiece stands for a member of Where.
#define KB_PAYS_AT(X)                                                                                          \
    X(where) X(beside_unreached_special) X(new_lines) X(new_area) X(beside_largest_area) X(fullest_lines)      \
    X(contested_sections) X(emptiest_sections) X(beside_unreached_castles) X(beside_unreached_mountains)       \
    X(beside_two) X(fullest_section) X(beside_stocked)
KB_NAMES(PaysAt, KB_PAYS_AT)

enum class Ground : int8_t { NONE, LAND, WATER };

// A kind of piece beside settlements: engine/pieces.py.
struct PieceKind {
    bool blocks_neighbours, removable;
    Ground moves_on;
};
constexpr int TOKEN_KINDS = 4;
enum Token : int8_t { WARRIOR, SHIP, WAGON, CITY_HALL };

// An action. Which fields it uses depends on its class.
struct Action {
    int16_t number = 0;
    Op op = Op::COUNT;        // COUNT: not supported, or no action has this number
    int8_t on = 0;            // the target: a terrain, CARD or LAND
    int8_t also_on = 0;       // of a token that stands on two kinds of target; the same as `on` otherwise
    Where where = Where::ANYWHERE;
    Adjacency adjacency = IF_POSSIBLE;
    Travel travel = Travel::ANYWHERE;
    int8_t count = 1;         // settlements to build or steps to make
    int8_t kind = 0;          // the kind of piece of a token
    bool needs_card = false, repeats = false;
    int16_t bonus = 0;        // the location tile of a bonus action
    double builds = 0.0;      // how many settlements a tile adds to a turn, for the bots
};

// Whether the action of a tile places pieces beside settlements.
inline bool places_tokens(const Action &action) {
    return action.op == Op::MovableToken || action.op == Op::Barracks || action.op == Op::CityHall;
}

// What all games with the same registry share.
struct Declarations {
    Action mandatory;
    Action actions[ENTRIES];  // by number - FIRST_ENTRY
    PieceKind pieces[TOKEN_KINDS];
    int16_t waiver = 0;       // the number of the waiver of adjacency, 0 if there is none
    int free_action_count = 0;
    int16_t free_actions[64];  // every action that needs no tile: its index is its bit in TurnState::used_actions
    int16_t crossroads = 0, temple = 0, canoe = 0, fountain = 0, silo = 0, collect = 0;
    int16_t castle = 0, palace = 0, silo_hex = 0;  // indices of kinds of special hex

    const Action &action(int number) const {
        return number == MANDATORY_NUMBER ? mandatory : actions[number - FIRST_ENTRY];
    }
    int free_action_index(int number) const {
        for (int i = 0; i < free_action_count; i++)
            if (free_actions[i] == number) return i;
        return NOTHING;
    }
};

}  // namespace kb

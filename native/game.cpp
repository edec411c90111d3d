// The turns of a game: every rule is compiled here, once, and called through game.hpp.
#include "game.hpp"

#include "hooks.hpp"

namespace kb {

// The options between actions: extra actions, and the terrains while the card is not chosen.
static void add_options(const Position &pos, LegalAnswers &found) {
    int seat = pos.active;
    const Player &player = pos.players[seat];
    if (pos.terrain == NOTHING)
        for (unsigned terrains = card_choices(pos, seat); terrains; terrains &= terrains - 1)
            found.add(FIRST_TERRAIN + __builtin_ctz(terrains));
    for (int i = 0; i < player.tile_count; i++) {
        const OwnedTile &tile = player.tiles[i];
        if (is_ready(pos, tile) && !found.has_option(tile.kind) && can_start(pos, pos.action(tile.kind), seat))
            found.add(tile.kind);
    }
    for (int i = 0; i < player.nomad_count; i++) {
        const OwnedNomadTile &tile = player.nomads[i];
        if (tile.acquired_turn != pos.turn && !found.has_option(tile.kind) &&
            can_start(pos, pos.action(tile.kind), seat))
            found.add(tile.kind);
    }
    for (const FreeAction &action : pos.rules().free_actions)
        if (!(pos.turn_state.used_actions & action.bit) && can_start(pos, pos.action(action.number), seat))
            found.add(action.number);
}

void find_legal(const Position &pos, LegalAnswers &found) {
    found.clear();
    if (pos.over) return;
    if (pos.frame_count) {
        const Frame &frame = pos.top();
        legal(pos, pos.action(frame.action), frame, found);
        return;
    }
    const Player &player = pos.players[pos.active];
    bool waive = false;
    if (pos.to_build && pos.terrain != NOTHING) {
        Hexes candidates = pos.board().terrain[pos.terrain] & pos.free;
        if (pos.to_build == NOT_BEGUN && may_build_anywhere(pos)) found.hexes = candidates;
        else if (!pos.rules().has_temporary) found.hexes = adjacent_if_possible(candidates, player.adjacent);
        else found.hexes = adjacent_if_possible(candidates, own_adjacent(pos, pos.active));
        waive = player.nomad_count && found.hexes != candidates && can_waive(pos, pos.active);
    }
    if (pos.to_build > 0) {
        if (pos.terrain == NOTHING) {
            for (unsigned terrains = card_choices(pos, pos.active); terrains; terrains &= terrains - 1)
                found.add(FIRST_TERRAIN + __builtin_ctz(terrains));
        } else if (waive) {
            found.add(pos.declarations().waiver);
        }
        return;
    }
    add_options(pos, found);
    if (waive) found.add(pos.declarations().waiver);
    if (!pos.to_build) found.add(END_TURN);
}

// Between two actions: skip a mandatory action without settlements, replace an exhausted card.
static void between_actions(Position &pos) {
    if (pos.to_build > 0) limit_to_supply(pos);
    else if (pos.to_build && !pos.players[pos.active].supply && !pos.turn_state.additional) pos.to_build = 0;
    if (pos.terrain == NOTHING || !is_terrain_free(pos, pos.terrain)) {
        bool begun = pos.to_build > 0;
        replace_exhausted_card(pos);
        if (begun && !pos.to_build && pos.rules().mandatory_done.any()) call_mandatory_done(pos);
    }
}

static void clear_turn_state(Position &pos) {
    TurnState &state = pos.turn_state;
    if (pos.rules().has_temporary) pos.temporary = NO_HEXES;
    state.additional = state.extra_cards = 0;
    state.regular = REGULAR_SETTLEMENTS;
    state.after_last_turn = false;
    state.sections_built_in = 0;
    state.used_actions = 0;
}

// Reveal the only card, or leave the choice among several open (R3.2, R3.5).
static void begin_turn(Position &pos) {
    const Player &player = pos.players[pos.active];
    pos.built_this_turn = NO_HEXES;
    clear_turn_state(pos);
    pos.turn_state.additional = player.reserve;
    pos.to_build = player.hand_size && (player.supply || player.reserve) ? NOT_BEGUN : 0;
    if (player.hand_size != 1) {
        pos.terrain = pos.card = NOTHING;
        return;
    }
    reveal(pos, player.hand[0]);
    replace_exhausted_card(pos);
}

// After the last turn, ask the questions before scoring (R3.35).
static void finish(Position &pos) {
    clear_turn_state(pos);
    pos.turn_state.after_last_turn = true;
    pos.frame_count = 0;
    call_before_scoring(pos);
    pos.to_build = 0;
    pos.over = !pos.frame_count;
}

// Remove used nomad tiles, draw cards, then begin the next turn or end the game (R3.24 to R3.32).
static void end_turn(Position &pos) {
    Player &player = pos.players[pos.active];
    int players = pos.player_count(), kept = 0;
    for (int i = 0; i < player.nomad_count; i++)
        if (player.nomads[i].acquired_turn == pos.turn) player.nomads[kept++] = player.nomads[i];
    player.nomad_count = uint8_t(kept);
    for (int i = 0; i < player.tile_count; i++) player.tiles[i].used = false;
    call_turn_end(pos, player);
    int extra_cards = pos.turn_state.extra_cards;
    bool temporary = pos.rules().has_temporary && pos.temporary.any();
    clear_turn_state(pos);
    if (temporary) refresh_free(pos);
    new_hand(pos, player, extra_cards);
    pos.turn++;
    if (pos.turn == INT16_MAX) pos.failed = true;  // tiles have the turn they were taken in as 16 bits
    if (pos.turn % players == 0 && (pos.end_triggered || pos.last_built < pos.turn - players)) {
        pos.terrain = pos.card = NOTHING;
        finish(pos);
        return;
    }
    pos.active = int8_t((pos.active + 1) % players);
    begin_turn(pos);
}

// Drop questions that have no answer any more after a reaction (R3.22).
static void resume_stack(Position &pos) {
    while (pos.frame_count) {
        Frame frame = pos.top();
        if (resume(pos, pos.action(frame.action), frame)) {
            pos.replace_frame(frame);
            return;
        }
        pos.pop_frame();
    }
}

// After an answer: ask for reactions, drop questions without an answer, then continue the turn.
static void continue_turn(Position &pos) {
    if (pos.rules().emptied.any()) {
        if (pos.emptied) {
            int taker = pos.emptied_by, events = pos.emptied;
            pos.emptied = pos.emptied_by = 0;
            call_emptied(pos, taker, events);
        }
        resume_stack(pos);
    }
    if (pos.frame_count) return;
    if (pos.turn_state.after_last_turn) pos.over = true;
    else between_actions(pos);
}

// Apply an option chosen between actions.
static void choose(Position &pos, int option) {
    int seat = pos.active;
    if (option < FIRST_ENTRY) {
        choose_terrain(pos, option - FIRST_TERRAIN);
        return;
    }
    if (option == pos.declarations().waiver) {
        Frame frame = new_frame(MANDATORY_NUMBER, seat, left_to_build(pos));
        use_nomad(pos, seat, option);
        frame.waived = true;
        pos.frame_count = 0;
        pos.push_frame(frame);
        return;
    }
    uint64_t free_action = 0;
    for (const FreeAction &action : pos.rules().free_actions)
        if (action.number == option) free_action = action.bit;
    if (free_action) pos.turn_state.used_actions |= free_action;
    else if (owns_tile(pos.players[seat], option)) use_tile(pos, seat, option);
    else use_nomad(pos, seat, option);
    start(pos, pos.action(option), seat);
}

// Play an answer that is legal.
void play(Position &pos, int answer) {
    if (answer < FIRST_OPTION) {
        if (!pos.frame_count) {
            build_mandatory(pos, hex_of_answer(answer));
            if (pos.emptied) continue_turn(pos);
            else if (pos.to_build <= 0 || !is_terrain_free(pos, pos.terrain)) between_actions(pos);
            return;
        }
    } else {
        if (answer == END_TURN) {
            end_turn(pos);
            return;
        }
        if (!pos.frame_count) {
            choose(pos, answer);
            if (!pos.frame_count) between_actions(pos);
            return;
        }
    }
    Frame frame = pos.top();
    if (frame.action == MANDATORY_NUMBER) {
        pos.pop_frame();
        build_mandatory(pos, hex_of_answer(answer));
    } else {
        apply(pos, pos.action(frame.action), frame, answer);
    }
    continue_turn(pos);
}

long play_random(Position &pos, Rng &rng) {
    long count = 0;
    for (LegalAnswers legal; !pos.over && !pos.failed; count++) {
        find_legal(pos, legal);
        AnswerList answers(legal);
        if (!answers.count()) break;
        play(pos, random_answer(answers, rng));
    }
    return count;
}

// Begin a game: deal the cards and begin the first turn (R2.2 to R2.6).
void begin_game(Position &pos, const Setup &setup, uint64_t deck_seed, ScriptedDealer *dealer) {
    const Board &board = setup.board;
    memset((void *)&pos, 0, Position::size_for(setup.players));
    pos.setup = &setup;
    pos.dealer = dealer;
    pos.deck_seed = deck_seed;
    pos.last_built = -1;
    pos.active = int8_t(setup.start);
    pos.free = board.open;
    pos.tiles_left = board.locations | board.nomads;
    pos.two_tiles_left = board.locations;
    for (int i = 0; i < setup.deck_size; i++) pos.deck.discard.push(setup.deck[i]);
    for (int i = 0; i < setup.players; i++) pos.players[i].supply = SETTLEMENTS;
    for (int i = 0; i < setup.players; i++) {
        Player &player = pos.players[(setup.start + i) % setup.players];
        for (int j = 0; j < setup.hand_size(); j++) {
            int card = draw_card(pos);
            if (card != NOTHING) player.hand[player.hand_size++] = uint8_t(card);
        }
    }
    begin_turn(pos);
}

}  // namespace kb

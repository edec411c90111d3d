// A game: the legal answers, and what an answer does (engine/game.py; docs/rules.md sections 3 and 4).
#pragma once
#include "actions.hpp"

namespace kb {

// Begin a game: deal the cards and begin the first turn (R2.2 to R2.6).
void begin_game(Position &pos, const Setup &setup, uint64_t deck_seed, ScriptedDealer *dealer = nullptr);
// Find the legal answers.
void find_legal(const Position &pos, LegalAnswers &found);
// Play an answer that is legal.
void play(Position &pos, int answer);
// Play random answers to the end of the game; return how many.
long play_random(Position &pos, Rng &rng);

inline bool is_legal(const LegalAnswers &legal, long answer) {
    if (answer < 0 || answer >= ANSWERS) return false;
    return answer < FIRST_OPTION ? legal.hexes.has(hex_of_answer(int(answer))) : legal.has_option(int(answer));
}

inline bool is_legal(const Position &pos, long answer) {
    LegalAnswers found;
    find_legal(pos, found);
    return is_legal(found, answer);
}

}  // namespace kb

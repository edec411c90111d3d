// The bot that plays uniformly at random, with the numbers of random.Random: bots/random.py.
#pragma once
#include "game.hpp"
#include "python_random.hpp"

namespace kb {

inline int random_bot_answer(const LegalAnswers &legal, PythonRandom &random) {
    AnswerList list(legal);
    return list[int(random.random() * list.count())];
}

// Let random bots play a game to its end; return the number of decisions. `bots` has the generator of each seat.
inline long play_random_bots(Position &pos, PythonRandom *bots) {
    long decisions = 0;
    LegalAnswers legal;
    legal.clear();
    for (; !pos.over && !pos.failed; decisions++) {
        find_legal(pos, legal);
        play(pos, random_bot_answer(legal, bots[pos.to_play()]));
    }
    return decisions;
}

}  // namespace kb

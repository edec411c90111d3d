// The bot that takes the answer with the best score at once: bots/greedy.py.
#pragma once
#include <vector>

#include "game.hpp"
#include "scoring.hpp"

namespace kb {

constexpr int TILE_VALUE = 3;       // of a location or nomad tile in gold

inline int position_value(const Position &pos, int seat) {
    const Player &player = pos.players[seat];
    return total(pos, seat) + TILE_VALUE * (player.tile_count + player.nomad_count);
}

// Visit the legal answers in their order.
template <class Visit> inline void each_answer(const Position &pos, Visit visit) {
    LegalAnswers legal;
    find_legal(pos, legal);
    for (int h : each(legal.hexes)) visit(geometry.answer_of_hex[h]);
    for (int i = 0; i < legal.option_count; i++) visit(legal.options[i]);
}

// The value of an answer: that of the position after it, or of the best answer that can follow while nothing on the board
// has changed. That of ending the turn is the present one. `failed` is set if a limit of the kernel was reached.
inline int greedy_value(const Position &pos, int seat, int answer, int now, bool &failed) {
    if (answer == END_TURN) return now;
    Position after;
    pos.copy_to(after);
    play(after, answer);
    failed |= after.failed;
    if (failed || !after.frame_count || after.free != pos.free) return position_value(after, seat);
    bool any = false;
    int best = 0;
    each_answer(after, [&](int following) {
        int value = failed ? 0 : greedy_value(after, seat, following, now, failed);
        if (!any || value > best) best = value;
        any = true;
    });
    return best;
}

// The answers with the best value in legal order.
inline std::vector<int> greedy_best(const Position &pos, int seat, bool &failed) {
    std::vector<int> best;
    int now = position_value(pos, seat), best_value = 0;
    each_answer(pos, [&](int answer) {
        int value = failed ? 0 : greedy_value(pos, seat, answer, now, failed);
        if (best.empty() || value > best_value) {
            best.assign(1, answer);
            best_value = value;
        } else if (value == best_value) {
            best.push_back(answer);
        }
    });
    return best;
}

}  // namespace kb

// Games that are played on from several plans with the same hidden cards: review/playouts.py, number for number.
#pragma once
#include "beam_search.hpp"
#include "view.hpp"

namespace kb {

// Plays games to their end with a search for every turn.
class Playouts {
    int width_, breadth_;
    int64_t evaluations_;
    BeamSearch search_;

  public:
    int64_t spent = 0;              // evaluations of all searches

    Playouts(const Evaluator &evaluator, int width, int breadth, int64_t evaluations)
        : width_(width), breadth_(breadth), evaluations_(evaluations), search_(evaluator) {}

    // Play answers, then searches to the end of the game. Return false if a limit of the kernel was reached.
    bool play(Position &position, const Answers &answers) {
        play_plan(position, answers);
        int player;
        while (!position.failed && (player = position.to_play()) != NOTHING) {
            Meter meter(evaluations_);
            search_.search(position, player, width_, meter, breadth_, nullptr);
            spent += meter.spent;
            if (search_.failed) return false;
            play_plan(position, search_.found[0].answers);
        }
        return !position.failed;
    }

    // Deal the hidden cards with each seed and play on from each plan; write every player's gold by source. No deal is
    // begun when `limit` evaluations are spent. Return false if a limit of the kernel was reached.
    bool compare(const Position &game, int seat, const std::vector<Answers> &plans, const std::vector<uint64_t> &seeds,
                 int64_t limit, std::vector<int> &gold) {
        Position dealt, position;
        for (uint64_t seed : seeds) {
            if (spent >= limit) return true;
            game.copy_to(dealt);
            sample(dealt, seat, seed);
            for (const Answers &plan : plans) {
                dealt.copy_to(position);
                if (!play(position, plan)) return false;
                for (int i = 0; i < position.player_count(); i++) {
                    AreasOf areas(position.players[i].pieces);
                    for (const ScorerEntry &entry : position.rules().scorers)
                        gold.push_back(score(position, i, entry, areas).gold);
                }
            }
        }
        return true;
    }
};

}  // namespace kb

// Games that are played on from several plans with the same hidden cards: bots/playouts.py, number for number.
#pragma once
#include "network.hpp"
#include "view.hpp"

namespace kb {

// Plays games on with a search for every turn.
class Playouts {
    const Evaluator &evaluator_;
    const Network *network_;        // may be missing
    int width_, breadth_;
    int64_t evaluations_;
    BeamSearch search_;

  public:
    int64_t spent = 0;              // evaluations of all searches
    std::vector<double> values;     // of a later turn of the player, for every deal and plan
    std::vector<int> gold;          // at the end, for every deal, plan, player and source

    Playouts(const Evaluator &evaluator, const Network *network, int width, int breadth, int64_t evaluations)
        : evaluator_(evaluator), network_(network), width_(width), breadth_(breadth), evaluations_(evaluations),
          search_(evaluator) {}

    // Deal the hidden cards with each seed and play on from each plan: to the end of the game, or to the own turn of
    // this number whose value is asked for. No deal is begun when `limit` evaluations are spent. Return false if a
    // limit of the kernel was reached.
    bool compare(const Position &game, int seat, const std::vector<Answers> &plans, const std::vector<uint64_t> &seeds,
                 int own_turns, bool to_end, int64_t limit) {
        Position dealt, position;
        for (uint64_t seed : seeds) {
            if (spent >= limit) return true;
            game.copy_to(dealt);
            sample(dealt, seat, seed);
            for (const Answers &plan : plans) {
                dealt.copy_to(position);
                if (!play(position, seat, plan, own_turns, to_end)) return false;
                if (to_end) write_gold(position);
            }
        }
        return true;
    }

  private:
    bool play(Position &position, int seat, const Answers &answers, int own_turns, bool to_end) {
        int turn = position.turn, player;
        play_plan(position, answers);
        while (!position.failed && (player = position.to_play()) != NOTHING) {
            Meter meter(evaluations_);
            search_.search(position, player, width_, meter, breadth_, nullptr);
            spent += meter.spent;
            if (search_.failed) return false;
            Plan best = search_.best_plan();
            if (own_turns && player == seat && position.active == seat && position.turn > turn) {
                turn = position.turn;
                if (!--own_turns) {
                    values.push_back(best.value + correction_of(network_, evaluator_, position, best, seat));
                    if (!to_end) return true;
                }
            }
            play_plan(position, best.answers);
        }
        if (own_turns && !position.failed) values.push_back(evaluator_.final_value(position, seat));
        return !position.failed;
    }

    void write_gold(const Position &position) {
        for (int i = 0; i < position.player_count(); i++) {
            AreasOf areas(position.players[i].pieces);
            for (const ScorerEntry &entry : position.rules().scorers)
                gold.push_back(score(position, i, entry, areas).gold);
        }
    }
};

}  // namespace kb

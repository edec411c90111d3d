// Bots that plan their turns: bots/planning_bot.py, answer for answer.
#pragma once
#include "rollouts.hpp"

namespace kb {

// How a bot plays: Level of bots/planning_bot.py, and how many hexes of a question are searched.
struct Level {
    int width, breadth, rollout_plans;
    double error, notices;
};

constexpr double WIDER = 1.5;       // how many times as wide a second beam has to be to be worth its time
constexpr int MOST_WIDTH = 1024;    // how wide it may be

// Search a turn; `game` is one deal of the hidden cards.
inline void search_turn(BeamSearch &beam, const Position &game, int seat, const Level &level, PythonRandom &random,
                        Meter &meter) {
    Imprecision imprecision{random, level.error, level.notices};
    bool exact = level.error == 0.0 && level.notices >= 1.0;
    beam.search(game, seat, level.width, meter, level.breadth, exact ? nullptr : &imprecision,
                level.rollout_plans ? BEAM_SHARE : 1.0);
}

// How wide a second beam can be, when the first has spent a share of the budget; 0 if it is hardly wider.
inline int wider(int width, double spent) {
    double times = spent != 0.0 ? (BEAM_SHARE - spent) / spent : 0.0;
    return times >= WIDER ? int(std::min(width * times, double(MOST_WIDTH))) : 0;
}

// The plans of a turn, best first; the first of them are compared by rollouts. `failed` is set if a limit of the kernel
// was reached.
inline std::vector<Plan> ranked_plans(const Evaluator &evaluator, const Network *network, BeamSearch &beam,
                                      const Position &game, int seat, const Level &level, PythonRandom &random,
                                      Meter &meter, bool &failed) {
    search_turn(beam, game, seat, level, random, meter);
    int width = level.rollout_plans && !beam.failed ? wider(level.width, meter.spent_share()) : 0;
    if (width) {
        Level wide = level;
        wide.width = width;
        search_turn(beam, game, seat, wide, random, meter);
    }
    std::vector<Plan> found = beam.plans();
    failed = beam.failed;
    if (failed || !level.rollout_plans || found.size() < 2) return found;
    Rollouts rollouts(evaluator, network, game, seat, random, meter);
    found = rollouts.ranked(found, size_t(level.rollout_plans));
    failed = rollouts.failed;
    return found;
}

// The budget of a search; negative seconds are no limit.
struct SearchBudget {
    int64_t evaluations;
    double seconds;

    Meter meter() const { return seconds < 0.0 ? Meter(evaluations) : Meter(evaluations, seconds); }
};

// The budgets of a turn: of its first search, and of every later one.
struct TurnBudget {
    SearchBudget first, later;
};

// Plans a turn when it begins, and again when something happens that was not planned.
class PlanningBot {
    PythonRandom random_;
    Answers plan_;                  // the last answer of the plan is given first
    int turn_ = -1;

    // Whether a seat has already built or used a tile in this turn.
    static bool has_begun(const Position &game, int seat) {
        if (game.active != seat) return false;
        const Player &player = game.players[seat];
        bool used = false;
        for (int i = 0; i < player.tile_count; i++) used |= player.tiles[i].used;
        return used || game.built_this_turn.any();
    }

    // The answers for the rest of the turn, as far as it can be planned; there may be none if the search has failed.
    Answers planned(const Position &game, const LegalAnswers &legal, const Evaluator &evaluator,
                    const Network *network, BeamSearch &beam, const Level &level, const TurnBudget &budget) {
        int seat = game.to_play();
        AnswerList answers(legal);
        if (answers.count() == 1) return {int16_t(answers[0])};
        Meter meter = (has_begun(game, seat) ? budget.later : budget.first).meter();
        Position dealt;
        game.copy_used_to(dealt);
        sample(dealt, seat, random_.getrandbits(32));
        if (level.rollout_plans) {
            std::vector<Plan> found =
                ranked_plans(evaluator, network, beam, dealt, seat, level, random_, meter, failed);
            return failed ? Answers() : found[0].answers;
        }
        search_turn(beam, dealt, seat, level, random_, meter);
        failed = beam.failed;
        return beam.best_plan().answers;
    }

  public:
    bool failed = false;            // a limit of the kernel was reached

    explicit PlanningBot(uint64_t seed) : random_(seed) {}

    // The next answer of the plan; NOTHING if the search has failed.
    int answer(const Position &game, const Evaluator &evaluator, const Network *network, BeamSearch &beam,
               const Level &level, const TurnBudget &budget) {
        LegalAnswers legal;
        find_legal(game, legal);
        if (game.turn != turn_ || plan_.empty() || !is_legal(legal, plan_.back())) {
            plan_ = planned(game, legal, evaluator, network, beam, level, budget);
            if (failed) return NOTHING;
            std::reverse(plan_.begin(), plan_.end());
            turn_ = game.turn;
        }
        int found = plan_.back();
        plan_.pop_back();
        return found;
    }
};

// Let bots with these seeds play a game to its end; return false if a limit of the kernel was reached.
inline bool play_bots(Position &game, const Evaluator &evaluator, const Network *network,
                      const std::vector<uint64_t> &seeds, const Level &level, const TurnBudget &budget) {
    BeamSearch beam(evaluator);
    std::vector<PlanningBot> bots(seeds.begin(), seeds.end());
    int seat;
    while ((seat = game.to_play()) != NOTHING) {
        int answer = bots[size_t(seat)].answer(game, evaluator, network, beam, level, budget);
        if (bots[size_t(seat)].failed) return false;
        play(game, answer);
        if (game.failed) return false;
    }
    return true;
}

}  // namespace kb

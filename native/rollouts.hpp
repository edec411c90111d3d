// Rollouts of plans on determinized games: bots/rollouts.py, number for number.
#pragma once
#include "beam_search.hpp"
#include "view.hpp"

namespace kb {

constexpr int QUICK_EVALUATIONS = 80, QUICK_BREADTH = 6;
constexpr double BEAM_SHARE = 0.4;  // the part of a budget for finding plans, if they are then rolled out
constexpr double PRIOR = 0.25;      // the weight of a plan's first value

// Compares plans for the turn of a seat.
class Rollouts {
    // The weighted mean of a plan's values so far.
    struct Mean {
        double weight = 0.0, sum = 0.0;

        void add(double w, double value) {
            weight += w;
            sum += w * value;
        }
        double value(double otherwise) const { return weight != 0.0 ? sum / weight : otherwise; }
    };
    struct Determinization {
        Position position;
        double weight;
    };
    struct Candidate {
        Plan plan;
        Mean mean;
    };

    const Evaluator &evaluator_;
    const Position &game_;
    int seat_;
    PythonRandom &random_;
    Meter &meter_;
    BeamSearch quick_;

  public:
    bool failed = false;

    // `game` is one deal of the hidden cards; others are dealt from it.
    Rollouts(const Evaluator &evaluator, const Position &game, int seat, PythonRandom &random, Meter &meter)
        : evaluator_(evaluator), game_(game), seat_(seat), random_(random), meter_(meter), quick_(evaluator) {}

    // Order plans by their value in rollouts, best first, by sequential halving.
    std::vector<Plan> ranked(const std::vector<Plan> &plans) {
        std::vector<Candidate> rest, dropped;
        for (const Plan &plan : plans) rest.push_back({plan, {}});
        int stages = 0, stage = 0;
        for (size_t count = rest.size(); count > 1; count = (count + 1) / 2) stages++;
        double begun = meter_.spent_share();
        while (rest.size() > 1 && !meter_.is_empty() && !failed) {
            double until = begun + (1.0 - begun) * ++stage / stages;
            int64_t spent;
            do {
                spent = meter_.spent;
                compare(rest);
            } while (meter_.spent > spent && meter_.spent_share() < until && !failed);
            blend(rest);
            size_t half = (rest.size() + 1) / 2;
            dropped.insert(dropped.begin(), rest.begin() + long(half), rest.end());
            rest.resize(half);
        }
        rest.insert(rest.end(), dropped.begin(), dropped.end());
        return valued(rest);
    }

  private:
    // Roll out plans on each determinization; one that could not be tried with all plans does not count.
    void compare(std::vector<Candidate> &rest) {
        std::vector<double> values(rest.size());
        for (const Determinization &dealt : determinizations()) {
            Answers replies = replies_to(rest[0].plan, dealt.position);
            for (size_t i = 0; i < rest.size(); i++) {
                if (meter_.is_empty() || failed) return;
                values[i] = roll_out(rest[i].plan, dealt.position, replies);
            }
            for (size_t i = 0; i < rest.size(); i++) rest[i].mean.add(dealt.weight, values[i]);
        }
    }

    void deal(Position &position) {
        game_.copy_used_to(position);
        sample(position, seat_, random_.getrandbits(32));
    }

    // Deal the hidden cards, once for every terrain that may be drawn next.
    std::vector<Determinization> determinizations() {
        std::vector<Determinization> dealt(1);
        deal(dealt[0].position);
        const Pile &draw = dealt[0].position.deck.draw;
        if (!draw.size) {
            dealt[0].weight = 1.0;
            return dealt;
        }
        int unseen[CARD_KINDS] = {}, all = draw.size;
        for (int i = 0; i < draw.size; i++) unseen[draw.cards[i]]++;
        for (int i = 0; i < game_.player_count(); i++) {
            if (i == seat_) continue;
            const Player &player = dealt[0].position.players[i];
            for (int j = 0; j < player.hand_size; j++) unseen[player.hand[j]]++;
            all += player.hand_size;
        }
        size_t count = 0;
        for (int card = 0; card < CARD_KINDS; card++) {
            if (!unseen[card]) continue;
            if (dealt.size() == count) dealt.emplace_back();
            deal(dealt[count].position);
            Pile &pile = dealt[count].position.deck.draw;
            int at = 0;
            while (at < pile.size && pile.cards[at] != card) at++;
            if (at == pile.size) continue;
            std::swap(pile.cards[at], pile.cards[pile.size - 1]);
            dealt[count++].weight = double(unseen[card]) / all;
        }
        dealt.resize(count);
        shuffle(dealt);
        return dealt;
    }

    // As Random.shuffle; positions are large, so their order is shuffled first.
    void shuffle(std::vector<Determinization> &dealt) {
        std::vector<size_t> order(dealt.size());
        for (size_t i = 0; i < order.size(); i++) order[i] = i;
        random_.shuffle(order.data(), order.size());
        std::vector<Determinization> shuffled;
        for (size_t i : order) shuffled.push_back(dealt[i]);
        dealt.swap(shuffled);
    }

    // The best plan for a turn within a rollout, found with a small budget.
    Plan quick_search(const Position &position, int seat) {
        Meter spent(QUICK_EVALUATIONS);
        quick_.search(position, seat, 1, spent, QUICK_BREADTH, nullptr);
        meter_.spend(spent.spent);
        failed |= quick_.failed;
        return quick_.best_plan();
    }

    // The others' answers to a plan; they are used for the other plans too.
    Answers replies_to(const Plan &plan, const Position &dealt) {
        Position position;
        dealt.copy_used_to(position);
        play_plan(position, plan.answers);
        Answers replies;
        int player;
        while (!failed && (player = position.to_play()) != NOTHING && position.active != seat_) {
            Plan best = quick_search(position, player);
            for (int16_t answer : best.answers) {
                if (position.to_play() != player || !is_legal(position, answer)) break;
                play(position, answer);
                replies.push_back(answer);
            }
            failed |= position.failed;
        }
        return replies;
    }

    // The value of a plan after the others' replies and the own next turn.
    double roll_out(const Plan &plan, const Position &dealt, const Answers &replies) {
        Position position;
        dealt.copy_used_to(position);
        play_plan(position, plan.answers);
        for (int16_t answer : replies) {
            if (position.to_play() == NOTHING || position.active == seat_ || !is_legal(position, answer)) break;
            play(position, answer);
        }
        bool mine = false;
        int player;
        while (!failed && (player = position.to_play()) != NOTHING) {
            mine = mine || (player == position.active && player == seat_);
            Plan best = quick_search(position, player);
            if (mine && position.active == seat_) return best.value;
            for (int16_t answer : best.answers) play(position, answer);
            failed |= position.failed;
        }
        return evaluator_.final_value(position, seat_);
    }

    // Order plans by their rollouts, blended with their first values, because few rollouts say little.
    static void blend(std::vector<Candidate> &plans) {
        double offset = 0.0;
        for (const Candidate &candidate : plans) offset += candidate.mean.value(candidate.plan.value) - candidate.plan.value;
        offset /= double(plans.size());
        auto blended = [&](const Candidate &candidate) {
            return (PRIOR * (candidate.plan.value + offset) + candidate.mean.sum) / (PRIOR + candidate.mean.weight);
        };
        std::stable_sort(plans.begin(), plans.end(),
                         [&](const Candidate &a, const Candidate &b) { return blended(a) > blended(b); });
    }

    // Plans with their values; one that was dropped early has no higher value than those before it.
    static std::vector<Plan> valued(const std::vector<Candidate> &ordered) {
        std::vector<Plan> found;
        for (const Candidate &candidate : ordered) {
            double value = candidate.mean.value(candidate.plan.value);
            if (!found.empty() && found.back().value < value) value = found.back().value;
            found.push_back({value, candidate.plan.answers});
        }
        return found;
    }
};

}  // namespace kb

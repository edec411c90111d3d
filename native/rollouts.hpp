// Rollouts of plans on determinized games: bots/rollouts.py, number for number.
#pragma once
#include <cmath>

#include "beam_search.hpp"
#include "network.hpp"
#include "view.hpp"

namespace kb {

// How a turn within a rollout is searched: width of the beam, hexes of a question, evaluations.
struct Policy {
    int width, breadth, evaluations;
};
constexpr Policy QUICK = {1, 6, 80}, CAREFUL = {2, 10, 200};
constexpr double BEAM_SHARE = 0.4;  // the part of a budget for finding plans, if they are then rolled out
// The weight of a plan's first value, and of its value after some stages.
constexpr double PRIOR = 0.25, MOST_PRIOR = 1.0;
constexpr double EACH = 4000.0, MOST_PLANS = 128.0;  // the evaluations for one more plan, and how many plans at the most
// The evaluations for each plan to play more than one own turn, and to search those turns carefully.
constexpr double DEEP = 300.0, VERY_DEEP = 2000.0;
constexpr int MOST_DEPTH = 5;       // how many own turns a rollout has at the most
// Of how many times as many plans the network chooses those that are rolled out, if there are at least so many
// evaluations for each of those; it sees more if they take only this part of the evaluations that are left. How many
// evaluations a correction of the network counts as.
constexpr size_t CANDIDATES = 3;
constexpr double MANY = 40.0, FOR_CANDIDATES = 0.01;
constexpr int COST = 4;

// Compares plans for the turn of a seat.
class Rollouts {
    struct Determinization {
        Position position;
        double weight;
    };
    struct Candidate {
        Plan plan;
        double sum = 0.0;           // of the weighted values of a stage
    };

    const Evaluator &evaluator_;
    const Network *network_;        // may be missing
    const Position &game_;
    int seat_;
    PythonRandom &random_;
    Meter &meter_;
    BeamSearch search_;
    Policy policy_ = QUICK;

  public:
    bool failed = false;

    // `game` is one deal of the hidden cards; others are dealt from it.
    Rollouts(const Evaluator &evaluator, const Network *network, const Position &game, int seat, PythonRandom &random,
             Meter &meter)
        : evaluator_(evaluator), network_(network), game_(game), seat_(seat), random_(random), meter_(meter),
          search_(evaluator) {}

    // Plans, the best `count` of them by their value in rollouts, best first, then the others: sequential halving. A
    // large budget is for more than `count`.
    std::vector<Plan> ranked(const std::vector<Plan> &plans, size_t count) {
        std::vector<Candidate> rest, dropped;
        for (const Plan &plan : plans) rest.push_back({plan});
        count = size_t(std::max(double(count), std::min(evaluations_left() / EACH, MOST_PLANS)));
        correct(rest, count);
        if (rest.size() > count) {
            dropped.assign(rest.begin() + long(count), rest.end());
            rest.resize(count);
        }
        int stages = 0, stage = 0, depth = 1;
        for (size_t left = rest.size(); left > 1; left = (left + 1) / 2) stages++;
        double begun = meter_.spent_share(), prior = PRIOR;
        double left = evaluations_left();
        bool deep = left >= DEEP * double(rest.size());
        if (left >= VERY_DEEP * double(rest.size())) policy_ = CAREFUL;
        while (rest.size() > 1 && !meter_.is_empty() && !failed) {
            double until = begun + (1.0 - begun) * ++stage / stages, weight = 0.0;
            for (Candidate &candidate : rest) candidate.sum = 0.0;
            int64_t spent;
            do {
                spent = meter_.spent;
                weight += compare(rest, depth);
            } while (meter_.spent > spent && meter_.spent_share() < until && !failed);
            if (weight != 0.0) {
                blend(rest, weight, prior);
                prior = std::min(prior + weight, MOST_PRIOR);
            }
            size_t half = (rest.size() + 1) / 2;
            dropped.insert(dropped.begin(), rest.begin() + long(half), rest.end());
            rest.resize(half);
            if (deep && depth < MOST_DEPTH) depth++;
        }
        rest.insert(rest.end(), dropped.begin(), dropped.end());
        return lowered(rest);
    }

  private:
    // Add the corrections of the network to the values of plans, and order them; those that it does not see stay behind.
    void correct(std::vector<Candidate> &plans, size_t count) {
        if (!network_) return;
        size_t seen = count;
        double left = evaluations_left();
        if (left >= MANY * double(count))
            seen = std::max(count * CANDIDATES, size_t(std::min(FOR_CANDIDATES * left / COST, double(plans.size()))));
        seen = std::min(seen, plans.size());
        Position dealt;
        deal(dealt);
        for (size_t i = 0; i < seen; i++) plans[i].plan.value += correction(dealt, plans[i].plan);
        order(plans.begin(), plans.begin() + long(seen));
    }

    // What the network adds to the value of a plan for an own turn.
    double correction(const Position &position, const Plan &plan) {
        if (network_) meter_.spend(COST);
        return correction_of(network_, evaluator_, position, plan, seat_);
    }

    // How many evaluations are left, with a limit in seconds about how many.
    double evaluations_left() const {
        double share = meter_.spent_share();
        return share != 0.0 ? double(meter_.spent) * (1.0 - share) / share : HUGE_VAL;
    }

    // Add the values of plans on each determinization; one that could not be tried with all plans does not count.
    double compare(std::vector<Candidate> &rest, int depth) {
        double weight = 0.0;
        std::vector<double> values(rest.size());
        for (const Determinization &dealt : determinizations()) {
            Answers replies = replies_to(rest[0].plan, dealt.position);
            for (size_t i = 0; i < rest.size(); i++) {
                if (meter_.is_empty() || failed) return weight;
                values[i] = roll_out(rest[i].plan, dealt.position, replies, depth);
            }
            weight += dealt.weight;
            for (size_t i = 0; i < rest.size(); i++) rest[i].sum += dealt.weight * values[i];
        }
        return weight;
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
        Meter spent(policy_.evaluations);
        search_.search(position, seat, policy_.width, spent, policy_.breadth, nullptr);
        meter_.spend(spent.spent);
        failed |= search_.failed;
        return search_.best_plan();
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

    // The value of a plan after the next turns of all players, the last of which is an own one.
    double roll_out(const Plan &plan, const Position &dealt, const Answers &replies, int depth) {
        Position position;
        dealt.copy_used_to(position);
        play_plan(position, plan.answers);
        for (int16_t answer : replies) {
            if (position.to_play() == NOTHING || position.active == seat_ || !is_legal(position, answer)) break;
            play(position, answer);
        }
        int turn = dealt.turn, player;
        while (!failed && (player = position.to_play()) != NOTHING) {
            bool begins = player == position.active && player == seat_ && position.turn != turn;
            Plan best = quick_search(position, player);
            if (begins) {
                turn = position.turn;
                if (!--depth) return best.value + correction(position, best);
            }
            play_plan(position, best.answers);
            failed |= position.failed;
        }
        return evaluator_.final_value(position, seat_);
    }

    // Order plans by their rollouts, blended with their values before, because few rollouts say little.
    static void blend(std::vector<Candidate> &plans, double weight, double prior) {
        double offset = 0.0;
        for (const Candidate &candidate : plans) offset += candidate.sum / weight - candidate.plan.value;
        offset /= double(plans.size());
        for (Candidate &candidate : plans)
            candidate.plan.value = (prior * (candidate.plan.value + offset) + candidate.sum) / (prior + weight);
        order(plans.begin(), plans.end());
    }

    template <class Iterator> static void order(Iterator begin, Iterator end) {
        std::stable_sort(begin, end, [](const Candidate &a, const Candidate &b) { return a.plan.value > b.plan.value; });
    }

    // Plans with their values; one that was dropped early has no higher value than those before it.
    static std::vector<Plan> lowered(const std::vector<Candidate> &ordered) {
        std::vector<Plan> found;
        for (const Candidate &candidate : ordered) {
            found.push_back(candidate.plan);
            if (found.size() > 1) found.back().value = std::min(found.back().value, found[found.size() - 2].value);
        }
        return found;
    }
};

}  // namespace kb

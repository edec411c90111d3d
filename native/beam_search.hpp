// Beam search over the answers of a turn: bots/beam_search.py, plan for plan.
#pragma once
#include "budget.hpp"
#include "imprecision.hpp"
#include "ordering.hpp"
#include "position_key.hpp"

namespace kb {

constexpr int FINISH_BREADTH = 6;   // how many hexes are searched when the budget is spent, or after a drawn card
constexpr size_t MOST_FINISHED = 8; // how many positions of the beam are finished when the budget is spent

using Answers = std::vector<int16_t>;

// Answers for the rest of a turn, and the value of the game after them.
struct Plan {
    double value;
    Answers answers;
};

// Whether a comes before b: the higher value, then the smaller answers.
inline bool is_better(const Plan &a, const Plan &b) {
    return a.value != b.value ? a.value > b.value : a.answers < b.answers;
}

// Play answers as far as they are legal.
inline void play_plan(Position &position, const Answers &answers) {
    for (int16_t answer : answers) {
        if (!is_legal(position, answer)) return;
        play(position, answer);
    }
}

// The answers to search: the most promising hexes and every option.
inline void promising(const Evaluator &evaluator, const Position &pos, int seat, int breadth, Imprecision *imprecision,
                      Answers &found) {
    LegalAnswers legal;
    find_legal(pos, legal);
    if (imprecision) imprecision->overlook(legal);
    found.clear();
    if (legal.hexes.count() > breadth) {
        int16_t hexes[HEX_COUNT];
        int count = best_hexes(evaluator, pos, seat, legal.hexes, breadth, hexes);
        for (int i = 0; i < count; i++) found.push_back(geometry.answer_of_hex[hexes[i]]);
    } else {
        for (int h : each(legal.hexes)) found.push_back(geometry.answer_of_hex[h]);
    }
    found.insert(found.end(), legal.options, legal.options + legal.option_count);
}

// Searches turns; one object serves many searches, so that its memory is used again.
class BeamSearch {
    struct Node {
        Plan plan;
        size_t parent;
    };
    struct Waiting {
        Position position;
        Answers answers;
    };

    const Evaluator &evaluator_;
    std::vector<Position> frontier_, next_;
    std::vector<Answers> paths_;
    std::vector<Node> reached_;
    std::vector<Waiting> waiting_;
    KeyTable seen_, found_keys_;
    Position child_;

  public:
    std::vector<Plan> found;        // the plans, best first
    bool failed = false;            // a limit of the kernel was reached

    explicit BeamSearch(const Evaluator &evaluator) : evaluator_(evaluator) {}

    // Find plans for the rest of the turn. When `share` of the budget is spent, the turns begun are finished quickly.
    // Without imprecision all values are exact and everything is noticed.
    void search(const Position &game, int seat, int width, Meter &meter, int breadth, Imprecision *imprecision,
                double share = 1.0) {
        turn_ = game.turn;
        active_ = game.active;
        draws_ = game.draws;
        seat_ = seat;
        imprecision_ = imprecision;
        share_ = share;
        opponents_ = evaluator_.opponents(game, seat);
        found.clear();
        found_keys_.clear();
        seen_.clear();
        resize(frontier_, 1);
        game.copy_to(frontier_[0]);
        paths_.assign(1, {});
        bool finishing = false;
        while (!paths_.empty() && !failed) {
            reached_.clear();
            for (size_t i = 0; i < paths_.size(); i++)
                if (!expand(i, finishing ? FINISH_BREADTH : breadth, meter, finishing)) break;
            std::vector<size_t> order = best_reached(size_t(width));
            if (meter.spent_share() >= share_) {
                // Finish the turns that were begun: few of them, few hexes of each question.
                finishing = true;
                order.resize(std::min(order.size(), MOST_FINISHED));
            }
            keep(order);
        }
        std::sort(found.begin(), found.end(), is_better);
    }

  private:
    int turn_ = 0, active_ = 0, seat_ = 0;
    uint32_t draws_ = 0;
    double share_ = 1.0;
    Opponents opponents_;
    Imprecision *imprecision_ = nullptr;

    static void resize(std::vector<Position> &positions, size_t count) {
        if (positions.size() < count) positions.resize(count);
    }

    double error() { return imprecision_ ? imprecision_->error() : 0.0; }

    // Visit the successors of a position; return false if the budget is spent.
    bool expand(size_t parent, int breadth, Meter &meter, bool finishing) {
        waiting_.resize(1);
        frontier_[parent].copy_to(waiting_[0].position);
        waiting_[0].answers = paths_[parent];
        Waiting at;
        Answers answers;
        while (!waiting_.empty()) {
            waiting_.back().position.copy_to(at.position);
            at.answers = std::move(waiting_.back().answers);
            waiting_.pop_back();
            const Position &game = at.position;
            promising(evaluator_, game, seat_, breadth, imprecision_, answers);
            for (int16_t answer : answers) {
                game.copy_to(child_);
                play(child_, answer);
                failed |= child_.failed;
                // A chosen tile, piece or terrain changes nothing yet: only what follows can be evaluated.
                bool begun = child_.frame_count && child_.free == game.free && child_.walls == game.walls &&
                             child_.to_play() == game.to_play();
                bool known = child_.turn == game.turn && child_.draws == game.draws;
                if (begun && known && !same_stack(child_, game)) {
                    waiting_.emplace_back();
                    child_.copy_to(waiting_.back().position);
                    waiting_.back().answers = at.answers;
                    waiting_.back().answers.push_back(answer);
                    continue;
                }
                if (!finishing && meter.spent_share() >= share_ && (!found.empty() || !reached_.empty())) return false;
                visit(parent, at.answers, answer, meter);
                if (failed) return false;
            }
        }
        return true;
    }

    static bool same_stack(const Position &a, const Position &b) {
        if (a.frame_count != b.frame_count) return false;
        for (int i = 0; i < a.frame_count; i++)
            if (a.stack[i] != b.stack[i]) return false;
        return true;
    }

    // Evaluate the child: the end of a plan, or a position of the turn that was not seen yet.
    void visit(size_t parent, const Answers &before, int16_t answer, Meter &meter) {
        bool ended = child_.turn != turn_ || child_.active != active_;
        bool is_end = ended || child_.over || child_.draws != draws_ || child_.to_play() != seat_;
        const Position &keyed = is_end && ended && answer == END_TURN ? frontier_[parent] : child_;
        PositionKey key(keyed, seat_);
        uint64_t hash = key.hash();
        if (!is_end) {
            if (seen_.find(key, hash)) return;
            meter.spend();
            double value = evaluator_.value(child_, seat_, opponents_) + error();
            seen_.add(key, hash, 0);
            reached_.push_back({{value, before}, parent});
            reached_.back().plan.answers.push_back(answer);
            return;
        }
        double value;
        if (child_.over) value = evaluator_.value(child_, seat_, opponents_);
        else if (!ended && child_.frame_count) value = value_of_next_best(meter);
        else value = evaluator_.value(keyed, seat_, opponents_);
        meter.spend();
        Plan plan = {value + error(), before};
        plan.answers.push_back(answer);
        int32_t *known = found_keys_.find(key, hash);
        if (!known) {
            found_keys_.add(key, hash, int32_t(found.size()));
            found.push_back(std::move(plan));
        } else if (found[size_t(*known)].value < plan.value) {
            found[size_t(*known)] = std::move(plan);
        }
    }

    // The value of the best position after the next answer, when an action has drawn a card.
    double value_of_next_best(Meter &meter) {
        if (child_.to_play() != seat_) return evaluator_.value(child_, seat_, opponents_);
        Answers answers;
        promising(evaluator_, child_, seat_, FINISH_BREADTH, nullptr, answers);
        double best = 0.0;
        bool any = false;
        for (int16_t answer : answers) {
            Position next;
            child_.copy_to(next);
            play(next, answer);
            failed |= next.failed;
            double value = evaluator_.value(next, seat_, opponents_);
            if (!any || value > best) best = value;
            any = true;
        }
        meter.spend(int64_t(answers.size()));
        return best;
    }

    // The indexes of the best positions reached, best first.
    std::vector<size_t> best_reached(size_t width) {
        std::vector<size_t> order(reached_.size());
        for (size_t i = 0; i < order.size(); i++) order[i] = i;
        size_t count = std::min(width, order.size());
        std::partial_sort(order.begin(), order.begin() + long(count), order.end(),
                          [&](size_t a, size_t b) { return is_better(reached_[a].plan, reached_[b].plan); });
        order.resize(count);
        return order;
    }

    // Go on with these positions: play them again from their parents.
    void keep(const std::vector<size_t> &order) {
        resize(next_, order.size());
        std::vector<Answers> paths;
        for (size_t i = 0; i < order.size(); i++) {
            Node &node = reached_[order[i]];
            Position &position = next_[i];
            frontier_[node.parent].copy_to(position);
            for (size_t j = paths_[node.parent].size(); j < node.plan.answers.size(); j++)
                play(position, node.plan.answers[j]);
            paths.push_back(std::move(node.plan.answers));
        }
        frontier_.swap(next_);
        paths_ = std::move(paths);
    }
};

}  // namespace kb

// Beam search over the answers of a turn: bots/beam_search.py, plan for plan.
#pragma once
#include <memory>

#include "budget.hpp"
#include "imprecision.hpp"
#include "ordering.hpp"
#include "paths.hpp"
#include "position_key.hpp"

namespace kb {

constexpr int FINISH_BREADTH = 6;   // how many hexes are searched when the budget is spent, or after a drawn card
constexpr size_t MOST_FINISHED = 8; // how many positions of the beam are finished when the budget is spent

// Answers for the rest of a turn, and the value of the game after them.
struct Plan {
    double value;
    Answers answers;
};

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

// Positions that are used again. They are large: none is cleared, and instead of a copy two can be exchanged.
class Positions {
    std::vector<std::unique_ptr<Position>> positions_;

  public:
    std::unique_ptr<Position> &operator[](size_t i) {
        while (positions_.size() <= i) positions_.emplace_back(new Position);
        return positions_[i];
    }
};

// Searches turns; one object serves many searches, so that its memory is used again.
class BeamSearch {
    // A path with its value, and the value without an error; `parent` is the index of the position in the beam that it
    // comes from.
    struct Node {
        double value, exact;
        int32_t path, parent;
    };

    const Evaluator &evaluator_;
    Positions frontier_, next_, waiting_;
    std::vector<int32_t> paths_of_frontier_, paths_of_waiting_;
    std::vector<double> values_of_frontier_;  // without errors; that of the start is not known
    std::vector<Node> reached_, found_;
    Paths paths_;
    KeyTable seen_, found_keys_;
    std::unique_ptr<Position> at_{new Position}, child_{new Position}, grandchild_{new Position};
    Answers answers_, following_;
    EvaluationBase base_;           // the position of the beam whose successors are visited
    EvaluationBase lifted_base_;    // the same without the piece that is being moved
    EvaluationBase *nearest_ = &base_;  // of both the one that the successors differ from by one piece
    std::unique_ptr<Position> lifted_{new Position};

  public:
    bool failed = false;            // a limit of the kernel was reached

    explicit BeamSearch(const Evaluator &evaluator) : evaluator_(evaluator) {}

    // Find plans for the rest of the turn. When `share` of the budget is spent, the turns begun are finished quickly.
    // Without imprecision all values are exact and everything is noticed.
    void search(const Position &game, int seat, int width, Meter &meter, int breadth, Imprecision *imprecision,
                double share = 1.0) {
        start_ = &game;
        seat_ = seat;
        imprecision_ = imprecision;
        share_ = share;
        opponents_ = evaluator_.opponents(game, seat);
        found_.clear();
        found_keys_.clear();
        seen_.clear();
        paths_.clear();
        game.copy_used_to(*frontier_[0]);
        paths_of_frontier_.assign(1, Paths::NO_PATH);
        bool finishing = false;
        while (!paths_of_frontier_.empty() && !failed) {
            reached_.clear();
            for (size_t i = 0; i < paths_of_frontier_.size(); i++)
                if (!expand(i, finishing ? FINISH_BREADTH : breadth, meter, finishing)) break;
            size_t kept = size_t(width);
            if (meter.spent_share() >= share_) {
                // Finish the turns that were begun: few of them, few hexes of each question.
                finishing = true;
                kept = std::min(kept, MOST_FINISHED);
            }
            keep(kept);
        }
    }

    // The plans of the last search, best first.
    std::vector<Plan> plans() {
        std::sort(found_.begin(), found_.end(), [&](const Node &a, const Node &b) { return is_better(a, b); });
        std::vector<Plan> found(found_.size());
        for (size_t i = 0; i < found.size(); i++) write(found_[i], found[i]);
        return found;
    }

    // The first of the plans.
    Plan best_plan() const {
        Plan found = {0.0, {}};
        if (found_.empty()) return found;
        write(*std::min_element(found_.begin(), found_.end(),
                                [&](const Node &a, const Node &b) { return is_better(a, b); }),
              found);
        return found;
    }

  private:
    const Position *start_ = nullptr;
    int seat_ = 0;
    double share_ = 1.0;
    Opponents opponents_;
    Imprecision *imprecision_ = nullptr;

    double error() { return imprecision_ ? imprecision_->error() : 0.0; }

    // Whether a comes before b: the higher value, then the smaller answers.
    bool is_better(const Node &a, const Node &b) const {
        return a.value != b.value ? a.value > b.value : paths_.is_less(a.path, b.path);
    }

    void write(const Node &node, Plan &plan) const {
        plan.value = node.value;
        paths_.write(node.path, Paths::NO_PATH, plan.answers);
    }

    // Visit the successors of a position of the beam; return false if the budget is spent.
    bool expand(size_t parent, int breadth, Meter &meter, bool finishing) {
        const Position *game = frontier_[parent].get();
        int32_t path = paths_of_frontier_[parent];
        base_.begin(*game, seat_);
        nearest_ = &base_;
        for (;;) {
            promising(evaluator_, *game, seat_, breadth, imprecision_, answers_);
            for (int16_t answer : answers_) {
                game->copy_used_to(*child_);
                play(*child_, answer);
                failed |= child_->failed;
                if (is_begun(*game)) {
                    child_.swap(waiting_[paths_of_waiting_.size()]);
                    paths_of_waiting_.push_back(paths_.add(path, answer));
                    continue;
                }
                bool spent = !finishing && meter.spent_share() >= share_ && (!found_.empty() || !reached_.empty());
                if (!spent) visit(parent, path, answer, meter);
                if (spent || failed) {
                    paths_of_waiting_.clear();
                    return false;
                }
            }
            if (paths_of_waiting_.empty()) return true;
            path = paths_of_waiting_.back();
            paths_of_waiting_.pop_back();
            at_.swap(waiting_[paths_of_waiting_.size()]);
            game = at_.get();
            nearest_ = lifts_piece(*game) ? &lifted_base_ : &base_;
        }
    }

    // Whether a piece has been picked up; then begin the base without it. The areas around the others are found once for
    // all its destinations.
    bool lifts_piece(const Position &game) {
        int origin = game.top().origin;
        if (origin == NO_HEX || !game.players[seat_].pieces.has(origin)) return false;
        game.copy_used_to(*lifted_);
        Player &player = lifted_->players[seat_];
        player.pieces.remove(origin);
        player.adjacent = neighbours(player.pieces);
        lifted_->free.add(origin);
        lifted_base_.begin(*lifted_, seat_);
        return true;
    }

    // Whether the child is a question within an action that has changed nothing yet, such as a chosen tile, piece or
    // terrain: only what follows can be evaluated.
    bool is_begun(const Position &game) const {
        return child_->frame_count && child_->free == game.free && child_->walls == game.walls &&
               child_->to_play() == game.to_play() && child_->turn == game.turn && child_->draws == game.draws &&
               !same_stack(*child_, game);
    }

    static bool same_stack(const Position &a, const Position &b) {
        if (a.frame_count != b.frame_count) return false;
        for (int i = 0; i < a.frame_count; i++)
            if (a.stack[i] != b.stack[i]) return false;
        return true;
    }

    // Evaluate the child: the end of a plan, or a position of the turn that was not seen yet.
    void visit(size_t parent, int32_t before, int16_t answer, Meter &meter) {
        const Position &child = *child_;
        bool ended = child.turn != start_->turn || child.active != start_->active;
        bool is_end = ended || child.over || child.draws != start_->draws || child.to_play() != seat_;
        const Position &keyed = is_end && ended && answer == END_TURN ? *frontier_[parent] : child;
        PositionKey key(keyed, *start_, seat_);
        uint64_t hash = key.hash();
        if (!is_end) {
            if (seen_.find(key, hash)) return;
            meter.spend();
            double value = evaluator_.value(child, seat_, opponents_, nearest_);
            seen_.add(key, hash, 0);
            reached_.push_back({value + error(), value, paths_.add(before, answer), int32_t(parent)});
            return;
        }
        double exact;
        if (child.over) exact = evaluator_.value(child, seat_, opponents_);
        else if (!ended && child.frame_count) exact = value_of_next_best(meter);
        else if (&keyed != &child && before != Paths::NO_PATH) exact = values_of_frontier_[parent];
        else exact = evaluator_.value(keyed, seat_, opponents_, nearest_);
        meter.spend();
        double value = exact + error();
        int32_t *known = found_keys_.find(key, hash);
        if (!known) {
            found_keys_.add(key, hash, int32_t(found_.size()));
            found_.push_back({value, exact, paths_.add(before, answer), int32_t(parent)});
        } else if (found_[size_t(*known)].value < value) {
            found_[size_t(*known)] = {value, exact, paths_.add(before, answer), int32_t(parent)};
        }
    }

    // The value of the best position after the next answer, when an action has drawn a card.
    double value_of_next_best(Meter &meter) {
        if (child_->to_play() != seat_) return evaluator_.value(*child_, seat_, opponents_);
        promising(evaluator_, *child_, seat_, FINISH_BREADTH, nullptr, following_);
        double best = 0.0;
        bool any = false;
        for (int16_t answer : following_) {
            child_->copy_used_to(*grandchild_);
            play(*grandchild_, answer);
            failed |= grandchild_->failed;
            double value = evaluator_.value(*grandchild_, seat_, opponents_, nearest_);
            if (!any || value > best) best = value;
            any = true;
        }
        meter.spend(int64_t(following_.size()));
        return best;
    }

    // Go on with this many of the best positions reached: play them again from their parents.
    void keep(size_t count) {
        auto better = [&](const Node &a, const Node &b) { return is_better(a, b); };
        if (reached_.size() > count) {
            std::nth_element(reached_.begin(), reached_.begin() + long(count), reached_.end(), better);
            reached_.resize(count);
        }
        std::sort(reached_.begin(), reached_.end(), better);
        for (size_t i = 0; i < reached_.size(); i++) {
            const Node &node = reached_[i];
            Position &position = *next_[i];
            frontier_[size_t(node.parent)]->copy_used_to(position);
            paths_.write(node.path, paths_of_frontier_[size_t(node.parent)], answers_);
            for (int16_t answer : answers_) play(position, answer);
        }
        paths_of_frontier_.resize(reached_.size());
        values_of_frontier_.resize(reached_.size());
        for (size_t i = 0; i < reached_.size(); i++) {
            paths_of_frontier_[i] = reached_[i].path;
            values_of_frontier_[i] = reached_[i].exact;
        }
        std::swap(frontier_, next_);
    }
};

}  // namespace kb

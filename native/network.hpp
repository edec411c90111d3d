// A small neural network that corrects the evaluation where rollouts end: bots/network.py, number for number.
#pragma once
#include <vector>

#include "beam_search.hpp"
#include "surroundings.hpp"

namespace kb {

constexpr int HIDDEN = 64, SECOND_HIDDEN = 16, PACE_INPUTS = 5;
constexpr int MOST_INPUTS =
    MOST_FEATURES + MOST_TILES + 2 + MOST_PAYING * NUMBERS_OF_SOURCE + NUMBERS_OF_TERRAINS + PACE_INPUTS;

struct Network {
    // What an input counts for the result at once, and for the hidden layer.
    struct Row {
        double linear, hidden[HIDDEN];
    };

    std::vector<Row> rows;
    double bias[HIDDEN];
    double second[HIDDEN][SECOND_HIDDEN], second_bias[SECOND_HIDDEN];
    double last[SECOND_HIDDEN];

    // How many inputs differ between positions of a game.
    static int input_count(const Evaluator &evaluator) {
        return evaluator.built_count() + evaluator.kind_count + 2 + evaluator.paying.count * NUMBERS_OF_SOURCE +
               NUMBERS_OF_TERRAINS + PACE_INPUTS;
    }

    // What to add to the value of a position at the end of this player's turn.
    double correction(const Evaluator &evaluator, const Position &pos, int seat) const {
        if (pos.over) return 0.0;
        Sections sections(pos);
        double own = gold(evaluator, pos, seat, sections);
        return own - gold(evaluator, pos, strongest_opponent(evaluator, pos, seat, sections), sections);
    }

  private:
    static int strongest_opponent(const Evaluator &evaluator, const Position &pos, int seat, Sections &sections) {
        int found = NOTHING;
        double best = 0.0;
        Pace pace = still_to_come(pos);
        for (int other = 0; other < pos.player_count(); other++) {
            if (other == seat) continue;
            if (pos.player_count() == 2) return other;
            double gold = Evaluator::expected_gold(evaluator.terms(pos, other, sections, nullptr), pace.turns[other],
                                                   pace.builds[other]);
            if (found == NOTHING || gold > best) {
                found = other;
                best = gold;
            }
        }
        return found;
    }

    // How much more gold a player will get than the linear evaluation expects; 0 without another turn.
    double gold(const Evaluator &evaluator, const Position &pos, int seat, Sections &sections) const {
        Pace pace = still_to_come(pos);
        double turns = pace.turns[seat];
        if (turns == 0.0) return 0.0;
        EvaluationBase base(pos, seat);
        PieceFacts facts(base.pieces, pos, seat, NO_HEX, sections);
        double numbers[MOST_INPUTS];
        int count = write_inputs(evaluator, facts, base, pace, numbers);
        return (turns < 1.0 ? turns : 1.0) * output(numbers, count);
    }

    static int write_inputs(const Evaluator &evaluator, PieceFacts &facts, EvaluationBase &base, const Pace &pace,
                            double *numbers) {
        const Position &pos = facts.pos;
        const Player &player = facts.player();
        int seat = facts.seat, least = SETTLEMENTS;
        Features features;
        evaluator.read(facts, base, features);
        double mine = pace.builds[seat], parts = pace.turns[seat] / ROUNDS, fewest = pace.turns[seat];
        for (int other = 0; other < pos.player_count(); other++) {
            if (pace.turns[other] < fewest) fewest = pace.turns[other];
            if (other != seat) least = std::min(least, int(pos.players[other].supply));
        }
        double *next = numbers;
        for (int i = 0; i < features.built_count; i++) *next++ = features.built[i] * mine;
        for (int i = 0; i < features.lasting_count; i++) *next++ = features.lasting[i] * parts;
        *next++ = player.nomad_count;
        next = Surroundings(pos, seat).write(facts, evaluator.paying, next);
        *next++ = parts;
        *next++ = mine;
        *next++ = double(player.supply) / SETTLEMENTS;
        *next++ = double(least) / SETTLEMENTS;
        *next++ = pace.turns[seat] - fewest;
        return int(next - numbers);
    }

    double output(const double *numbers, int count) const {
        double linear = 0.0, hidden[HIDDEN] = {}, outputs[SECOND_HIDDEN] = {}, found = 0.0;
        for (int i = 0; i < count; i++) {
            double number = numbers[i];
            const Row &row = rows[size_t(i)];
            if (number == 0.0) continue;
            linear += number * row.linear;
            for (int j = 0; j < HIDDEN; j++) hidden[j] += number * row.hidden[j];
        }
        for (int j = 0; j < HIDDEN; j++) {
            double above = hidden[j] + bias[j];
            if (!(above > 0.0)) continue;
            for (int k = 0; k < SECOND_HIDDEN; k++) outputs[k] += above * second[j][k];
        }
        for (int k = 0; k < SECOND_HIDDEN; k++) {
            double above = outputs[k] + second_bias[k];
            if (above > 0.0) found += above * last[k];
        }
        return linear + found;
    }
};

// What a network adds to the value of a plan for the turn of a seat; 0 without a network.
inline double correction_of(const Network *network, const Evaluator &evaluator, const Position &position,
                            const Plan &plan, int seat) {
    if (!network) return 0.0;
    Position end;
    position.copy_used_to(end);
    Answers answers;
    for (int16_t answer : plan.answers)
        if (answer != END_TURN) answers.push_back(answer);
    play_plan(end, answers);
    return network->correction(evaluator, end, seat);
}

}  // namespace kb

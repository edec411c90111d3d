// Many games at once, each with the arrays of its observation; the agent plays one seat against bots, or all seats.
#pragma once
#include <memory>

#include "large_array.hpp"
#include "random_bot.hpp"
#include "row.hpp"
#include "setup_plan.hpp"

namespace kb {

constexpr int ALL_SEATS = -1;

// The n-th lowest option.
inline int nth_option(const LegalAnswers &legal, int n) {
    for (int i = 0;; i++) {
        int lower = 0;
        for (int j = 0; j < legal.option_count; j++) lower += legal.options[j] < legal.options[i];
        if (lower == n) return legal.options[i];
    }
}

// A game that stops whenever the agent has to answer, and at its end: Episode of env/episodes.py.
class Episode {
    void answer(int number) {
        play(pos, number);
        if (records) answers.push_back(int16_t(number));
    }

    // Let the bots play until the agent has to answer; return false if the game is over.
    bool play_bots() {
        for (;;) {
            find_legal(pos, legal);
            if (pos.over || pos.failed) return false;
            int to_play = pos.to_play();
            if (agent == ALL_SEATS || to_play == agent) {
                seat = to_play;
                return true;
            }
            answer(random_bot_answer(legal, *bots_[to_play]));
        }
    }

  public:
    Position pos;
    int agent = ALL_SEATS;          // the seat that the agent plays
    int seat = 0;                   // the agent's seat that has to answer, or was the last to do so
    bool illegal = false;           // the last answer was not legal
    bool records = true;            // whether all answers of the game are kept
    LegalAnswers legal;
    std::vector<int16_t> answers;

  private:
    std::unique_ptr<PythonRandom> bots_[MOST_PLAYERS];
    Setup drawn_;

  public:
    // Set the agent's seat, and the seeds of random bots for all others in their order.
    void take_seat(int own, const uint64_t *seeds, int players) {
        agent = own;
        if (own == ALL_SEATS) return;
        seat = own;
        for (int i = 0; i < players; i++)
            if (i != own) bots_[i].reset(new PythonRandom(*seeds++));
    }

    // Begin a game; return false if the agent never has to answer.
    bool begin(const Setup &setup, uint64_t deck_seed) {
        begin_game(pos, setup, deck_seed);
        answers.clear();
        illegal = false;
        return play_bots();
    }
    bool draw(const SetupPlan &plan, uint64_t seed) {
        uint64_t deck_seed = draw_setup(plan, seed, drawn_);
        return begin(drawn_, deck_seed);
    }

    // Continue from a position whose set-up outlives it.
    void load(const Position &from, int own) {
        from.copy_to(pos);
        answers.clear();
        illegal = false;
        seat = own;
        find_legal(pos, legal);
    }

    // Play an answer and those of the bots; return false at the end of the game or after an illegal answer.
    bool play_answer(int64_t number) {
        illegal = number < 0 || number >= ANSWERS || !is_legal(legal, int(number));
        if (illegal) return false;
        answer(int(number));
        return play_bots();
    }
};

// The arrays of a batch, one row for each game; planes and vectors may be missing. The masks are bytes or packed.
struct BatchArrays {
    int8_t *planes = nullptr;
    float *vectors = nullptr;
    int8_t *masks = nullptr;
    uint64_t *packed_masks = nullptr;
    int64_t *seats = nullptr;
};

// Ask the processor for memory that will be needed soon: with many games it is not in the nearest cache.
inline void prefetch(const void *from, size_t size) {
    for (size_t i = 0; i < size; i += 64) __builtin_prefetch(static_cast<const char *>(from) + i, 1);
}

class Batch {
    static constexpr int NEXT = 2, NEXT_BUT_ONE = 4;  // how many games ahead memory is asked for

    struct Game {
        Episode episode;
        ObservationRow<int8_t> row;
        MaskRow mask;
    };
    LargeArray<Game> games_;
    MaskCells mask_cells_;

    // The state of a game, then what it refers to for an answer.
    void prefetch_state(int i) {
        Game &game = games_[size_t(i)];
        prefetch(&game.episode.pos, offsetof(Position, stack) + sizeof(Frame));
        prefetch(&game.episode.agent, 2 * CACHE_LINE);
        if (!arrays.masks) return;
        prefetch(&game.mask, sizeof(Hexes));
        prefetch(arrays.masks + size_t(i) * ANSWERS, ANSWERS);
    }
    void prefetch_board(int i, int64_t answer) {
        const Position &pos = episode(i).pos;
        const Board &board = pos.board();
        prefetch(&pos.players[pos.active], offsetof(Player, tiles) + sizeof(OwnedTile));
        if (answer >= 0 && answer < FIRST_OPTION)
            __builtin_prefetch(&board.near_any_space.words[hex_of_answer(int(answer)) / 64]);
        if (answer == END_TURN) prefetch(&pos.deck, sizeof pos.deck);
        if (pos.terrain != NOTHING) prefetch(&board.terrain[pos.terrain], sizeof(Hexes));
        prefetch(pos.setup, CACHE_LINE);
    }

  public:
    const int count;
    const Layout *const layout;
    const BatchArrays arrays;
    Rng rng{0};                     // of random answers and of games that begin by themselves

    Batch(int games, const Layout *spec, const BatchArrays &given)
        : games_(size_t(games)), count(games), layout(spec), arrays(given) {
        for (int i = 0; i < games; i++) episode(i).records = spec != nullptr;
    }

    Episode &episode(int i) { return games_[size_t(i)].episode; }

    // Write the observation, the mask and the seat of a game.
    void write(int i) {
        Game &game = games_[size_t(i)];
        const Episode &episode = game.episode;
        if (layout)
            game.row.write(*layout, episode.pos, episode.seat, episode.legal,
                           arrays.planes + size_t(i) * size_t(layout->plane_count() * layout->cells),
                           arrays.vectors + size_t(i) * size_t(layout->vector_size));
        const LegalAnswers *legal = episode.pos.to_play() == episode.seat ? &episode.legal : nullptr;
        if (arrays.masks) game.mask.write(legal, mask_cells_, arrays.masks + size_t(i) * ANSWERS);
        else write_packed_mask(legal, arrays.packed_masks + size_t(i) * MASK_WORDS);
        arrays.seats[i] = episode.seat;
    }

    // Play one answer in each game and write what follows; return how many games have ended. With a plan, another game
    // begins at once where one has ended.
    int step(const int64_t *answers, bool *ended, const SetupPlan *plan) {
        int ends = 0;
        for (int i = 0; i < count; i++) {
            if (i + NEXT_BUT_ONE < count) prefetch_state(i + NEXT_BUT_ONE);
            if (i + NEXT < count) prefetch_board(i + NEXT, answers[i + NEXT]);
            ended[i] = !episode(i).play_answer(answers[i]);
            ends += ended[i];
            if (ended[i] && plan) episode(i).draw(*plan, rng.next64());
            write(i);
        }
        return ends;
    }

    // Choose a random legal answer in each game.
    void random_answers(int64_t *answers) {
        for (int i = 0; i < count; i++) {
            AnswerList list(episode(i).legal);
            answers[i] = list.count() ? random_answer(list, rng) : NOTHING;
        }
    }

    // Choose in each game the legal answer at a share of all, from 0 to below 1, in the order of their numbers.
    void answers_at(const double *shares, int64_t *answers) {
        for (int i = 0; i < count; i++) {
            const LegalAnswers &legal = episode(i).legal;
            AnswerList list(legal);
            int n = int(shares[i] * list.count());
            if (n < 0 || n >= list.count()) answers[i] = NOTHING;
            else if (n < list.hexes()) answers[i] = list[n];
            else answers[i] = nth_option(legal, n - list.hexes());
        }
    }
};

}  // namespace kb

// The arrays of one observation, and what is written there: Row of env/encoder.py.
#pragma once
#include "observation.hpp"

namespace kb {

// The cells of a mask: hexes by their answers.
struct MaskCells {
    int16_t first_cell[LINES];

    MaskCells() {
        for (int line = 0; line < LINES; line++) first_cell[line] = geometry.answer_of_hex[first_of_line(line)];
    }
};

// A mask of the legal answers, a byte for each. It begins with any contents.
class MaskRow {
    Hexes shown_;
    uint64_t options_[2];
    bool begun_ = false;

  public:
    void write(const LegalAnswers *legal, const MaskCells &cells, int8_t *mask) {
        if (!begun_) {
            memset(mask, 0, ANSWERS);
            shown_ = NO_HEXES;
            options_[0] = options_[1] = 0;
            begun_ = true;
        }
        const Hexes &now = legal ? legal->hexes : NO_HEXES;
        write_cells(now, shown_, cells.first_cell, mask);
        shown_ = now;
        for (int i = 0; i < 2; i++) {
            uint64_t options = legal ? legal->option_bits[i] : 0;
            int8_t *from = mask + LegalAnswers::FIRST_BIT + 64 * i;
            for (uint64_t changed = options ^ options_[i]; changed; changed &= changed - 1) {
                int bit = __builtin_ctzll(changed);
                from[bit] = int8_t(options >> bit & 1);
            }
            options_[i] = options;
        }
    }
};

constexpr int MASK_WORDS = (ANSWERS + 63) / 64;

// The hexes of the lines from LINE on as bits in the order of the answers, which is the reading order.
template <int LINE, int ANSWER> inline void pack_lines(const Hexes &hexes, uint64_t *words) {
    if constexpr (LINE < LINES) {
        constexpr int word = ANSWER / 64, offset = ANSWER % 64, columns = columns_of_line(LINE);
        uint64_t bits = line_bits(hexes, LINE);
        words[word] |= bits << offset;
        if constexpr (offset + columns > 64) words[word + 1] |= bits >> (64 - offset);
        pack_lines<LINE + 1, ANSWER + columns>(hexes, words);
    }
}

// The hexes of each word of a set, and the answer of the first of them.
struct WordsOfAnswers {
    uint64_t hexes[WORDS];
    int first[WORDS + 1];
    constexpr WordsOfAnswers() : hexes(), first() {
        for (int line = 0; line < LINES; line++)
            for (int column = 0; column < columns_of_line(line); column++) {
                int h = first_of_line(line) + column;
                hexes[h / 64] |= uint64_t(1) << h % 64;
                for (int i = h / 64; i < WORDS; i++) first[i + 1]++;
            }
    }
};
inline constexpr WordsOfAnswers WORDS_OF_ANSWERS;

// The same as pack_lines for the words from WORD to END, faster on processors with such an instruction.
template <int WORD, int END> inline void pack_words(const Hexes &hexes, uint64_t *words) {
    if constexpr (WORD < END) {
        constexpr int answer = WORDS_OF_ANSWERS.first[WORD], next = WORDS_OF_ANSWERS.first[WORD + 1];
        constexpr int word = answer / 64, offset = answer % 64;
        uint64_t bits = packed_bits(hexes.words[WORD], WORDS_OF_ANSWERS.hexes[WORD]);
        words[word] |= bits << offset;
        if constexpr (offset + next - answer > 64) words[word + 1] |= bits >> (64 - offset);
        pack_words<WORD + 1, END>(hexes, words);
    }
}

// Write a mask with a bit for each answer, the lowest first.
inline void write_packed_mask(const LegalAnswers *legal, uint64_t *words) {
    uint64_t packed[MASK_WORDS] = {};
    if (legal) {
        if (!pdep_is_fast) {
            pack_lines<0, 0>(legal->hexes, packed);
        } else {
            pack_words<0, WORDS_OF_BOARD>(legal->hexes, packed);
            if (overlap(legal->hexes, geometry.island)) pack_words<WORDS_OF_BOARD, WORDS>(legal->hexes, packed);
        }
        packed[MASK_WORDS - 2] |= legal->option_bits[0];
        packed[MASK_WORDS - 1] |= legal->option_bits[1];
    }
    memcpy(words, packed, sizeof packed);
}
static_assert(LegalAnswers::FIRST_BIT == 64 * (MASK_WORDS - 2));

// Planes and vector of one seat. They begin with any contents.
template <class Cell> class ObservationRow {
    std::vector<Hexes> shown_;
    std::vector<Spaces> spaces_;    // of planes that show spaces
    uint64_t setup_ = 0;            // the id of the set-up whose planes are written; 0: none

    void begin(const Layout &layout, const Setup &setup, Cell *planes) {
        memset(static_cast<void *>(planes), 0, sizeof(Cell) * size_t(layout.plane_count() * layout.cells));
        Cell *cells = planes;
        for (const Plane &plane : layout.fixed) {
            write_cells(fixed_plane(setup, plane), NO_HEXES, layout.first_cell, cells);
            cells += layout.cells;
        }
        shown_.assign(layout.moving.size(), NO_HEXES);
        spaces_.assign(layout.moving.size(), 0);
        setup_ = setup.id;
    }

  public:
    void begin() { setup_ = 0; }

    // Write what `own` sees; `legal` are the legal answers of the game.
    void write(const Layout &layout, const Position &pos, int own, const LegalAnswers &legal, Cell *planes,
               float *vector) {
        if (setup_ != pos.setup->id) begin(layout, *pos.setup, planes);
        Seen seen = {pos, own, pos.to_play() == own ? &legal : nullptr, {}};
        if (seen.legal) seen.question = current_question(pos, legal);
        Cell *cells = planes + layout.fixed.size() * size_t(layout.cells);
        for (size_t i = 0; i < layout.moving.size(); i++, cells += layout.cells) {
            Plane plane = layout.moving[i];
            Hexes computed;
            if (shows_spaces(plane)) {
                Spaces spaces = spaces_shown(seen, plane);
                if (spaces == spaces_[i]) continue;
                spaces_[i] = spaces;
                computed = pos.board().hexes_of(spaces);
            }
            const Hexes &now = shows_spaces(plane) ? computed : moving_plane(seen, plane, computed);
            if (now == shown_[i]) continue;
            write_cells(now, shown_[i], layout.first_cell, cells);
            shown_[i] = now;
        }
        VectorWriter(layout, seen, vector).write();
    }
};

}  // namespace kb

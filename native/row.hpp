// The arrays of one observation, and what is written there: Row of env/encoder.py.
#pragma once
#include "observation.hpp"

namespace kb {

// The cells of a mask: hexes by their answers.
struct MaskCells {
    int16_t first_cell[LINES];

    MaskCells() {
        for (int line = 0; line < LINES; line++) first_cell[line] = geometry.answer_of_hex[geometry.first_of_line[line]];
    }
};

// A mask of the legal answers, a byte for each. It begins with any contents.
class MaskRow {
    Hexes shown_;
    int option_count_ = 0;
    int16_t options_[LegalAnswers::MOST];
    bool begun_ = false;

  public:
    void write(const LegalAnswers *legal, const MaskCells &cells, int8_t *mask) {
        if (!begun_) {
            memset(mask, 0, ANSWERS);
            shown_ = NO_HEXES;
            option_count_ = 0;
            begun_ = true;
        }
        const Hexes &now = legal ? legal->hexes : NO_HEXES;
        write_cells(now, shown_, cells.first_cell, mask);
        shown_ = now;
        for (int i = 0; i < option_count_; i++) mask[options_[i]] = 0;
        option_count_ = legal ? legal->option_count : 0;
        for (int i = 0; i < option_count_; i++) mask[options_[i] = legal->options[i]] = 1;
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

// Write a mask with a bit for each answer, the lowest first.
inline void write_packed_mask(const LegalAnswers *legal, uint64_t *words) {
    for (int i = 0; i < MASK_WORDS; i++) words[i] = 0;
    if (!legal) return;
    pack_lines<0, 0>(legal->hexes, words);
    for (int i = 0; i < legal->option_count; i++) words[legal->options[i] / 64] |= uint64_t(1) << legal->options[i] % 64;
}

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

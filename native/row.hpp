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

// A mask of the legal answers. It begins with any contents.
class MaskRow {
    Hexes shown_;
    int option_count_ = 0;
    int16_t options_[LegalAnswers::MOST];
    bool begun_ = false;

  public:
    void begin() { begun_ = false; }

    void write(const LegalAnswers *legal, const MaskCells &cells, int8_t *mask) {
        if (!begun_) {
            memset(mask, 0, ANSWERS);
            shown_ = NO_HEXES;
            option_count_ = 0;
            begun_ = true;
        }
        const Hexes &now = legal ? legal->hexes : NO_HEXES;
        write_cells(now, shown_, cells.first_cell, geometry.answer_of_hex, mask);
        shown_ = now;
        for (int i = 0; i < option_count_; i++) mask[options_[i]] = 0;
        option_count_ = legal ? legal->option_count : 0;
        for (int i = 0; i < option_count_; i++) mask[options_[i] = legal->options[i]] = 1;
    }
};

// Planes and vector of one seat. They begin with any contents.
template <class Cell> class ObservationRow {
    std::vector<Hexes> shown_;
    uint64_t setup_ = 0;            // the id of the set-up whose planes are written; 0: none

    void begin(const Layout &layout, const Setup &setup, Cell *planes) {
        memset(static_cast<void *>(planes), 0, sizeof(Cell) * size_t(layout.plane_count() * layout.cells));
        Cell *cells = planes;
        for (const Plane &plane : layout.fixed) {
            write_cells(fixed_plane(setup, plane), NO_HEXES, layout.first_cell, layout.cell_of_hex, cells);
            cells += layout.cells;
        }
        shown_.assign(layout.moving.size(), NO_HEXES);
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
            Hexes now = moving_plane(seen, layout.moving[i]);
            if (now == shown_[i]) continue;
            write_cells(now, shown_[i], layout.first_cell, layout.cell_of_hex, cells);
            shown_[i] = now;
        }
        VectorWriter(layout, seen, vector).write();
    }
};

}  // namespace kb

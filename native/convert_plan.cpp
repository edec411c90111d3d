// Plans of set-ups from Python's values.
#include "convert_plan.hpp"

#include "convert.hpp"

namespace kb {

namespace {

constexpr const char *PLAN = "kingdom_builder.kernel.plan";

void free_plan(PyObject *capsule) {
    delete static_cast<SetupPlan *>(PyCapsule_GetPointer(capsule, PLAN));
    Py_XDECREF(static_cast<PyObject *>(PyCapsule_GetContext(capsule)));
}

void fail(const char *what) {
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, what);
}

// Whether four such parts cannot have too many places that scorers link.
bool fits_marks(const BoardPart &part) {
    int specials = 0;
    for (const Hexes &hexes : part.special) specials += hexes.count();
    std::vector<Hexes> mountains;
    add_areas(mountains, part.terrain[MOUNTAIN]);
    return specials <= HexMarks::MOST / QUADRANTS && mountains.size() <= HexMarks::MOST / QUADRANTS;
}

// The parts of each section, for every quadrant first as printed, then turned.
void read_sections(Reader &reader, SetupPlan &plan) {
    reader.each_item([&](PyObject *capsules) {
        plan.section_count++;
        Reader(capsules).each([&](PyObject *capsule) {
            const BoardPart *part = board_part_in(capsule);
            if (!part) return;
            for (int i = 0; i < part->location_count; i++)
                if (!is_supported(*plan.same.declarations, part->location_tile[i])) return;
            if (part->location_count > MOST_TILES / QUADRANTS) fail("a section has too many locations for a plan");
            if (!fits_marks(*part)) fail("a section has too many special hexes or mountains for a plan");
            plan.parts.push_back(*part);
        });
    });
    if (plan.parts.size() != size_t(plan.section_count * QUADRANTS * 2)) fail("a section of a plan has eight parts");
}

void read_cards(Reader &reader, SetupPlan &plan) {
    reader.each_item([&](PyObject *row) {
        Reader values(row);
        CardOfPlan card = {};
        card.index = int16_t(values.number(0, INT16_MAX));
        PyObject *scorer = values.item();
        card.scores = scorer && scorer != Py_None;
        if (card.scores) card.scorer = read_scorer(scorer);
        plan.cards.push_back(card);
    });
}

void read_wanted(Reader &reader, SetupPlan &plan) {
    int i = 0, free = 0;
    reader.each_item([&](PyObject *row) {
        Reader values(row);
        if (i == QUADRANTS) return fail("a board has four sections");
        plan.wanted[i].section = int(values.number(ANY, INT16_MAX));
        plan.wanted[i].turned = int(values.number(ANY, 1));
        free += plan.wanted[i].section == ANY;
        if (plan.wanted[i].section >= plan.section_count) fail("there is no such section");
        i++;
    });
    int named = i - free;
    if (i != QUADRANTS || free > plan.section_count - named) fail("a plan has too few sections");
    i = free = 0;
    reader.each_item([&](PyObject *number) {
        if (i == CARDS_IN_PLAY) return fail("a plan has too many cards");
        plan.wanted_cards[i] = int(PyLong_AsLong(number));
        free += plan.wanted_cards[i] == ANY;
        if (plan.wanted_cards[i] >= int(plan.cards.size())) fail("there is no such card");
        i++;
    });
    if (i != CARDS_IN_PLAY || int(plan.cards.size()) < CARDS_IN_PLAY) fail("a plan has too few cards");
}

}  // namespace

// (a set-up with the first cards, sections, cards, wanted sections, wanted cards, start, deck seed or None, streams)
PyObject *new_plan(PyObject *, PyObject *args) {
    Reader reader(args);
    PyObject *sample = reader.item();
    const Setup *setup = sample ? setup_in(sample) : nullptr;
    if (!setup) return nullptr;
    auto *plan = new SetupPlan();
    plan->same = *setup;
    read_sections(reader, *plan);
    read_cards(reader, *plan);
    int scoring = 0;
    for (int i = 0; i < CARDS_IN_PLAY && i < int(plan->cards.size()); i++) scoring += plan->cards[size_t(i)].scores;
    auto &scorers = plan->same.rules.scorers;
    int others = scorers.count - scoring;
    for (int i = 0; i < others; i++) scorers.items[i] = scorers.items[i + scoring];
    if (others < 0 || others + CARDS_IN_PLAY > MOST_SCORERS) fail("a plan has too many scorers");
    else scorers.count = uint8_t(others);
    read_wanted(reader, *plan);
    plan->start = int8_t(reader.number(ANY, MOST_PLAYERS - 1));
    PyObject *deck_seed = reader.item();
    plan->deck_is_given = deck_seed && deck_seed != Py_None;
    if (plan->deck_is_given) plan->deck_seed = PyLong_AsUnsignedLongLong(deck_seed);
    for (uint64_t *stream : {&plan->sections_stream, &plan->turns_stream, &plan->cards_stream, &plan->start_stream,
                             &plan->deck_stream})
        *stream = reader.number64();
    if (reader.failed()) {
        delete plan;
        return nullptr;
    }
    PyObject *found = PyCapsule_New(plan, PLAN, free_plan);
    PyCapsule_SetContext(found, Py_NewRef(sample));
    return found;
}

const SetupPlan *plan_in(PyObject *capsule) { return static_cast<SetupPlan *>(PyCapsule_GetPointer(capsule, PLAN)); }

}  // namespace kb

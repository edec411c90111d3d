// Observations for Python: the layout from Python's names (env/kernel_encoder.py), and the type Observer.
#include "py_observation.hpp"

#include <new>

#include "buffer.hpp"
#include "convert.hpp"
#include "py_game.hpp"
#include "row.hpp"

namespace kb {

namespace {

constexpr const char *LAYOUT = "kingdom_builder.kernel.layout";

void free_layout(PyObject *capsule) { delete static_cast<Layout *>(PyCapsule_GetPointer(capsule, LAYOUT)); }

// A place in the vector; `stage` is the only group whose members the kernel knows by name.
template <class Group> int member_of(Group, PyObject *, long number) { return int(number); }
template <> int member_of(Number group, PyObject *name, long number) {
    return group == Number::stage ? int(named<Stage>(name, Stage_named)) : int(number);
}

template <class Group, class Find>
void read_places(Reader &reader, int16_t (*places)[MOST_MEMBERS], Find find, int size) {
    for (int group = 0; group < int(Group::COUNT); group++)
        for (int i = 0; i < MOST_MEMBERS; i++) places[group][i] = NO_PLACE;
    reader.each_item([&](PyObject *row) {
        Reader values(row);
        Group group = named<Group>(values.item(), find);
        if (group == Group::COUNT) return;
        PyObject *name = values.item();
        long number = values.number(INT16_MIN, INT16_MAX), place = values.number(INT16_MIN, INT16_MAX);
        int member = member_of(group, name, number);
        if (member >= 0 && member < MOST_MEMBERS && place >= 0 && place < size)
            places[int(group)][member] = int16_t(place);
        else if (!PyErr_Occurred()) PyErr_SetString(PyExc_NotImplementedError, "too many numbers for the kernel");
    });
}

bool is_possible(const Plane &plane) {
    int most = plane.group == PlaneGroup::terrain                                           ? int(TERRAIN_COUNT)
               : plane.group == PlaneGroup::special                                         ? MOST_SPECIALS
               : plane.group == PlaneGroup::own || plane.group == PlaneGroup::others ? TOKEN_KINDS
                                                                                           : MOST_MEMBERS;
    return plane.member >= 0 && plane.member < most;
}

void read_planes(Reader &reader, std::vector<Plane> &planes) {
    reader.each_item([&](PyObject *row) {
        Reader values(row);
        Plane plane;
        plane.group = named<PlaneGroup>(values.item(), PlaneGroup_named);
        plane.member = int16_t(values.number(INT16_MIN, INT16_MAX));
        if (!is_possible(plane) && !PyErr_Occurred())
            PyErr_SetString(PyExc_NotImplementedError, "too many planes for the kernel");
        planes.push_back(plane);
    });
}

PyObject *new_layout(PyObject *, PyObject *values) {
    Reader reader(values);
    auto *layout = new Layout();
    layout->players = int(reader.number(1, MOST_PLAYERS));
    layout->cells = int(reader.number(1, INT16_MAX));
    layout->scores = reader.flag();
    layout->numbers_of_player = int(reader.number(1, INT16_MAX));
    layout->vector_size = int(reader.number(1, INT16_MAX));
    int line = 0;
    reader.each_item([&](PyObject *cell) {
        if (line < LINES) layout->first_cell[line++] = int16_t(PyLong_AsLong(cell));
    });
    if (line != LINES && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a layout has a cell for each line");
    layout->island = layout->first_cell[LINES - 1] != NO_PLACE;
    for (int i = 0; i < (layout->island ? LINES : ROWS_OF_BOARD) && !PyErr_Occurred(); i++)
        if (layout->first_cell[i] < 0 || layout->first_cell[i] + columns_of_line(i) > layout->cells)
            PyErr_SetString(PyExc_ValueError, "a line of the layout is outside the plane");
    read_planes(reader, layout->fixed);
    read_planes(reader, layout->moving);
    read_places<PlayerNumber>(reader, layout->player_numbers, PlayerNumber_named, layout->numbers_of_player);
    read_places<Number>(reader, layout->numbers, Number_named, layout->vector_size);
    if (reader.failed()) {
        delete layout;
        return nullptr;
    }
    return PyCapsule_New(layout, LAYOUT, free_layout);
}

PyTypeObject *observer_type;

// The arrays of one observation. The planes are int8 or float32.
struct Arrays {
    Buffer planes, vector, mask;
    ObservationRow<int8_t> small;
    ObservationRow<float> flat;
    MaskRow mask_row;
    MaskCells mask_cells;
    uint64_t setup = 0;             // the id of the last set-up
};

struct ObserverObject {
    PyObject_HEAD
    PyObject *layout;
    Arrays *arrays;
};

ObserverObject *self_of(PyObject *object) { return reinterpret_cast<ObserverObject *>(object); }

PyObject *new_observer(PyObject *, PyObject *args) {
    PyObject *capsule, *planes, *vector, *mask;
    if (!PyArg_ParseTuple(args, "OOOO", &capsule, &planes, &vector, &mask)) return nullptr;
    const Layout *layout = layout_in(capsule);
    if (!layout) return nullptr;
    auto *observer = reinterpret_cast<ObserverObject *>(PyType_GenericAlloc(observer_type, 0));
    if (!observer) return nullptr;
    observer->layout = Py_NewRef(capsule);
    observer->arrays = new Arrays();
    Arrays &arrays = *observer->arrays;
    if (!arrays.planes.acquire(planes, Py_ssize_t(layout->plane_count()) * layout->cells, 0, "planes") ||
        !arrays.vector.acquire(vector, layout->vector_size, sizeof(float), "vector") ||
        !arrays.mask.acquire(mask, ANSWERS, 1, "mask")) {
        Py_DECREF(observer);
        return nullptr;
    }
    return reinterpret_cast<PyObject *>(observer);
}

void observer_dealloc(PyObject *object) {
    delete self_of(object)->arrays;
    Py_XDECREF(self_of(object)->layout);
    PyTypeObject *type = Py_TYPE(object);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

// Write what a seat of a game sees: (game, seat); return false with an exception set if it cannot be seen.
bool write_seen(PyObject *object, PyObject *args) {
    PyObject *value;
    int seat;
    if (!PyArg_ParseTuple(args, "O!i", game_type, &value, &seat)) return false;
    auto *game = reinterpret_cast<GameObject *>(value);
    const Layout &layout = *layout_in(self_of(object)->layout);
    const Position &pos = *game->position;
    Arrays &arrays = *self_of(object)->arrays;
    if (seat < 0 || seat >= pos.player_count()) {
        PyErr_Format(PyExc_ValueError, "there is no seat %d", seat);
        return false;
    }
    if (pos.setup->id != arrays.setup && !has_place_for(layout, *pos.setup)) {
        PyErr_SetString(PyExc_ValueError, "the observation has no place for everything in this game");
        return false;
    }
    arrays.setup = pos.setup->id;
    const LegalAnswers *legal = legal_of(game);
    if (!legal) return false;
    if (arrays.planes.item_size() == 1)
        arrays.small.write(layout, pos, seat, *legal, arrays.planes.data<int8_t>(), arrays.vector.data<float>());
    else arrays.flat.write(layout, pos, seat, *legal, arrays.planes.data<float>(), arrays.vector.data<float>());
    arrays.mask_row.write(pos.to_play() == seat ? legal : nullptr, arrays.mask_cells, arrays.mask.data<int8_t>());
    return true;
}

PyObject *observer_write(PyObject *object, PyObject *args) {
    if (!write_seen(object, args)) return nullptr;
    Py_RETURN_NONE;
}

// Forget what is written: the arrays have been changed.
PyObject *observer_forget(PyObject *object, PyObject *) {
    Arrays &arrays = *self_of(object)->arrays;
    arrays.small.begin();
    arrays.flat.begin();
    arrays.mask_row = MaskRow();
    Py_RETURN_NONE;
}

// Replace a zero of a list of floats; return false with an exception set if it fails.
bool set_float(PyObject *list, Py_ssize_t i, float value, PyObject *one) {
    if (value == 0.0f) return true;
    PyObject *item = value == 1.0f ? Py_NewRef(one) : PyFloat_FromDouble(double(value));
    return item && PyList_SetItem(list, i, item) == 0;
}

// A list of zeros. Several objects take turns: a processor counts the references to one object one after another, which
// takes most of the time when a list is freed.
PyObject *new_zeros(Py_ssize_t count) {
    constexpr int SEVERAL = 8;
    PyObject *zeros = Py_BuildValue("[dddddddd]", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    PyObject *found = zeros ? PySequence_Repeat(zeros, (count + SEVERAL - 1) / SEVERAL) : nullptr;
    Py_XDECREF(zeros);
    if (found && PyList_SetSlice(found, count, PyList_Size(found), nullptr) < 0) Py_CLEAR(found);
    return found;
}

// Write, and return planes and vector as one list of floats. Most are 0 or 1, which the items share.
PyObject *observer_list(PyObject *object, PyObject *args) {
    if (!write_seen(object, args)) return nullptr;
    const Layout &layout = *layout_in(self_of(object)->layout);
    const Arrays &arrays = *self_of(object)->arrays;
    if (arrays.planes.item_size() != 1) {
        PyErr_SetString(PyExc_ValueError, "a list comes from planes of bytes");
        return nullptr;
    }
    Py_ssize_t cells = Py_ssize_t(layout.plane_count()) * layout.cells;
    PyObject *one = PyFloat_FromDouble(1.0);
    PyObject *found = one ? new_zeros(cells + layout.vector_size) : nullptr;
    bool done = found != nullptr;
    const int8_t *planes = arrays.planes.data<int8_t>();
    for (Py_ssize_t i = 0; done && i < cells; i += 8) {
        uint64_t eight = 0;
        memcpy(&eight, planes + i, size_t(cells - i < 8 ? cells - i : 8));
        for (; done && eight; eight &= eight - 1) done = set_float(found, i + __builtin_ctzll(eight) / 8, 1.0f, one);
    }
    for (int i = 0; done && i < layout.vector_size; i++)
        done = set_float(found, cells + i, arrays.vector.data<float>()[i], one);
    Py_XDECREF(one);
    if (!done) Py_CLEAR(found);
    return found;
}

PyMethodDef observer_methods[] = {
    {"write", observer_write, METH_VARARGS, nullptr},
    {"list", observer_list, METH_VARARGS, nullptr},
    {"forget", observer_forget, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyType_Slot observer_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(observer_dealloc)},
    {Py_tp_methods, observer_methods},
    {0, nullptr},
};

PyType_Spec observer_spec = {"kingdom_builder.kernel._native.Observer", sizeof(ObserverObject), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, observer_slots};

PyMethodDef functions[] = {
    {"layout", new_layout, METH_O, nullptr},
    {"observer", new_observer, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

const Layout *layout_in(PyObject *capsule) {
    return static_cast<const Layout *>(PyCapsule_GetPointer(capsule, LAYOUT));
}

bool add_observation(PyObject *module) {
    observer_type = reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&observer_spec));
    return observer_type &&
           PyModule_AddObjectRef(module, "Observer", reinterpret_cast<PyObject *>(observer_type)) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

}  // namespace kb

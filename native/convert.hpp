// Set-ups and positions from Python's values: see src/kingdom_builder/kernel/convert.py, which writes them.
#pragma once
#include "game.hpp"
#include "python.hpp"

namespace kb {

// A new reference to a capsule of Declarations, from a tuple of Python's tables.
PyObject *new_declarations(PyObject *module, PyObject *tables);
// Whether the kernel knows all actions with these numbers, from a capsule of Declarations and a tuple.
PyObject *supports(PyObject *module, PyObject *args);
// A new reference to a capsule of a BoardPart, from a tuple.
PyObject *new_board_part(PyObject *module, PyObject *tables);
// A new reference to a capsule of a Setup, from a capsule of Declarations and a tuple.
PyObject *new_setup(PyObject *module, PyObject *args);
// The values in capsules; nullptr with an exception set if it is another one.
const BoardPart *board_part_in(PyObject *capsule);
const Setup *setup_in(PyObject *capsule);
// A scorer from a tuple; its class is COUNT with an exception set if the kernel does not know it.
ScorerEntry read_scorer(PyObject *row);
// The value of a name in one of the lists of declarations.hpp; COUNT with an exception set if it is not there.
template <class Type, class Find> Type named(PyObject *value, Find find) {
    PyObject *bytes = value ? PyUnicode_AsUTF8String(value) : nullptr;
    if (!bytes) return Type::COUNT;
    Type found = find(PyBytes_AsString(bytes));
    if (found == Type::COUNT)
        PyErr_Format(PyExc_NotImplementedError, "the kernel does not know %s", PyBytes_AsString(bytes));
    Py_DECREF(bytes);
    return found;
}

// Return whether the kernel has the action with this number; NotImplementedError is set if not.
bool is_supported(const Declarations &declarations, long number);

// Read a position of this set-up; return false with an exception set if it is impossible.
bool read_position(PyObject *values, const Setup &setup, Position &pos);
// A new reference to the values of a position, as read_position reads them.
PyObject *write_position(const Position &pos);

}  // namespace kb

// Set-ups and positions from Python's values: see src/kingdom_builder/kernel/convert.py, which writes them.
#pragma once
#include "game.hpp"
#include "python.hpp"

namespace kb {

// A new reference to a capsule of Declarations, from a tuple of Python's tables.
PyObject *new_declarations(PyObject *module, PyObject *tables);
// A new reference to a capsule of a Setup, from a capsule of Declarations and a tuple.
PyObject *new_setup(PyObject *module, PyObject *args);
// The set-up in a capsule; nullptr with an exception set if it is none.
const Setup *setup_in(PyObject *capsule);
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
bool places_tokens(const Action &action);

// Read a position of this set-up; return false with an exception set if it is impossible.
bool read_position(PyObject *values, const Setup &setup, Position &pos);
// A new reference to the values of a position, as read_position reads them.
PyObject *write_position(const Position &pos);

}  // namespace kb

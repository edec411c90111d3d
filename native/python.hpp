// Values of Python: reading arguments, and sets of hexes as ints. Everything uses the limited C API.
#pragma once
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include "geometry.hpp"

namespace kb {

constexpr int BYTES_OF_PYTHON_SET = 112;  // more than the hex numbers of Python need
extern int16_t hex_of_python[BYTES_OF_PYTHON_SET * 8];

// Read a set of hexes that is an int in Python's numbering; return false with an exception set if it is none.
bool read_hexes(PyObject *value, Hexes &found);
// Return a set of hexes as an int in Python's numbering.
PyObject *write_hexes(const Hexes &hexes);
// Fill in `geometry` from Python's tables; ValueError if it has been filled in from other ones.
PyObject *set_geometry(PyObject *module, PyObject *tables);
// Return whether that has been done; ValueError is set if not.
bool geometry_is_set();

// Set NotImplementedError unless this holds, and return whether it does: Python can play on, the kernel cannot.
bool limit(bool possible);

// Set the error of a game with more than the kernel has room for.
void too_many();

// Reads the items of a tuple one after the other. After the first error every number reads as its lowest value and
// every set as empty, so that the caller checks for errors only once, at the end.
class Reader {
    PyObject *tuple_;
    Py_ssize_t at_ = 0;

  public:
    explicit Reader(PyObject *tuple) : tuple_(tuple) {
        if (!failed() && !PyTuple_Check(tuple)) PyErr_SetString(PyExc_TypeError, "expected a tuple");
    }
    static bool failed() { return PyErr_Occurred(); }

    // A borrowed reference to the next item, nullptr after an error.
    PyObject *item() { return failed() ? nullptr : PyTuple_GetItem(tuple_, at_++); }
    // A number within these limits.
    long number(long low, long high) {
        PyObject *found = item();
        int overflow = 0;
        long value = found ? PyLong_AsLongAndOverflow(found, &overflow) : low;
        if (failed()) return low;
        bool possible = !overflow && value >= low && value <= high;
        limit(possible);
        return possible ? value : low;
    }
    bool flag() {
        PyObject *found = item();
        return found && PyObject_IsTrue(found) == 1;
    }
    uint64_t number64() {
        PyObject *found = item();
        uint64_t value = found ? PyLong_AsUnsignedLongLong(found) : 0;
        if (!failed()) return value;
        if (PyErr_ExceptionMatches(PyExc_OverflowError)) {
            PyErr_Clear();
            limit(false);
        }
        return 0;
    }
    double real() {
        PyObject *found = item();
        return found ? PyFloat_AsDouble(found) : 0.0;
    }
    Hexes hexes() {
        Hexes found = NO_HEXES;
        PyObject *value = item();
        return value && read_hexes(value, found) ? found : NO_HEXES;
    }
    // A hex in Python's numbering; NO_HEX for -1.
    int hex() {
        long found = number(NO_HEX, BYTES_OF_PYTHON_SET * 8 - 1);
        return found < 0 ? NO_HEX : hex_of_python[found];
    }
    // Visit the bytes of a bytes object, each as a number, up to the first error.
    template <class Visit> void bytes(Visit visit) {
        PyObject *value = item();
        char *data;
        Py_ssize_t count;
        if (!value || PyBytes_AsStringAndSize(value, &data, &count) < 0) return;
        for (Py_ssize_t i = 0; i < count && !failed(); i++) visit(int(static_cast<unsigned char>(data[i])));
    }
    // Visit all items up to the first error.
    template <class Visit> void each(Visit visit) {
        for (Py_ssize_t i = 0; !failed() && i < PyTuple_Size(tuple_); i++) visit(PyTuple_GetItem(tuple_, i));
    }
    // Visit the items of a tuple up to the first error.
    template <class Visit> void each_item(Visit visit) {
        PyObject *value = item();
        if (!value) return;
        if (!PyTuple_Check(value)) {
            PyErr_SetString(PyExc_TypeError, "expected a tuple");
            return;
        }
        Reader(value).each(visit);
    }
};

}  // namespace kb

// Values of Python: reading arguments, and sets of hexes as ints. Everything uses the limited C API.
#pragma once
#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include "hexes.hpp"

namespace kb {

constexpr int BYTES_OF_PYTHON_SET = 112;  // more than the hex numbers of Python need
extern int16_t hex_of_python[BYTES_OF_PYTHON_SET * 8];

// Read a set of hexes that is an int in Python's numbering; return false with an exception set if it is none.
bool read_hexes(PyObject *value, Hexes &found);
// Return a set of hexes as an int in Python's numbering.
PyObject *write_hexes(const Hexes &hexes);
// Fill in `geometry` from Python's tables.
PyObject *set_geometry(PyObject *module, PyObject *tables);

// Reads the items of a tuple one after the other. After the first error everything reads as 0.
class Reader {
    PyObject *tuple_;
    Py_ssize_t at_ = 0;
    bool failed_ = false;

  public:
    explicit Reader(PyObject *tuple) : tuple_(tuple) { failed_ = !PyTuple_Check(tuple); }
    bool failed() const { return failed_ || PyErr_Occurred(); }
    Py_ssize_t size() const { return PyTuple_Size(tuple_); }

    // A borrowed reference to the next item, nullptr after an error.
    PyObject *item() {
        PyObject *found = failed_ ? nullptr : PyTuple_GetItem(tuple_, at_++);
        if (!found) failed_ = true;
        return found;
    }
    long number() {
        PyObject *found = item();
        return found ? PyLong_AsLong(found) : 0;
    }
    bool flag() { return number() != 0; }
    uint64_t number64() {
        PyObject *found = item();
        return found ? PyLong_AsUnsignedLongLong(found) : 0;
    }
    double real() {
        PyObject *found = item();
        return found ? PyFloat_AsDouble(found) : 0.0;
    }
    Hexes hexes() {
        Hexes found = NO_HEXES;
        PyObject *value = item();
        if (value && !read_hexes(value, found)) failed_ = true;
        return found;
    }
    // A hex in Python's numbering; NO_HEX for -1.
    int hex() {
        long found = number();
        return found < 0 || found >= BYTES_OF_PYTHON_SET * 8 ? NO_HEX : hex_of_python[found];
    }
    // Visit the bytes of a bytes object, each as a number.
    template <class Visit> void bytes(Visit visit) {
        PyObject *value = item();
        char *data;
        Py_ssize_t count;
        if (!value || PyBytes_AsStringAndSize(value, &data, &count) < 0) {
            failed_ = true;
            return;
        }
        for (Py_ssize_t i = 0; i < count; i++) visit(int(static_cast<unsigned char>(data[i])));
    }
    // Visit all items.
    template <class Visit> void each(Visit visit) {
        for (Py_ssize_t i = 0; !failed_ && i < PyTuple_Size(tuple_); i++) visit(PyTuple_GetItem(tuple_, i));
    }
    // Visit the items of a tuple.
    template <class Visit> void each_item(Visit visit) {
        PyObject *value = item();
        if (!value || !PyTuple_Check(value)) {
            failed_ = true;
            return;
        }
        Reader(value).each(visit);
    }
};

}  // namespace kb

// Arrays of Python, such as those of NumPy, through the buffer protocol.
#pragma once
#include "python.hpp"

namespace kb {

// An array that stays where it is while this object refers to it.
class Buffer {
    Py_buffer view_ = {};

  public:
    Buffer() = default;
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { release(); }

    void release() {
        if (view_.obj) PyBuffer_Release(&view_);
    }
    bool held() const { return view_.obj != nullptr; }
    Py_ssize_t item_size() const { return view_.itemsize; }

    // Refer to a contiguous array of this many items; return false with an exception set if it is not one.
    bool acquire(PyObject *array, Py_ssize_t items, Py_ssize_t item_size, const char *name, bool writable = true) {
        release();
        int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
        if (PyObject_GetBuffer(array, &view_, flags) < 0) return false;
        if (view_.len == items * view_.itemsize && (!item_size || view_.itemsize == item_size)) return true;
        PyErr_Format(PyExc_ValueError, "%s: expected an array of %zd items of %zd bytes", name, items, item_size);
        release();
        return false;
    }
    template <class T> T *data() const { return static_cast<T *>(view_.buf); }
};

}  // namespace kb

// The state of a random.Random for Python, as random.Random.getstate() returns it: (3, the words and the index,
// gauss_next).
#pragma once
#include "python.hpp"
#include "python_random.hpp"

namespace kb {

// Read a state; return false with an exception set if it is none.
bool read_state(PyObject *value, PythonRandom::State &state);
// Return a state as a tuple; nullptr with an exception set if there is no memory.
PyObject *write_state(const PythonRandom::State &state);

}  // namespace kb

// Bots and games between bots for Python.
#pragma once
#include "python.hpp"

namespace kb {

// Add the functions to the module; return false with an exception set if it fails.
bool add_bots(PyObject *module);

}  // namespace kb

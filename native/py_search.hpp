// Evaluation and search for Python: functions of the module that bots call.
#pragma once
#include "python.hpp"

namespace kb {

// Add the functions to the module; return false with an exception set if it fails.
bool add_search(PyObject *module);

}  // namespace kb

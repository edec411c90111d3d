// Batches of games for Python: the type Batch, and plans of set-ups.
#pragma once
#include "python.hpp"

namespace kb {

// Add the type and the functions to the module; return false with an exception set if it fails.
bool add_batch(PyObject *module);

}  // namespace kb

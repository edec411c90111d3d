// Observations for Python: the layout, and the type Observer, which writes one observation into arrays.
#pragma once
#include "layout.hpp"
#include "python.hpp"

namespace kb {

// The layout in a capsule; nullptr with an exception set if it is none.
const Layout *layout_in(PyObject *capsule);
// Add the type and the functions to the module; return false with an exception set if it fails.
bool add_observation(PyObject *module);

}  // namespace kb

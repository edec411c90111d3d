// Networks for Python: the function of the module that reads one, and its use as an argument of the search.
#pragma once
#include "network.hpp"
#include "python.hpp"

namespace kb {

// Read a network, or none for None; return false with an exception set if it is not one for this evaluator.
bool read_network(PyObject *value, const Evaluator &evaluator, const Network *&found);
// Add the function to the module; return false with an exception set if it fails.
bool add_network(PyObject *module);

}  // namespace kb

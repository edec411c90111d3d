// Plans of set-ups from Python's values: see src/kingdom_builder/kernel/plans.py, which writes them.
#pragma once
#include "python.hpp"
#include "setup_plan.hpp"

namespace kb {

// A new reference to a capsule of a SetupPlan.
PyObject *new_plan(PyObject *module, PyObject *args);
// The plan in a capsule; nullptr with an exception set if it is none.
const SetupPlan *plan_in(PyObject *capsule);

}  // namespace kb

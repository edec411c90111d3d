// The Python module kingdom_builder.kernel._native; _native.pyi describes it. Each concern adds its own functions.
#include "convert.hpp"
#include "convert_plan.hpp"
#include "hex_counts.hpp"
#include "interface.hpp"
#include "py_bots.hpp"
#include "py_batch.hpp"
#include "py_game.hpp"
#include "py_network.hpp"
#include "py_observation.hpp"
#include "py_search.hpp"

namespace kb {
namespace {

PyObject *version(PyObject *, PyObject *) { return PyUnicode_FromString(COMPILER); }

PyMethodDef functions[] = {
    {"version", version, METH_NOARGS, nullptr},
    {"geometry", set_geometry, METH_O, nullptr},
    {"declarations", new_declarations, METH_O, nullptr},
    {"supports", supports, METH_VARARGS, nullptr},
    {"board_part", new_board_part, METH_O, nullptr},
    {"setup", new_setup, METH_VARARGS, nullptr},
    {"setup_plan", new_plan, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_native", nullptr, -1, functions, nullptr, nullptr, nullptr, nullptr,
};

// Only called on a processor that has the instructions of the kernel.
__attribute__((noinline)) PyObject *create_module() {
    pdep_is_fast = processor_has_fast_pdep();
    PyObject *module = PyModule_Create(&definition);
    if (module && add_game_type(module) && add_network(module) && add_search(module) && add_bots(module) &&
        add_observation(module) && add_batch(module) &&
        PyModule_AddIntConstant(module, "INTERFACE", INTERFACE) == 0 &&
        PyModule_AddStringConstant(module, "BUILD", BUILD) == 0)
        return module;
    Py_XDECREF(module);
    return nullptr;
}

}  // namespace
}  // namespace kb

PyMODINIT_FUNC ANY_PROCESSOR PyInit__native() {
    if (processor_is_supported()) return kb::create_module();
    PyErr_SetString(PyExc_ImportError, "this processor is older than x86-64-v2");
    return nullptr;
}

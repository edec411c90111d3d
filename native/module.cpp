// The Python module kingdom_builder.kernel._native; _native.pyi describes it. Each concern adds its own functions.
#include "convert.hpp"
#include "py_game.hpp"
#include "py_search.hpp"

namespace kb {
namespace {

PyMethodDef functions[] = {
    {"geometry", set_geometry, METH_O, nullptr},
    {"declarations", new_declarations, METH_O, nullptr},
    {"setup", new_setup, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_native", nullptr, -1, functions, nullptr, nullptr, nullptr, nullptr,
};

}  // namespace
}  // namespace kb

PyMODINIT_FUNC PyInit__native() {
    PyObject *module = PyModule_Create(&kb::definition);
    if (module && kb::add_game_type(module) && kb::add_search(module)) return module;
    Py_XDECREF(module);
    return nullptr;
}

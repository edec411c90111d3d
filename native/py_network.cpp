// Networks for Python, read from their layers.
#include "py_network.hpp"

namespace kb {
namespace {

constexpr const char *NETWORK = "kingdom_builder.kernel.network";

void free_network(PyObject *capsule) { delete static_cast<Network *>(PyCapsule_GetPointer(capsule, NETWORK)); }

// Read this many numbers; ValueError if there are more or fewer.
void read_numbers(PyObject *tuple, double *numbers, int count) {
    Reader reader(tuple);
    if (!reader.failed() && PyTuple_Size(tuple) != count) PyErr_SetString(PyExc_ValueError, "a layer of another size");
    for (int i = 0; i < count; i++) numbers[i] = reader.real();
}

// Read the rows of a layer, each with this many numbers.
template <class Row> void read_rows(PyObject *tuple, Row row, int rows, int count) {
    Reader reader(tuple);
    if (!reader.failed() && PyTuple_Size(tuple) != rows) PyErr_SetString(PyExc_ValueError, "a layer of another size");
    for (int i = 0; i < rows; i++) {
        PyObject *item = reader.item();
        if (item) read_numbers(item, row(i), count);
    }
}

// The layers of bots/network.py.
PyObject *new_network(PyObject *, PyObject *args) {
    PyObject *layers;
    if (!PyArg_ParseTuple(args, "O!", &PyTuple_Type, &layers)) return nullptr;
    Network *found = new Network();
    Reader reader(layers);
    reader.each_item([&](PyObject *row) {
        if (found->rows.size() == size_t(MOST_INPUTS)) {
            too_many();
            return;
        }
        double numbers[1 + HIDDEN];
        read_numbers(row, numbers, 1 + HIDDEN);
        found->rows.emplace_back();
        found->rows.back().linear = numbers[0];
        memcpy(found->rows.back().hidden, numbers + 1, sizeof found->rows.back().hidden);
    });
    if (PyObject *bias = reader.item()) read_numbers(bias, found->bias, HIDDEN);
    double second[SECOND_HIDDEN][HIDDEN];
    if (PyObject *rows = reader.item()) read_rows(rows, [&](int i) { return second[i]; }, SECOND_HIDDEN, HIDDEN);
    if (PyObject *bias = reader.item()) read_numbers(bias, found->second_bias, SECOND_HIDDEN);
    if (PyObject *last = reader.item()) read_numbers(last, found->last, SECOND_HIDDEN);
    if (reader.failed()) {
        delete found;
        return nullptr;
    }
    for (int i = 0; i < SECOND_HIDDEN; i++)
        for (int j = 0; j < HIDDEN; j++) found->second[j][i] = second[i][j];
    return PyCapsule_New(found, NETWORK, free_network);
}

PyMethodDef functions[] = {
    {"network", new_network, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace

bool read_network(PyObject *value, const Evaluator &evaluator, const Network *&found) {
    found = nullptr;
    if (value == Py_None) return true;
    found = static_cast<Network *>(PyCapsule_GetPointer(value, NETWORK));
    if (!found) return false;
    if (int(found->rows.size()) == Network::input_count(evaluator)) return true;
    PyErr_SetString(PyExc_ValueError, "the network must be that of the evaluator");
    return false;
}

bool add_network(PyObject *module) { return PyModule_AddFunctions(module, functions) == 0; }

}  // namespace kb

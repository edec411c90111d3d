// The state of a random.Random for Python.
#include "py_random.hpp"

namespace kb {

bool read_state(PyObject *value, PythonRandom::State &state) {
    Reader reader(value);
    reader.item();
    int count = 0;
    reader.each_item([&](PyObject *word) {
        if (count < PythonRandom::WORDS_OF_STATE) state.words[count] = uint32_t(PyLong_AsUnsignedLong(word));
        else state.index = int(PyLong_AsLong(word));
        count++;
    });
    PyObject *gauss = reader.item();
    state.has_gauss_next = gauss && gauss != Py_None;
    state.gauss_next = state.has_gauss_next ? PyFloat_AsDouble(gauss) : 0.0;
    if (count != PythonRandom::WORDS_OF_STATE + 1 || state.index < 0 || state.index > PythonRandom::WORDS_OF_STATE) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "expected the state of a random.Random");
        return false;
    }
    return !reader.failed();
}

PyObject *write_state(const PythonRandom::State &state) {
    PyObject *words = PyTuple_New(PythonRandom::WORDS_OF_STATE + 1);
    if (!words) return nullptr;
    for (int i = 0; i < PythonRandom::WORDS_OF_STATE; i++)
        PyTuple_SetItem(words, i, PyLong_FromUnsignedLong(state.words[i]));
    PyTuple_SetItem(words, PythonRandom::WORDS_OF_STATE, PyLong_FromLong(state.index));
    PyObject *gauss = state.has_gauss_next ? PyFloat_FromDouble(state.gauss_next) : Py_NewRef(Py_None);
    return Py_BuildValue("(iNN)", 3, words, gauss);
}

}  // namespace kb

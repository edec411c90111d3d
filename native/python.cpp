// Sets of hexes as ints of Python, and the tables of the geometry.
#include "python.hpp"

#include "hex_counts.hpp"

namespace kb {

Geometry geometry;
bool pdep_is_fast;
int16_t hex_of_python[BYTES_OF_PYTHON_SET * 8];

void too_many() { PyErr_SetString(PyExc_NotImplementedError, "too many features for the kernel"); }

bool limit(bool possible) {
    if (!possible && !PyErr_Occurred())
        PyErr_SetString(PyExc_NotImplementedError, "the position is beyond the limits of the kernel");
    return possible;
}

namespace {

int16_t python_start_of_line[LINES];  // the number that Python gives the first hex of each line

// The values that a conversion passes to int.to_bytes and int.from_bytes, created once.
struct Constants {
    PyObject *to_bytes, *from_bytes, *size, *order;
};
Constants constants;

bool create_constants() {
    if (constants.order) return true;
    constants.to_bytes = PyUnicode_InternFromString("to_bytes");
    constants.from_bytes = PyUnicode_InternFromString("from_bytes");
    constants.size = PyLong_FromLong(BYTES_OF_PYTHON_SET);
    constants.order = PyUnicode_InternFromString("little");
    return constants.to_bytes && constants.from_bytes && constants.size && constants.order;
}

// How many bits of the bytes of a set are 1.
int bits_in(const char *data) {
    int found = 0;
    for (int i = 0; i < BYTES_OF_PYTHON_SET; i += 8) {
        uint64_t word;
        memcpy(&word, data + i, sizeof word);
        found += __builtin_popcountll(word);
    }
    return found;
}

// A set of hexes from its bytes in Python's numbering, line by line.
Hexes unpack(const unsigned char *data) {
    Hexes found = NO_HEXES;
    for (int line = 0; line < LINES; line++) {
        int start = python_start_of_line[line];
        uint32_t bits;
        memcpy(&bits, data + (start >> 3), sizeof bits);
        uint64_t row = bits >> (start & 7) & ((1u << columns_of_line(line)) - 1);
        if (!row) continue;
        int first = first_of_line(line), offset = first & 63;
        found.words[first >> 6] |= row << offset;
        if (offset > 44) found.words[(first >> 6) + 1] |= row >> (64 - offset);
    }
    return found;
}

}  // namespace

bool read_hexes(PyObject *value, Hexes &found) {
    found = NO_HEXES;
    if (!create_constants()) return false;
    if (!PyLong_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "expected a set of hexes");
        return false;
    }
    PyObject *bytes = PyObject_CallMethodObjArgs(value, constants.to_bytes, constants.size, constants.order, nullptr);
    if (!bytes) PyErr_Clear();  // a negative number, or one with too many bits
    const char *data = bytes ? PyBytes_AsString(bytes) : nullptr;
    int bits = -1;
    if (data) {
        found = unpack(reinterpret_cast<const unsigned char *>(data));
        bits = bits_in(data);
    }
    Py_XDECREF(bytes);
    if (bits == found.count()) return true;
    PyErr_SetString(PyExc_ValueError, "a set of hexes has a hex that is not on the board");
    return false;
}

PyObject *write_hexes(const Hexes &hexes) {
    unsigned char data[BYTES_OF_PYTHON_SET] = {};
    for (int h : each(hexes)) {
        int bit = geometry.python_of_hex[h];
        data[bit >> 3] |= static_cast<unsigned char>(1u << (bit & 7));
    }
    if (!create_constants()) return nullptr;
    PyObject *bytes = PyBytes_FromStringAndSize(reinterpret_cast<char *>(data), Py_ssize_t(sizeof data));
    if (!bytes) return nullptr;
    auto *type = reinterpret_cast<PyObject *>(&PyLong_Type);
    PyObject *found = PyObject_CallMethodObjArgs(type, constants.from_bytes, bytes, constants.order, nullptr);
    Py_DECREF(bytes);
    return found;
}

namespace {

PyObject *tables_in_use;  // the geometry is set once: games may be running in other threads

void read_geometry(PyObject *tables) {
    Reader reader(tables);
    for (int h = 0; h < BITS; h++) {
        geometry.answer_of_hex[h] = geometry.python_of_hex[h] = NO_HEX;
        geometry.line_of_hex[h] = geometry.section_of_hex[h] = -1;
    }
    for (int16_t &h : hex_of_python) h = NO_HEX;
    int answer = 0;
    reader.each_item([&](PyObject *value) {
        long number = PyLong_AsLong(value);
        if (PyErr_Occurred()) return;
        if (answer >= HEX_COUNT || number < 0 || number >= BYTES_OF_PYTHON_SET * 8) {
            PyErr_SetString(PyExc_ValueError, "the geometry has another board");
            return;
        }
        bool island = answer >= HEXES_OF_BOARD;
        int place = island ? answer - HEXES_OF_BOARD : answer;
        int columns = island ? COLUMNS_OF_ISLAND : COLUMNS_OF_BOARD;
        int row = place / columns + (island ? ISLAND_TOP : 0), col = place % columns;
        int h = hex_of(row, col);
        if (!col) python_start_of_line[place / columns + (island ? ROWS_OF_BOARD : 0)] = int16_t(number);
        hex_of_python[number] = int16_t(h);
        geometry.hex_of_answer[answer] = int16_t(h);
        geometry.answer_of_hex[h] = int16_t(answer++);
        geometry.python_of_hex[h] = int16_t(number);
        geometry.row_of[h] = int8_t(row);
        geometry.q_of[h] = int8_t(col - row / 2);
        geometry.everywhere.add(h);
    });
    geometry.board = reader.hexes();
    geometry.island = reader.hexes();
    geometry.outer_edge = reader.hexes();
    geometry.inner_edge = reader.hexes();
    int read = 0;
    auto read_all = [&](Hexes *found, int count) {
        int i = 0;
        reader.each_item([&](PyObject *value) {
            if (i < count) read_hexes(value, found[i]);
            i++;
        });
        read += i == count;
    };
    read_all(geometry.sections, SECTION_COUNT);
    read_all(geometry.edges, 4);
    read_all(geometry.rows, LINES);
    for (int h : each(geometry.everywhere)) {
        geometry.neighbours[h] = neighbours(one_hex(h));
        for (int i = 0; i < LINES; i++)
            if (geometry.rows[i].has(h)) geometry.line_of_hex[h] = int8_t(i);
        for (int i = 0; i < SECTION_COUNT; i++)
            if (geometry.sections[i].has(h)) geometry.section_of_hex[h] = int8_t(i);
        if (geometry.line_of_hex[h] < 0) read = 0;
    }
    if (!PyErr_Occurred() && (answer != HEX_COUNT || read != 3))
        PyErr_SetString(PyExc_ValueError, "the geometry has another board");
}

}  // namespace

bool geometry_is_set() {
    if (!tables_in_use) PyErr_SetString(PyExc_ValueError, "the geometry is not set");
    return tables_in_use;
}

// The tables: Python's hexes in reading order, then BOARD, ISLAND, OUTER_EDGE, INNER_EDGE, SECTIONS, EDGES, ROWS.
PyObject *set_geometry(PyObject *, PyObject *tables) {
    if (tables_in_use) {
        int same = PyObject_RichCompareBool(tables, tables_in_use, Py_EQ);
        if (same == 0) PyErr_SetString(PyExc_ValueError, "the geometry is already set, and is another");
        if (same != 1) return nullptr;
        Py_RETURN_NONE;
    }
    memset(static_cast<void *>(&geometry), 0, sizeof geometry);
    read_geometry(tables);
    if (PyErr_Occurred()) return nullptr;
    tables_in_use = Py_NewRef(tables);
    Py_RETURN_NONE;
}

}  // namespace kb

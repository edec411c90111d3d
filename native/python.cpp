// Sets of hexes as ints of Python, and the tables of the geometry.
#include "python.hpp"

namespace kb {

Geometry geometry;
int16_t hex_of_python[BYTES_OF_PYTHON_SET * 8];

bool read_hexes(PyObject *value, Hexes &found) {
    PyObject *bytes = PyObject_CallMethod(value, "to_bytes", "is", BYTES_OF_PYTHON_SET, "little");
    if (!bytes) return false;
    const char *data = PyBytes_AsString(bytes);
    found = NO_HEXES;
    for (int i = 0; i < BYTES_OF_PYTHON_SET; i++) {
        for (unsigned byte = static_cast<unsigned char>(data[i]); byte; byte &= byte - 1) {
            int h = hex_of_python[i * 8 + __builtin_ctz(byte)];
            if (h != NO_HEX) found.add(h);
        }
    }
    Py_DECREF(bytes);
    return true;
}

PyObject *write_hexes(const Hexes &hexes) {
    unsigned char data[BYTES_OF_PYTHON_SET] = {};
    for (int h : each(hexes)) {
        int bit = geometry.python_of_hex[h];
        data[bit >> 3] |= static_cast<unsigned char>(1u << (bit & 7));
    }
    return PyObject_CallMethod(reinterpret_cast<PyObject *>(&PyLong_Type), "from_bytes", "y#s",
                               reinterpret_cast<char *>(data), Py_ssize_t(sizeof data), "little");
}

// The tables: Python's hexes in reading order, then BOARD, ISLAND, OUTER_EDGE, INNER_EDGE, SECTIONS, EDGES, ROWS.
PyObject *set_geometry(PyObject *, PyObject *tables) {
    Reader reader(tables);
    memset(static_cast<void *>(&geometry), 0, sizeof geometry);
    for (int h = 0; h < BITS; h++) {
        geometry.answer_of_hex[h] = geometry.python_of_hex[h] = NO_HEX;
        geometry.line_of_hex[h] = geometry.section_of_hex[h] = -1;
    }
    for (int16_t &h : hex_of_python) h = NO_HEX;
    int answer = 0;
    reader.each_item([&](PyObject *value) {
        long number = PyLong_AsLong(value);
        if (answer >= HEX_COUNT || number < 0 || number >= BYTES_OF_PYTHON_SET * 8) return;
        bool island = answer >= HEXES_OF_BOARD;
        int place = island ? answer - HEXES_OF_BOARD : answer;
        int columns = island ? COLUMNS_OF_ISLAND : COLUMNS_OF_BOARD;
        int row = place / columns + (island ? ISLAND_TOP : 0), col = place % columns;
        int h = hex_of(row, col);
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
    auto read_all = [&](Hexes *found, int count) {
        int i = 0;
        reader.each_item([&](PyObject *value) {
            if (i < count) read_hexes(value, found[i++]);
        });
    };
    read_all(geometry.sections, SECTION_COUNT);
    read_all(geometry.edges, 4);
    read_all(geometry.rows, LINES);
    if (reader.failed()) return nullptr;
    for (int h : each(geometry.everywhere)) {
        geometry.neighbours[h] = neighbours(one_hex(h));
        for (int i = 0; i < LINES; i++)
            if (geometry.rows[i].has(h)) geometry.line_of_hex[h] = int8_t(i);
        for (int i = 0; i < SECTION_COUNT; i++)
            if (geometry.sections[i].has(h)) geometry.section_of_hex[h] = int8_t(i);
    }
    Py_RETURN_NONE;
}

}  // namespace kb

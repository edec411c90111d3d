// The type Game of the Python module: a game in the kernel that Python plays step by step.
#pragma once
#include "actions.hpp"
#include "python.hpp"

namespace kb {

// A game on the heap of Python. Its legal answers are computed when they are first asked for.
struct GameObject {
    PyObject_HEAD
    PyObject *setup;
    Position *position;
    LegalAnswers *legal;
    bool legal_known;
};

extern PyTypeObject *game_type;

inline GameObject *game_of(PyObject *object) { return reinterpret_cast<GameObject *>(object); }
// A game of a set-up that has not begun; nullptr with an exception set if there is no memory.
GameObject *new_game_object(PyObject *setup);
// Return whether the game is within the limits of the kernel; NotImplementedError is set if not.
bool is_usable(const GameObject *game);
// The legal answers, computed when they are first asked for; nullptr with an exception set if the game is not usable.
const LegalAnswers *legal_of(GameObject *game);
// Add the type and the functions that create games to the module; return false with an exception set if it fails.
bool add_game_type(PyObject *module);

}  // namespace kb

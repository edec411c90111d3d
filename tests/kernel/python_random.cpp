// The generator of native/python_random.hpp for test_python_random.py, which calls these functions with ctypes.
#include "python_random.hpp"

using kb::PythonRandom;

extern "C" {
PythonRandom *from_state(const uint32_t *words, int index, bool has_gauss_next, double gauss_next) {
    PythonRandom::State state;
    for (int i = 0; i < PythonRandom::WORDS_OF_STATE; i++) state.words[i] = words[i];
    state.index = index;
    state.has_gauss_next = has_gauss_next;
    state.gauss_next = gauss_next;
    return new PythonRandom(state);
}
PythonRandom *from_seed(uint64_t seed) { return new PythonRandom(seed); }
PythonRandom *from_words(const uint32_t *words, size_t count) { return new PythonRandom(words, count); }
void destroy(PythonRandom *rng) { delete rng; }
int get_state(const PythonRandom *rng, uint32_t *words, bool *has_gauss_next, double *gauss_next) {
    const PythonRandom::State &state = rng->state();
    for (int i = 0; i < PythonRandom::WORDS_OF_STATE; i++) words[i] = state.words[i];
    *has_gauss_next = state.has_gauss_next;
    *gauss_next = state.gauss_next;
    return state.index;
}
double next_random(PythonRandom *rng) { return rng->random(); }
uint64_t getrandbits(PythonRandom *rng, int bits) { return rng->getrandbits(bits); }
uint64_t randbelow(PythonRandom *rng, uint64_t n) { return rng->randbelow(n); }
double gauss(PythonRandom *rng, double mu, double sigma) { return rng->gauss(mu, sigma); }
void shuffle(PythonRandom *rng, int *items, size_t count) { rng->shuffle(items, count); }
}

// The random number generator of the game: engine/rng.py.
#pragma once
#include <cstdint>

namespace kb {

// SplitMix64; Rng(seed, stream) are independent sequences.
struct Rng {
    uint64_t state;

    explicit Rng(uint64_t seed) : state(seed) {}
    Rng(uint64_t seed, uint64_t stream) : state(seed) { state = next64() ^ stream; }

    uint64_t next64() {
        uint64_t z = state += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        return z ^ z >> 31;
    }
    // A uniform number from 0 to n - 1.
    uint64_t randbelow(uint64_t n) { return uint64_t((unsigned __int128)next64() * n >> 64); }

    template <class T> void shuffle(T *items, int count) {
        for (int i = count - 1; i > 0; i--) {
            int j = int(randbelow(uint64_t(i) + 1));
            T kept = items[i];
            items[i] = items[j];
            items[j] = kept;
        }
    }
};

}  // namespace kb

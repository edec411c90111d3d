// random.Random of CPython, number for number: the Mersenne Twister MT19937 and the methods that the bots use.
//
// A generator takes over the state of a Random (Random.getstate) and gives it back (Random.setstate), so that numbers
// drawn here and in Python form one sequence.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace kb {

// Not inlined: a compiler that sees both calls may replace them by sincos, which need not round in the same way.
[[gnu::noinline]] inline double cosine(double x) { return std::cos(x); }
[[gnu::noinline]] inline double sine(double x) { return std::sin(x); }

class PythonRandom {
  public:
    static constexpr int WORDS_OF_STATE = 624;

    // The state as Random.getstate() returns it: the words, the index of the next one (the last of Python's 625 numbers),
    // and gauss_next, which is None if `has_gauss_next` is false.
    struct State {
        uint32_t words[WORDS_OF_STATE];
        int index;
        bool has_gauss_next;
        double gauss_next;
    };

    explicit PythonRandom(const State &state) : state_(state) {}

    // As Random(seed): the absolute value of the seed in words of 32 bits, the lowest first, without leading zeros;
    // the seed 0 is one word.
    PythonRandom(const uint32_t *seed, size_t count) { start(seed, count); }

    explicit PythonRandom(uint64_t seed) {
        uint32_t words[] = {uint32_t(seed), uint32_t(seed >> 32)};
        start(words, words[1] ? 2 : 1);
    }

    const State &state() const { return state_; }

    // Random.random: uniform in [0, 1).
    double random() {
        uint32_t high = next32() >> 5;
        uint32_t low = next32() >> 6;
        return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
    }

    // Random.getrandbits for 0 to 64 bits.
    uint64_t getrandbits(int bits) {
        if (bits == 0) return 0;
        if (bits <= 32) return next32() >> (32 - bits);
        uint64_t low = next32();
        uint64_t high = next32() >> (64 - bits);
        return high << 32 | low;
    }

    // Random.randrange(n), and the index that Random.choice takes of n items; n is at least 1.
    uint64_t randbelow(uint64_t n) {
        int bits = 64 - __builtin_clzll(n);
        uint64_t found = getrandbits(bits);
        while (found >= n) found = getrandbits(bits);
        return found;
    }

    // Random.gauss.
    double gauss(double mu, double sigma) {
        double z = state_.gauss_next;
        if (state_.has_gauss_next) {
            state_.has_gauss_next = false;
        } else {
            double angle = random() * TWO_PI;
            double radius = std::sqrt(-2.0 * std::log(1.0 - random()));
            z = cosine(angle) * radius;
            state_.gauss_next = sine(angle) * radius;
            state_.has_gauss_next = true;
        }
        return mu + z * sigma;
    }

    // Random.shuffle.
    template <class T> void shuffle(T *items, size_t count) {
        for (size_t i = count; i-- > 1;) std::swap(items[i], items[randbelow(i + 1)]);
    }

  private:
    static constexpr double TWO_PI = 2.0 * 3.14159265358979323846;
    static constexpr int MIDDLE = 397;

    State state_;

    void start(const uint32_t *seed, size_t count) {
        uint32_t *words = state_.words;
        words[0] = 19650218;
        for (int i = 1; i < WORDS_OF_STATE; i++) words[i] = uint32_t(1812433253) * mixed(words[i - 1]) + uint32_t(i);
        int i = 1;
        size_t j = 0;
        for (size_t k = count > WORDS_OF_STATE ? count : WORDS_OF_STATE; k > 0; k--) {
            words[i] = (words[i] ^ mixed(words[i - 1]) * uint32_t(1664525)) + seed[j] + uint32_t(j);
            advance(i);
            if (++j >= count) j = 0;
        }
        for (int k = WORDS_OF_STATE - 1; k > 0; k--) {
            words[i] = (words[i] ^ mixed(words[i - 1]) * uint32_t(1566083941)) - uint32_t(i);
            advance(i);
        }
        words[0] = 0x80000000;
        state_.index = WORDS_OF_STATE;
        state_.has_gauss_next = false;
        state_.gauss_next = 0.0;
    }

    static uint32_t mixed(uint32_t word) { return word ^ word >> 30; }

    // Go to the next word while the state is filled; word 0 then repeats the last one.
    void advance(int &i) {
        if (++i < WORDS_OF_STATE) return;
        state_.words[0] = state_.words[WORDS_OF_STATE - 1];
        i = 1;
    }

    uint32_t next32() {
        if (state_.index >= WORDS_OF_STATE) twist();
        uint32_t word = state_.words[state_.index++];
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c5680;
        word ^= word << 15 & 0xefc60000;
        return word ^ word >> 18;
    }

    void twist() {
        uint32_t *words = state_.words;
        for (int i = 0; i < WORDS_OF_STATE; i++) {
            uint32_t joined = (words[i] & 0x80000000) | (words[(i + 1) % WORDS_OF_STATE] & 0x7fffffff);
            uint32_t flip = joined & 1 ? 0x9908b0df : 0;
            words[i] = words[(i + MIDDLE) % WORDS_OF_STATE] ^ joined >> 1 ^ flip;
        }
        state_.index = 0;
    }
};

}  // namespace kb

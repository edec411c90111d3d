// How much a search may evaluate: bots/budget.py.
#pragma once
#include <chrono>
#include <cstdint>

namespace kb {

// Counts what is spent of a budget. Without a limit it has the largest number, without seconds no deadline.
class Meter {
    using Clock = std::chrono::steady_clock;
    int64_t limit_;
    bool timed_;
    Clock::time_point deadline_;

  public:
    static constexpr int64_t NO_LIMIT = INT64_MAX;
    int64_t spent = 0;

    explicit Meter(int64_t limit) : limit_(limit), timed_(false) {}
    Meter(int64_t limit, double seconds)
        : limit_(limit), timed_(true),
          deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

    void spend(int64_t evaluations = 1) { spent += evaluations; }
    bool is_empty() const { return spent >= limit_ || (timed_ && Clock::now() >= deadline_); }
};

}  // namespace kb

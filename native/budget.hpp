// How much a search may evaluate: bots/budget.py.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>

namespace kb {

// Counts what is spent of a budget. Without a limit it has the largest number, without seconds no deadline.
class Meter {
    using Clock = std::chrono::steady_clock;
    int64_t limit_;
    bool timed_;
    double seconds_ = 0.0;
    Clock::time_point begun_;

  public:
    static constexpr int64_t NO_LIMIT = INT64_MAX;
    int64_t spent = 0;

    explicit Meter(int64_t limit) : limit_(limit), timed_(false) {}
    Meter(int64_t limit, double seconds) : limit_(limit), timed_(true), seconds_(seconds), begun_(Clock::now()) {}

    void spend(int64_t evaluations = 1) { spent += evaluations; }

    // The part of the budget that is spent: 0 at first, 1 or more when it is empty.
    double spent_share() const {
        double found = limit_ == NO_LIMIT ? 0.0 : limit_ ? double(spent) / double(limit_) : 1.0;
        if (!timed_) return found;
        double elapsed = std::chrono::duration<double>(Clock::now() - begun_).count();
        return std::max(found, seconds_ > 0.0 ? elapsed / seconds_ : 1.0);
    }
    bool is_empty() const { return spent_share() >= 1.0; }
};

}  // namespace kb

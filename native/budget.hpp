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
    mutable double elapsed_ = 0.0;
    mutable int64_t next_reading_ = 0;
    bool (*is_interrupted_)() = nullptr;
    mutable int64_t next_question_ = NO_LIMIT;
    mutable bool stopped_ = false;

    // The share of the seconds that is spent. An evaluation takes little more time than to read the clock, so that
    // several are done in between.
    double spent_seconds() const {
        if (spent >= next_reading_) {
            elapsed_ = std::chrono::duration<double>(Clock::now() - begun_).count();
            next_reading_ = spent + EVALUATIONS_PER_READING;
        }
        return seconds_ > 0.0 ? elapsed_ / seconds_ : 1.0;
    }

    // Ask now and then whether to stop.
    bool is_stopped() const {
        if (spent >= next_question_ && !stopped_) {
            stopped_ = is_interrupted_();
            next_question_ = spent + EVALUATIONS_PER_QUESTION;
        }
        return stopped_;
    }

  public:
    static constexpr int64_t EVALUATIONS_PER_READING = 16;
    static constexpr int64_t EVALUATIONS_PER_QUESTION = 1 << 14;  // some milliseconds
    static constexpr int64_t NO_LIMIT = INT64_MAX;
    static constexpr double STOPPED = 2.0;
    int64_t spent = 0;

    explicit Meter(int64_t limit) : limit_(limit), timed_(false) {}
    Meter(int64_t limit, double seconds) : limit_(limit), timed_(true), seconds_(seconds), begun_(Clock::now()) {}

    // Let a function say that the search is to stop at once; the budget is empty then.
    void ask(bool (*is_interrupted)()) {
        is_interrupted_ = is_interrupted;
        next_question_ = EVALUATIONS_PER_QUESTION;
    }
    bool stopped() const { return stopped_; }

    void spend(int64_t evaluations = 1) { spent += evaluations; }

    // The part of the budget that is spent: 0 at first, 1 or more when it is empty.
    double spent_share() const {
        if (is_stopped()) return STOPPED;
        double found = limit_ == NO_LIMIT ? 0.0 : limit_ ? double(spent) / double(limit_) : 1.0;
        return timed_ ? std::max(found, spent_seconds()) : found;
    }
    bool is_empty() const { return spent_share() >= 1.0; }
};

}  // namespace kb

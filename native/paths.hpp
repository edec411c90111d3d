// The answers of plans as chains: most plans of a search begin as others do, so only their last answers are stored.
#pragma once
#include <cstdint>
#include <vector>

namespace kb {

using Answers = std::vector<int16_t>;

// A path is the number of its last answer, or NO_PATH without answers.
class Paths {
    struct Link {
        int32_t before;
        int16_t answer;
        uint16_t length;
    };
    std::vector<Link> links_;

    int length(int32_t path) const { return path == NO_PATH ? 0 : links_[size_t(path)].length; }

  public:
    static constexpr int32_t NO_PATH = -1;

    void clear() { links_.clear(); }
    int32_t add(int32_t before, int16_t answer) {
        links_.push_back({before, answer, uint16_t(length(before) + 1)});
        return int32_t(links_.size() - 1);
    }
    // The answers after `from`, which the path begins with.
    void write(int32_t path, int32_t from, Answers &answers) const {
        answers.resize(size_t(length(path) - length(from)));
        for (size_t i = answers.size(); i--; path = links_[size_t(path)].before) answers[i] = links_[size_t(path)].answer;
    }
    // Whether the answers of a are less than those of b, compared from the first one on.
    bool is_less(int32_t a, int32_t b) const {
        int of_a = length(a), of_b = length(b);
        while (length(a) > of_b) a = links_[size_t(a)].before;
        while (length(b) > of_a) b = links_[size_t(b)].before;
        bool less = of_a < of_b;
        for (; a != b; a = links_[size_t(a)].before, b = links_[size_t(b)].before)
            if (links_[size_t(a)].answer != links_[size_t(b)].answer) less = links_[size_t(a)].answer < links_[size_t(b)].answer;
        return less;
    }
};

}  // namespace kb

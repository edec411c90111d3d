// An array that may be large: on Linux it asks for large pages, since addresses of many small ones are slow to look up.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace kb {

template <class T> class LargeArray {
    static constexpr size_t PAGE = size_t(2) << 20;
    T *items_;
    size_t count_;

    static void *allocate(size_t size) {
        void *found = std::aligned_alloc(PAGE, (size + PAGE - 1) / PAGE * PAGE);
        if (!found) std::abort();   // as operator new does without exceptions
#if defined(__linux__)
        madvise(found, (size + PAGE - 1) / PAGE * PAGE, MADV_HUGEPAGE);
#endif
        return found;
    }

  public:
    explicit LargeArray(size_t count) : items_(static_cast<T *>(allocate(count * sizeof(T)))), count_(count) {
        for (size_t i = 0; i < count; i++) new (items_ + i) T();
    }
    LargeArray(const LargeArray &) = delete;
    LargeArray &operator=(const LargeArray &) = delete;
    ~LargeArray() {
        for (size_t i = 0; i < count_; i++) items_[i].~T();
        std::free(items_);
    }
    T &operator[](size_t i) { return items_[i]; }
};

}  // namespace kb

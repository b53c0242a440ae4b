// The number of threads that the virtual machine uses.
#pragma once

#include <cstddef>
#include <memory>

namespace warpstage::kernel_run {

// Limits the threads of all launches while it exists.
class ThreadLimit {
public:
    // `threads`: at least 1. More than the processor has are used as well.
    explicit ThreadLimit(std::size_t threads);
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;
    ~ThreadLimit();

private:
    struct Control;
    std::unique_ptr<Control> m_control;
};

[[nodiscard]] std::size_t thread_count();

} // namespace warpstage::kernel_run

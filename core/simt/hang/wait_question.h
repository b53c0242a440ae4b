// Asks a launch that runs which of its threads wait, and for what.
#pragma once

#include "core/simt/hang/hang.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>

namespace warpstage::simt {

class Block;

class WaitQuestion {
public:
    // `answer`: called on a thread of the launch, once for each question.
    explicit WaitQuestion(std::function<void(const Hang&)> answer);

    // From any thread, or a signal handler.
    void ask() { m_asked.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool is_asked() const { return m_asked.load(std::memory_order_relaxed); }
    // A block between two turns of its warps. A block of which nothing waits leaves the question to others for a moment.
    void offer(Block& block);

private:
    std::function<void(const Hang&)> m_answer;
    std::atomic<bool> m_asked = false;
    std::mutex m_mutex; // for the time
    std::optional<std::chrono::steady_clock::time_point> m_first_offer;
};

} // namespace warpstage::simt

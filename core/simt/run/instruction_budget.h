// What a block may spend, so that nothing runs for ever.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <utility>

namespace warpstage::simt {

// Looked at where the kernel branches backwards, calls, or jumps through a table.
class InstructionBudget {
public:
    InstructionBudget(std::uint64_t budget, std::stop_token stop)
        : m_budget(budget)
        , m_stop(std::move(stop))
    {
        look(0);
    }

    enum class Verdict : std::uint8_t { go_on, exhausted, stopped };

    [[nodiscard]] Verdict after(std::uint64_t instructions)
    {
        if (instructions < m_next_look) [[likely]]
            return Verdict::go_on;
        return look(instructions);
    }
    [[nodiscard]] std::uint64_t budget() const { return m_budget; }

private:
    Verdict look(std::uint64_t instructions)
    {
        if (instructions > m_budget)
            return Verdict::exhausted;
        if (m_stop.stop_requested())
            return Verdict::stopped;
        // Some hundred microseconds.
        constexpr std::uint64_t kInterval = 1U << 15U;
        m_next_look = std::min(m_budget - instructions, kInterval) + instructions + (m_budget - instructions < kInterval ? 1 : 0);
        return Verdict::go_on;
    }

    std::uint64_t m_budget;
    std::stop_token m_stop;
    std::uint64_t m_next_look = 0;
};

} // namespace warpstage::simt

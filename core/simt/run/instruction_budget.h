// Limits the instructions of a block, so every run ends.
#pragma once

#include "core/simt/run/launch_gate.h"
#include "core/simt/run_progress.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <utility>

namespace warpstage::simt {

// Checked at backward branches, calls and indirect branches.
class InstructionBudget {
public:
    // `progress` and `gate` may be null.
    InstructionBudget(std::uint64_t budget, std::stop_token stop, RunProgress* progress = nullptr, LaunchGate* gate = nullptr)
        : m_budget(budget)
        , m_stop(std::move(stop))
        , m_progress(progress)
        , m_gate(gate)
    {
        look(0);
    }

    enum class Verdict : std::uint8_t { go_on, slice_over, exhausted, stopped };

    [[nodiscard]] bool must_look(std::uint64_t instructions) const { return instructions >= m_next_look; }
    // How many instructions later it must be looked at.
    [[nodiscard]] std::uint64_t left(std::uint64_t instructions) const
    {
        return m_next_look - std::min(instructions, m_next_look);
    }
    [[nodiscard]] Verdict after(std::uint64_t instructions)
    {
        return must_look(instructions) ? look(instructions) : Verdict::go_on;
    }
    [[nodiscard]] std::uint64_t budget() const { return m_budget; }

    // Reports the instructions since the last look.
    void report(std::uint64_t instructions)
    {
        if (m_progress != nullptr)
            m_progress->warp_instructions.fetch_add(
                instructions - std::exchange(m_reported, instructions), std::memory_order_relaxed);
    }

    // Another warp runs from now on. The verdict is slice_over once it has run the given number of instructions, and at each
    // later check until the next slice begins.
    void start_slice(std::uint64_t instructions, std::uint64_t length)
    {
        m_slice_end = instructions + length;
        m_look_at = m_slice_end;
        m_next_look = std::min(m_next_look, m_look_at);
    }
    // The next verdict of the current slice is already slice_over after this number of instructions.
    void look_early(std::uint64_t instructions, std::uint64_t length)
    {
        m_look_at = std::min(instructions + length, m_slice_end);
        m_next_look = std::min(m_next_look, m_look_at);
    }
    [[nodiscard]] bool ends_slice(std::uint64_t instructions) const { return instructions >= m_slice_end; }

private:
    Verdict look(std::uint64_t instructions)
    {
        report(instructions);
        if (instructions > m_budget)
            return Verdict::exhausted;
        if (m_gate != nullptr)
            m_gate->pass();
        if (m_stop.stop_requested())
            return Verdict::stopped;
        if (instructions >= m_look_at) {
            m_next_look = instructions;
            return Verdict::slice_over;
        }
        // Some hundred microseconds.
        constexpr std::uint64_t kInterval = 1U << 15U;
        const std::uint64_t left = m_budget - instructions;
        m_next_look = std::min(instructions + (left < kInterval ? left + 1 : kInterval), m_look_at);
        return Verdict::go_on;
    }

    std::uint64_t m_budget;
    std::stop_token m_stop;
    RunProgress* m_progress;
    LaunchGate* m_gate;
    std::uint64_t m_reported = 0;
    std::uint64_t m_next_look = 0;
    std::uint64_t m_slice_end = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t m_look_at = std::numeric_limits<std::uint64_t>::max(); // at most m_slice_end
};

} // namespace warpstage::simt

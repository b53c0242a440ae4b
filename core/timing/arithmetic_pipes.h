// The arithmetic pipes of one multiprocessor. Each scheduler has its own of every kind; an instruction occupies one for
// 32 / (lanes per scheduler) cycles.
#pragma once

#include "core/arch/timing/timing.h"
#include "core/timing/machine_code/machine_code.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::timing {

class ArithmeticPipes {
public:
    // `turn`: cycles between two issue slots of a scheduler, for pipes whose width is not known.
    ArithmeticPipes(const arch::Timing& timing, std::uint32_t schedulers, double turn)
        : m_timing(timing)
        , m_schedulers(schedulers)
        , m_free(schedulers)
    {
        for (std::size_t p = 0; p < arch::kPipes; ++p) {
            const double lanes = timing.pipes[p].lanes.value;
            m_interval[p] = lanes > 0.0 ? 32.0 * schedulers / lanes : turn;
        }
    }

    // The cycle in which the scheduler's pipe becomes free, and accepts the next instruction.
    [[nodiscard]] double accepts(std::uint32_t scheduler, const MicroOperation& micro) const
    {
        return std::floor(m_free[scheduler][pipe_of(scheduler, micro)]);
    }
    // Occupies the pipe; returns when the result is available.
    double execute(std::uint32_t scheduler, double cycle, const MicroOperation& micro)
    {
        const std::size_t p = pipe_of(scheduler, micro);
        double& free = m_free[scheduler][p];
        free = std::max(free, cycle) + m_interval[p];
        m_busy[p] += m_interval[p] / m_schedulers;
        return cycle + m_timing.pipes[static_cast<std::size_t>(micro.pipe)].latency.value;
    }
    // An asynchronous product of matrices occupies the tensor cores of the scheduler for some cycles; returns when it is
    // complete.
    double multiply(std::uint32_t scheduler, double cycle, double cycles)
    {
        constexpr auto kMatrix = static_cast<std::size_t>(arch::Pipe::matrix);
        double& free = m_free[scheduler][kMatrix];
        free = std::max(free, cycle) + cycles;
        m_busy[kMatrix] += cycles / m_schedulers;
        return free + m_timing.pipes[kMatrix].latency.value;
    }
    [[nodiscard]] const std::array<double, arch::kPipes>& busy() const { return m_busy; } // cycles, averaged over the schedulers

private:
    [[nodiscard]] std::size_t pipe_of(std::uint32_t scheduler, const MicroOperation& micro) const
    {
        constexpr auto kMultiply = static_cast<std::size_t>(arch::Pipe::multiply);
        // Since CC 7.0 the special function unit also executes conversions and bit counts.
        if (m_timing.capability.major >= 7 && (micro.pipe == arch::Pipe::conversion || micro.pipe == arch::Pipe::bit_count))
            return static_cast<std::size_t>(arch::Pipe::special);
        const auto pipe = static_cast<std::size_t>(micro.pipe);
        return micro.either && m_free[scheduler][kMultiply] < m_free[scheduler][pipe] ? kMultiply : pipe;
    }

    const arch::Timing& m_timing;
    std::uint32_t m_schedulers;
    std::array<double, arch::kPipes> m_interval {}; // cycles for which an instruction occupies a pipe of a scheduler
    std::vector<std::array<double, arch::kPipes>> m_free; // by scheduler
    std::array<double, arch::kPipes> m_busy {};
};

} // namespace warpstage::timing

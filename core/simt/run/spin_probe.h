// Detects a warp that waits for others: it returns to a backward branch with the same registers, so it can continue only after
// another warp changes memory.
#pragma once

#include "core/base/lane_mask.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace warpstage::simt {

// Warp instructions of a block after which the running warp yields. A few hundred microseconds, so that switching warps and
// detecting a wait cost less than one percent of the time.
inline constexpr std::uint64_t kWarpSlice = 1U << 14U;
// After a warp that waits.
inline constexpr std::uint64_t kWaitingSlice = 1U << 9U;

class SpinProbe {
public:
    // When a block starts.
    void start()
    {
        m_looks = 0;
        m_has_waited = false;
    }
    // The slice is over and the warp is about to continue at `pc`. False: check again at the next backward branch.
    [[nodiscard]] bool decide(std::uint32_t pc, LaneMask lanes, std::span<const std::byte> registers)
    {
        // A waiting loop may have a few backward branches.
        constexpr unsigned kLooks = 4;
        if (m_looks == 0) {
            m_registers.assign(registers.begin(), registers.end());
            m_pc = pc;
            m_lanes = lanes;
        } else if (pc == m_pc && lanes == m_lanes && std::memcmp(registers.data(), m_registers.data(), registers.size()) == 0) {
            m_waits = true;
            m_has_waited = true;
            m_looks = 0;
            return true;
        }
        if (m_looks++ < kLooks)
            return false;
        m_waits = false;
        m_looks = 0;
        return true;
    }

    // The result of the last decision.
    [[nodiscard]] bool waits() const { return m_waits; }
    [[nodiscard]] bool has_waited() const { return m_has_waited; }

private:
    std::vector<std::byte> m_registers;
    std::uint32_t m_pc = 0;
    LaneMask m_lanes = 0;
    unsigned m_looks = 0;
    bool m_waits = false;
    bool m_has_waited = false;
};

} // namespace warpstage::simt

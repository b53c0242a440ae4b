// Detects a warp that waits for others: it returns to a backward branch with the same registers, so it can continue only after
// another warp changes memory.
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/operation.h"

#include <algorithm>
#include <array>
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
// Of an observed warp that waits: a recording of thousands of polls would have no room for what follows them.
inline constexpr std::uint64_t kObservedLook = 1U << 8U;

class SpinProbe {
public:
    // When a block starts.
    void start()
    {
        m_looks = 0;
        m_has_waited = false;
        m_tested = kNever;
        m_succeeded = false;
        m_known = 0;
    }
    // A waiting loop may have a few backward branches.
    static constexpr unsigned kLooks = 4;

    // The slice is over and the warp is about to continue at `pc`. False: check again at the next backward branch, at most
    // `looks` times.
    [[nodiscard]] bool decide(std::uint32_t pc, LaneMask lanes, std::span<const std::byte> registers, unsigned looks = kLooks)
    {
        m_tested = kNever;
        if (m_looks == 0) {
            m_registers.assign(registers.begin(), registers.end());
            m_pc = pc;
            m_lanes = lanes;
        } else if (pc == m_pc && lanes == m_lanes && std::memcmp(registers.data(), m_registers.data(), registers.size()) == 0) {
            m_waits = true;
            m_has_waited = true;
            m_waits_anew = is_new(state());
            m_looks = 0;
            return true;
        }
        if (m_looks++ < looks)
            return false;
        m_waits = false;
        m_waits_anew = false;
        m_looks = 0;
        return true;
    }

    // The warp has tested an mbarrier object at `pc` and its phase is not complete. Such a loop may read a clock, so its
    // registers change; it waits as long as no test succeeds.
    void fail_test(std::uint32_t pc)
    {
        m_waits = !m_succeeded;
        m_waits_anew = false;
        m_has_waited = true;
        m_tested = pc;
        m_succeeded = false;
        m_looks = 0;
    }
    void pass_test()
    {
        m_waits = false;
        m_tested = kNever;
        m_succeeded = true;
    }
    // The place of the test that has failed last, or kNever where the warp has done something else since.
    [[nodiscard]] std::uint32_t failed_test() const { return m_tested; }

    // Other lanes of the warp run from now on.
    void look_anew()
    {
        m_looks = 0;
        m_waits = false;
        m_tested = kNever;
    }

    // The result of the last decision.
    [[nodiscard]] bool waits() const { return m_waits; }
    [[nodiscard]] bool has_waited() const { return m_has_waited; }
    // It is another wait than those of the decisions before: the warp has gone on in between, even if only within one slice.
    [[nodiscard]] bool waits_anew() const { return m_waits_anew; }

private:
    // A waiting loop with several backward branches, or in which groups of lanes take turns, is met in several states.
    static constexpr std::size_t kStates = 64;

    // Of the warp that waits, as a number: two states have the same one once in 2^64 times.
    [[nodiscard]] std::uint64_t state() const
    {
        std::uint64_t value = (std::uint64_t { m_pc } << 32U) ^ m_lanes;
        for (std::size_t at = 0; at + sizeof(value) <= m_registers.size(); at += sizeof(value)) {
            std::uint64_t word = 0;
            std::memcpy(&word, m_registers.data() + at, sizeof(word));
            value = (value ^ word) * 0x9e3779b97f4a7c15U;
            value ^= value >> 29U;
        }
        return value;
    }
    [[nodiscard]] bool is_new(std::uint64_t state)
    {
        const auto end = m_states.begin() + static_cast<std::ptrdiff_t>(std::min(m_known, kStates));
        if (std::find(m_states.begin(), end, state) != end)
            return false;
        m_states[m_known++ % kStates] = state;
        return true;
    }

    std::vector<std::byte> m_registers;
    std::uint32_t m_pc = 0;
    LaneMask m_lanes = 0;
    unsigned m_looks = 0;
    bool m_waits = false;
    bool m_waits_anew = false;
    bool m_has_waited = false;
    std::array<std::uint64_t, kStates> m_states {}; // the last ones
    std::size_t m_known = 0;
    std::uint32_t m_tested = kNever;
    bool m_succeeded = false; // a test, since one has failed
};

} // namespace warpstage::simt

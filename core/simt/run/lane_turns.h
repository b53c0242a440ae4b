// When the lanes of a warp that are on other paths of the SIMT stack get their turn. Since compute capability 7.0 each lane makes
// progress (CUDA C++ Programming Guide, "Independent Thread Scheduling"), so a lane may wait for another one of its warp. Lanes
// of code for older architectures run in lock step, also on newer GPUs (NVIDIA Volta Compatibility Guide, "Independent Thread
// Scheduling Compatibility").
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/program.h"

#include <atomic>
#include <cstdint>
#include <functional>

namespace warpstage::simt {

// Warp instructions, longer than anything that changes memory while all warps of a block wait for it to change.
inline constexpr std::uint64_t kMaxWait = 1U << 24U;
// The same if every warp tests an mbarrier object: only a loop that ends after some time can go on.
inline constexpr std::uint64_t kMaxTests = 1U << 20U;

// Of a launch, whose warps run in lock step until none of them can go on: turns cost reconvergence and time, and few programs
// need them. A launch that has needed them once gives them at each wait.
class LaneTurns {
public:
    explicit LaneTurns(const Program& program);

    [[nodiscard]] bool are_possible() const { return m_possible; }
    [[nodiscard]] bool have_begun() const { return m_begun.load(std::memory_order_acquire); }
    // Lanes get their turn from now on, where that is possible. Several workers may find at the same time that nothing goes on,
    // so only a wait that began with turns is a deadlock.
    void begin() { m_begun.store(m_possible, std::memory_order_release); }
    // As kMaxWait: giving turns too early changes no result.
    [[nodiscard]] std::uint64_t max_wait() const { return m_possible && !have_begun() ? kMaxTests : kMaxWait; }

private:
    bool m_possible = false;
    std::atomic<bool> m_begun = false;
};

// The lanes of a warp that have not run for some time.
class Starvation {
public:
    // While others of the warp have run a loop, at `instructions` of the block; `behind`: all lanes that cannot run now. True at
    // most once in `limit` instructions, at whose end no others of the block work.
    [[nodiscard]] bool lasts(
        LaneMask behind, std::uint64_t instructions, std::uint64_t limit, const std::function<bool()>& others_work);
    // Lanes of the warp get their turn from now on: whether they work or wait is unknown.
    void note_turns(LaneMask lanes) { m_lanes = lanes; }
    [[nodiscard]] bool is_possible() const { return m_lanes != 0; }

private:
    LaneMask m_lanes = 0;
    std::uint64_t m_since = 0; // instructions of the block
};

// Whether a loop around the instruction may wait for another thread although its registers change, as one that counts its
// attempts does: it reads memory that others change, or sleeps. Otherwise its lanes only work for long.
[[nodiscard]] bool may_wait_at(const Program& program, std::uint32_t pc);

} // namespace warpstage::simt

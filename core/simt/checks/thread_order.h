// Which accesses of a block's threads are ordered by barriers: vector clocks, as in Flanagan and Freund, "FastTrack: Efficient
// and Precise Dynamic Race Detection" (PLDI 2009). Barriers of the block order warps; __syncwarp() and collectives also order the
// lanes of a warp.
#pragma once

#include "core/base/lane_mask.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::simt {

// When a thread acted. Epochs count up over all blocks that this object checks, so nothing must be cleared when the next block
// starts.
struct Moment {
    std::uint32_t block_epoch = 0; // 0: never
    std::uint32_t warp_epoch = 0;
    std::uint32_t lane_epoch = 0;
    std::uint16_t warp = 0;
    std::uint8_t lane = 0;

    [[nodiscard]] bool same_thread(std::uint32_t other_warp, std::uint32_t other_lane) const
    {
        return warp == other_warp && lane == other_lane;
    }
};

class ThreadOrder {
public:
    explicit ThreadOrder(std::uint32_t warps);

    // All threads of the block have passed a barrier, or the next block starts.
    void meet_all() { ++m_block_epoch; }
    // Some warps have passed a barrier: the warps in `waited` are ordered after everything that all of these warps did before.
    void meet(std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived);
    // The members of one warp have synchronized.
    void meet(std::uint32_t warp, LaneMask members);

    [[nodiscard]] std::uint32_t block_epoch() const { return m_block_epoch; }
    [[nodiscard]] Moment now(std::uint32_t warp, std::uint32_t lane) const
    {
        return { m_block_epoch, warp_epoch(warp, warp), m_known[warp][lane][lane], static_cast<std::uint16_t>(warp),
            static_cast<std::uint8_t>(lane) };
    }
    // Whether a barrier or the program order of a thread puts the moment before the thread's current action.
    [[nodiscard]] bool before(const Moment& moment, std::uint32_t warp, std::uint32_t lane) const
    {
        if (moment.block_epoch != m_block_epoch)
            return true;
        if (moment.warp != warp)
            return warp_epoch(warp, moment.warp) > moment.warp_epoch;
        return moment.lane == lane || m_known[warp][lane][moment.lane] > moment.lane_epoch;
    }

private:
    using Clock = std::array<std::uint32_t, kMaxLanes>; // for one lane: the epochs of all lanes of the warp that precede its
                                                        // current action

    // The epoch of warp `of` that precedes the current action of `warp`.
    [[nodiscard]] std::uint32_t warp_epoch(std::uint32_t warp, std::uint32_t of) const
    {
        return m_known_warps.empty() ? 0 : m_known_warps[warp][of];
    }

    std::uint32_t m_block_epoch = 1;
    std::vector<std::vector<std::uint32_t>> m_known_warps; // [warp][warp]; empty unless some warps synchronized without the
                                                           // others
    std::vector<std::array<Clock, kMaxLanes>> m_known; // [warp][lane]
};

} // namespace warpstage::simt

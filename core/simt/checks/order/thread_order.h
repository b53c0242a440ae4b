// Which accesses of a block's threads are ordered by barriers: vector clocks, as in Flanagan and Freund, "FastTrack: Efficient
// and Precise Dynamic Race Detection" (PLDI 2009), with one clock per warp. Barriers of the block order warps; __syncwarp() and
// collectives also order the lanes of a warp.
#pragma once

#include "core/base/lane_mask.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace warpstage::simt {

// When a thread acted. Times count the synchronizations of all blocks that this object checks, so nothing must be cleared when
// the next block starts.
struct Moment {
    std::uint32_t time = 0; // 0: never
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
    void meet_all();
    // These warps have passed a barrier: each is ordered after everything that all of them did before.
    void meet(std::span<const std::uint32_t> warps);
    // The members of one warp have synchronized.
    void meet(std::uint32_t warp, LaneMask members);

    // Each lane of one warp is ordered after what the lower ones of these lanes did before the time.
    void meet_in_turn(std::uint32_t warp, LaneMask lanes, std::uint32_t time);

    // What a warp knows of all warps: what each of them did before a time precedes what the warp does now.
    using Times = std::vector<std::uint32_t>;
    // A fence of the warp: what it and others it knows of did before can become visible to warps that learn of it.
    [[nodiscard]] Times publish(std::uint32_t warp);
    void learn(std::uint32_t warp, const Times& published);

    // Everything before this time is ordered before all threads.
    [[nodiscard]] std::uint32_t start() const { return m_start; }
    [[nodiscard]] std::uint32_t now(std::uint32_t warp) const { return m_now[warp]; }
    [[nodiscard]] Moment now(std::uint32_t warp, std::uint32_t lane) const
    {
        return { m_now[warp], static_cast<std::uint16_t>(warp), static_cast<std::uint8_t>(lane) };
    }
    // Whether a barrier or the program order of a thread puts the moment before the thread's current action.
    [[nodiscard]] bool before(const Moment& moment, std::uint32_t warp, std::uint32_t lane) const
    {
        if (moment.time < m_start)
            return true;
        if (moment.warp != warp)
            return !m_known_warps.empty() && m_known_warps[warp][moment.warp] > moment.time;
        return moment.lane == lane || moment.time < m_all_lanes[warp] || m_known[warp][lane][moment.lane] > moment.time;
    }
    // The last time of all; a later one is that of an object that this one has replaced.
    [[nodiscard]] std::uint32_t latest() const { return m_time; }
    // The times are used up: all moments must be forgotten, and another object takes over.
    [[nodiscard]] bool is_full() const { return m_time >= kLastTime; }

private:
    void know_warps();

    static constexpr std::uint32_t kLastTime = 0xffff'0000U;
    using LaneTimes = std::array<std::uint32_t, kMaxLanes>; // for one lane: what each lane of the warp did before this time
                                                            // precedes its current action

    std::uint32_t m_time = 1;
    std::uint32_t m_start = 1; // the last time when all threads met
    std::vector<std::uint32_t> m_now; // [warp]: the last time when it met others
    std::vector<std::uint32_t> m_all_lanes; // [warp]: the last time when all of its lanes met
    std::vector<Times> m_known_warps; // [warp][warp]; empty unless some warps synchronized without the
                                      // others
    std::vector<std::array<LaneTimes, kMaxLanes>> m_known; // [warp][lane]
};

} // namespace warpstage::simt

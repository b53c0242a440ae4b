// Threads that have gone around a barrier and exited while the rest of their block waits there. A GPU does not count exited
// threads, so such a kernel often ends normally; but a barrier in conditional code is allowed only if all threads of the block
// take the same side (CUDA C++ Programming Guide, "Synchronization Functions").
#pragma once

#include "core/simt/checks/code/barrier_guards.h"
#include "core/simt/observer.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

struct SkippedBarrier {
    std::uint32_t warp = 0; // the first warp that waits
    LaneMask lanes = 0; // its lanes that wait
    std::uint32_t barrier = 0; // program counter
    std::uint32_t branch = 0;
    std::uint32_t other_warp = 0; // a thread that has taken the other side
    std::uint32_t other_lane = 0;
};

// Two warps that wait for each other at different barriers.
struct DifferentBarriers {
    struct Place {
        std::uint32_t warp = 0;
        std::uint32_t lane = 0;
        std::uint32_t pc = 0;
    };
    Place first;
    Place second;
};

class SkippedBarriers {
public:
    // `guards` must outlive it.
    SkippedBarriers(const std::vector<BarrierGuard>& guards, std::uint32_t warps);

    // The next block starts.
    void clear();
    void branch(const Step& step, LaneMask taken);
    // The warp arrives at a barrier. `aligned`: one that all threads of the block must execute.
    void arrive(const Step& step, bool aligned);
    // All threads that have not exited have arrived: warps at different aligned barriers, if any.
    [[nodiscard]] std::optional<DifferentBarriers> find_different() const;
    // All threads that have not exited have arrived. Also begins the next phase of the barrier.
    [[nodiscard]] std::optional<SkippedBarrier> complete();

private:
    struct Arrival {
        std::uint32_t pc = 0;
        LaneMask lanes = 0;
        bool aligned = false;
    };

    const std::vector<BarrierGuard>& m_guards;
    std::vector<std::vector<LaneMask>> m_around; // [guard][warp]: lanes that took the side without the barrier last
    std::vector<Arrival> m_arrived; // [warp]
};

} // namespace warpstage::simt

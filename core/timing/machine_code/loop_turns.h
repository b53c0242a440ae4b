// Unrolled loops of machine code in all blocks of a launch. From CC 7.0 on, lanes with different numbers of iterations pass
// through such a loop in turns (machine code of CC 9.0, ptxas 13.0): bodies of four iterations while a lane has as many left,
// then one of two and one of a single iteration for the lanes that need them, each for all these lanes at once. So other lanes
// load together than in the PTX, and other branches diverge.
#pragma once

#include "core/arch/traits.h"
#include "core/base/lane_mask.h"
#include "core/ptx/listing.h"
#include "core/simt/observer.h"
#include "core/timing/machine_code/machine_code.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpstage::timing {

class LoopTurns {
public:
    // All must outlive it.
    LoopTurns(const ptx::Listing& listing, const MachineCode& code, const arch::Traits& traits);

    // Whether the kernel has such loops.
    [[nodiscard]] static bool concern(const MachineCode& code, const arch::Traits& traits);

    // Whether events of the instruction matter: it begins such a loop, ends it or loads in it.
    [[nodiscard]] bool follows(std::uint32_t pc) const;
    void on_step(const simt::Step& step);
    void on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken);
    void on_access(const simt::Step& step, const simt::Access& access);
    void on_addresses(const simt::Step& step, const simt::AddressRow& row);
    // After the last block.
    void finish();
    LoopTurns& operator+=(const LoopTurns& other); // both finished, of the same listing
    // Of the machine code, without those of the PTX instruction: divergent branches, and sectors of global loads.
    [[nodiscard]] std::int64_t divergent(std::uint32_t pc) const { return m_differences[pc].divergent; }
    [[nodiscard]] std::int64_t sectors(std::uint32_t pc) const { return m_differences[pc].sectors; }

private:
    static constexpr std::size_t kCopies = 4; // iterations of a body
    struct Load {
        std::uint32_t pc = 0;
        std::size_t iteration = 0; // of the body
        std::uint32_t bytes = 0; // per lane
        LaneMask lanes = 0;
        std::array<std::uint64_t, kMaxLanes> addresses; // any value in the other lanes
    };
    // Up to four iterations.
    struct Body {
        std::size_t iterations = 0;
        std::array<LaneMask, kCopies> lanes {}; // by iteration
        std::vector<Load> loads;
    };
    struct Differences {
        std::int64_t divergent = 0;
        std::int64_t sectors = 0;
    };

    [[nodiscard]] bool is_load(std::uint32_t pc) const;
    // Of the current iteration.
    [[nodiscard]] Load& add_load(std::uint32_t pc, std::uint32_t bytes, LaneMask lanes);
    void begin_iteration(LaneMask lanes);
    void end_body();
    void end_loop();
    void pass_rest(std::size_t iterations);
    void diverges(LaneMask lanes, LaneMask remaining);
    [[nodiscard]] std::int64_t sectors_of(const Load& load, LaneMask lanes) const;

    const ptx::Listing* m_listing;
    const arch::Traits* m_traits;
    std::vector<std::uint32_t> m_loop_at; // by program counter: 1 + index into m_loops; 0: not in a loop
    std::vector<bool> m_loads; // by program counter: global loads in a loop
    struct Loop {
        std::uint32_t first = 0;
        std::uint32_t branch = 0;
    };
    std::vector<Loop> m_loops;
    std::vector<Differences> m_differences; // by program counter
    // The warp that runs.
    std::uint64_t m_block = 0;
    std::uint32_t m_warp = 0;
    const Loop* m_loop = nullptr; // the one that it has entered last; null: none
    bool m_goes_on = false; // its last branch has led to another iteration
    LaneMask m_all = 0; // lanes of the first iteration
    LaneMask m_left = 0; // lanes that have passed whole bodies only
    Body m_body;
    std::vector<Body> m_rests; // bodies that some lanes leave, the first m_rest_count; the others only keep memory
    std::size_t m_rest_count = 0;
    std::vector<Load> m_requests; // of pass_rest()
};

} // namespace warpstage::timing

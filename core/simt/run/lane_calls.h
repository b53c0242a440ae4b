// The functions that one lane is in, where lanes drift apart: each has a stack of its own, and what it keeps for an earlier call
// of the same function are its own registers alone.
#pragma once

#include "core/simt/faults/fault_place.h"
#include "core/simt/program_body.h"
#include "core/simt/run/block.h"
#include "core/simt/run/call_stack.h"
#include "core/simt/trap.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

// The set of this lane alone.
[[nodiscard]] constexpr LaneMask only_lane(unsigned lane)
{
    return LaneMask { 1 } << lane;
}

class LaneCalls {
public:
    // The lane of the place calls; it goes on at place.pc + 1 afterwards. Nothing, or why it cannot.
    [[nodiscard]] std::optional<Trap> enter(
        Block& block, Warp& warp, const FaultPlace& place, std::uint32_t form, std::uint32_t function);
    // The lane leaves the function that it called last; where it goes on.
    [[nodiscard]] std::uint32_t leave(Block& block, Warp& warp, unsigned lane);
    // How much local memory the lane may touch: up to the end of the frame that runs, with what alloca has taken.
    [[nodiscard]] std::uint64_t end(const ProgramBody& body) const;
    // After an alloca, which has moved the top of the stack and found it to fit.
    void extend(const ProgramBody& body, const Warp& warp, unsigned lane);

private:
    struct LaneFrame {
        std::uint32_t function = 0; // index into ProgramBody::functions
        std::uint32_t form = 0; // index into ProgramBody::calls
        std::uint32_t return_pc = 0;
        std::uint64_t base = 0; // bytes from the start of local memory
        std::uint64_t end = 0;
        std::vector<std::byte> saved; // the lane's registers of an earlier call of the function
    };

    [[nodiscard]] bool is_active(std::uint32_t function) const;
    [[nodiscard]] std::uint64_t base() const { return m_frames.empty() ? 0 : m_frames.back().base; }

    std::vector<LaneFrame> m_frames;
    std::uint64_t m_kernel_end = 0; // where alloca in the kernel itself has moved it
};

} // namespace warpstage::simt

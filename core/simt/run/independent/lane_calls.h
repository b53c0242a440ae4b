// The active functions of one lane while lanes diverge: each lane has its own stack, and only its own registers are saved for an
// earlier call of the same function.
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

// The set of only this lane.
[[nodiscard]] constexpr LaneMask only_lane(unsigned lane)
{
    return LaneMask { 1 } << lane;
}

class LaneCalls {
public:
    [[nodiscard]] bool empty() const { return m_frames.empty(); }
    // The lane of the place executes a call; it resumes at place.pc + 1 after the return. Returns a trap if it cannot.
    [[nodiscard]] std::optional<Trap> enter(
        Block& block, Warp& warp, const FaultPlace& place, std::uint32_t form, std::uint32_t function);
    // A call that the lane has made in lock step. `saved`: the registers of its warp before the call, if an earlier call of the
    // function needs them.
    void adopt(const ProgramBody& body, const Frame& frame, std::uint32_t return_pc, unsigned lane, const std::byte* saved);
    // The lane leaves the function that it called last. Returns where it resumes.
    [[nodiscard]] std::uint32_t leave(Block& block, Warp& warp, unsigned lane);
    // Size of the local memory that the lane may access: up to the end of the running frame, including alloca memory.
    [[nodiscard]] std::uint64_t end(const ProgramBody& body) const;
    // After an alloca that has moved the top of the stack and fits.
    void extend(const ProgramBody& body, const Warp& warp, unsigned lane);

private:
    struct LaneFrame {
        std::uint32_t function = 0; // index into ProgramBody::functions
        std::uint32_t form = 0; // index into ProgramBody::calls
        std::uint32_t return_pc = 0;
        std::uint64_t base = 0; // bytes from the start of local memory
        std::uint64_t end = 0;
        std::uint64_t recursion = 0; // as in Frame
        std::vector<std::byte> saved; // the lane's saved registers of an earlier call of the function
    };

    // The number of calls of the function that have not returned.
    [[nodiscard]] std::size_t active(std::uint32_t function) const;
    [[nodiscard]] std::uint64_t base() const { return m_frames.empty() ? 0 : m_frames.back().base; }

    std::vector<LaneFrame> m_frames;
    std::uint64_t m_kernel_end = 0; // top of the stack after alloca in the kernel itself
};

} // namespace warpstage::simt

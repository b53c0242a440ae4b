// The active functions of a warp, from the kernel to the running one, with the state that each needs when it resumes.
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/faults/fault_place.h"
#include "core/simt/trap.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpstage::simt {

class Block;
struct CallForm;
struct FunctionBody;
struct Warp;

// One call by some lanes of a warp. Its variables have the same offset in each lane's local memory.
struct Frame {
    std::uint32_t function = 0; // index into ProgramBody::functions
    std::uint32_t form = 0; // index into ProgramBody::calls
    LaneMask lanes = 0;
    std::uint64_t base = 0; // bytes from the start of local memory
    std::uint64_t end = 0;
    std::uint64_t recursion = 0; // bytes that functions which have called themselves take of a GPU's stack
    bool saved = false; // the function was already active: its registers are saved for the earlier call
};

class CallStack {
public:
    // `kernel_bytes`: size of the kernel's own variables at the start of local memory.
    void start(std::size_t functions, std::uint64_t kernel_bytes);

    [[nodiscard]] bool empty() const { return m_frames.empty(); }
    [[nodiscard]] std::size_t depth() const { return m_frames.size(); }
    [[nodiscard]] const Frame& top() const { return m_frames.back(); }
    // Start and end of the running function's frame.
    [[nodiscard]] std::uint64_t base() const { return m_frames.empty() ? 0 : m_frames.back().base; }
    [[nodiscard]] std::uint64_t end() const { return m_frames.empty() ? m_kernel_end : m_frames.back().end; }
    [[nodiscard]] std::uint64_t recursion() const { return m_frames.empty() ? 0 : m_frames.back().recursion; }
    // alloca: the frame grows.
    void extend(std::uint64_t end);

    // The number of calls of the function that have not returned.
    [[nodiscard]] std::size_t active(std::uint32_t function) const { return m_active[function]; }
    void push(const Frame& frame);
    void pop();

    // From the first called on.
    [[nodiscard]] std::span<const Frame> frames() const { return m_frames; }
    // The registers that were saved for earlier calls, the latest call's last.
    [[nodiscard]] std::span<const std::byte> saved() const { return m_saved; }
    void save(const std::byte* registers, const FunctionBody& function);
    void restore(std::byte* registers, const FunctionBody& function);

private:
    std::vector<Frame> m_frames;
    std::vector<std::uint32_t> m_active; // by function: number of its frames
    std::vector<std::byte> m_saved; // saved registers, the latest call's last
    std::uint64_t m_kernel_end = 0;
};

// Parts of a call, independent of where frames are stored.
struct FrameBounds {
    std::uint64_t base = 0; // bytes from the start of local memory
    std::uint64_t end = 0;
    std::uint64_t recursion = 0; // as in Frame
    bool fits = false; // into a thread's stack
};
// The function's frame after its caller's. `recursion`: the caller's. `active`: calls of the function that have not returned.
[[nodiscard]] FrameBounds frame_behind(
    const Block& block, const FunctionBody& function, std::uint64_t caller_end, std::uint64_t recursion, std::size_t active);
// The reason why the function cannot be called this way, if any.
[[nodiscard]] std::optional<Trap> call_fault(
    const Block& block, const FaultPlace& place, const CallForm& form, const FunctionBody& function);
[[nodiscard]] Trap stack_overflow_trap(
    const Block& block, const FaultPlace& place, const FunctionBody& function, std::size_t depth);
void copy_arguments(Warp& warp, LaneMask lanes, const CallForm& form, std::uint64_t caller_base, const FunctionBody& function,
    std::uint64_t base);
void copy_results(Warp& warp, LaneMask lanes, const CallForm& form, std::uint64_t caller_base, const FunctionBody& function,
    std::uint64_t base);

// Lanes of the top path, whose program counter is already past the call, start a function. Returns a trap if they cannot.
[[nodiscard]] std::optional<Trap> enter_function(
    Block& block, Warp& warp, const FaultPlace& place, std::uint32_t form, std::uint32_t function, LaneMask lanes);

// All lanes of the function have returned or exited.
void leave_function(Block& block, Warp& warp);

// The function of the program that row `target` refers to for this lane; otherwise a trap.
struct CallTarget {
    std::uint32_t function = 0;
    std::optional<Trap> trap;
};
[[nodiscard]] CallTarget find_call_target(const Block& block, const Warp& warp, const FaultPlace& place, const CallForm& form);

} // namespace warpstage::simt

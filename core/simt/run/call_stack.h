// The functions that a warp is in, from the kernel to the one that runs, and what each of them needs back when it goes on.
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/faults/fault_place.h"
#include "core/simt/trap.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

class Block;
struct CallForm;
struct FunctionBody;
struct Warp;

// One call by some lanes of a warp. Its variables lie at the same place in each lane's local memory.
struct Frame {
    std::uint32_t function = 0; // index into ProgramBody::functions
    std::uint32_t form = 0; // index into ProgramBody::calls
    LaneMask lanes = 0;
    std::uint64_t base = 0; // bytes from the start of local memory
    std::uint64_t end = 0;
    bool saved = false; // the function was active already: its registers are kept for the earlier call
};

class CallStack {
public:
    // `kernel_bytes`: the kernel's own variables, which lie at the start of local memory.
    void start(std::size_t functions, std::uint64_t kernel_bytes);

    [[nodiscard]] bool empty() const { return m_frames.empty(); }
    [[nodiscard]] std::size_t depth() const { return m_frames.size(); }
    [[nodiscard]] const Frame& top() const { return m_frames.back(); }
    // Where the frame of the function that runs begins and ends.
    [[nodiscard]] std::uint64_t base() const { return m_frames.empty() ? 0 : m_frames.back().base; }
    [[nodiscard]] std::uint64_t end() const { return m_frames.empty() ? m_kernel_end : m_frames.back().end; }
    // alloca: the frame grows.
    void extend(std::uint64_t end);

    [[nodiscard]] bool is_active(std::uint32_t function) const { return m_active[function] != 0; }
    void push(const Frame& frame);
    void pop();

    void save(const std::byte* registers, const FunctionBody& function);
    void restore(std::byte* registers, const FunctionBody& function);

private:
    std::vector<Frame> m_frames;
    std::vector<std::uint32_t> m_active; // by function: how many frames are its
    std::vector<std::byte> m_saved; // registers, the latest call's last
    std::uint64_t m_kernel_end = 0;
};

// The pieces that calls are made of, whoever keeps the frames.
struct FrameBounds {
    std::uint64_t base = 0; // bytes from the start of local memory
    std::uint64_t end = 0;
    bool fits = false; // into the stack of a thread
};
// The function's frame behind its caller's. `saved`: the registers of an earlier call are kept, which a real GPU does on the
// stack as well, so they count.
[[nodiscard]] FrameBounds frame_behind(const Block& block, const FunctionBody& function, std::uint64_t caller_end, bool saved);
// Why the function cannot be called this way.
[[nodiscard]] std::optional<Trap> call_fault(
    const Block& block, const FaultPlace& place, const CallForm& form, const FunctionBody& function);
[[nodiscard]] Trap stack_overflow_trap(
    const Block& block, const FaultPlace& place, const FunctionBody& function, std::size_t depth);
void copy_arguments(Warp& warp, LaneMask lanes, const CallForm& form, std::uint64_t caller_base, const FunctionBody& function,
    std::uint64_t base);
void copy_results(Warp& warp, LaneMask lanes, const CallForm& form, std::uint64_t caller_base, const FunctionBody& function,
    std::uint64_t base);

// Lanes of the top path, which must already stand behind the call, begin a function. Nothing, or why they cannot.
[[nodiscard]] std::optional<Trap> enter_function(
    Block& block, Warp& warp, const FaultPlace& place, std::uint32_t form, std::uint32_t function, LaneMask lanes);

// All lanes of the function have returned or left the kernel.
void leave_function(Block& block, Warp& warp);

// Which function of the program row `target` means for this lane; the trap says what else it is.
struct CallTarget {
    std::uint32_t function = 0;
    std::optional<Trap> trap;
};
[[nodiscard]] CallTarget find_call_target(const Block& block, const Warp& warp, const FaultPlace& place, const CallForm& form);

} // namespace warpstage::simt

// What the warps of one block did, as the SM model needs it: which instructions, and which lines of memory they touched.
#pragma once

#include "core/arch/traits.h"
#include "core/simt/observer.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::timing {

// 128 bytes of memory, and which of their 32-byte sectors a request wants; CC 1.x: one transaction.
struct LineUse {
    std::uint64_t line = 0; // address / 128; local memory: a number of its own for each warp and offset
    std::uint8_t sectors = 0; // bit mask
    bool partial = false; // of a store: some sector is not written as a whole
};

struct MemoryUse {
    std::uint32_t first_line = 0; // index into BlockStream::lines
    std::uint32_t lines = 0;
    std::uint32_t wavefronts = 0; // of shared memory; constant memory: accesses one after the other
    std::uint32_t wide_wavefronts = 0; // of the load that the assembler makes of this and its neighbors; 0: it stays alone
    bool is_local = false; // stores stay in L1
    std::uint32_t bytes = 0; // that lanes asked for
    simt::AccessKind kind = simt::AccessKind::load;
    std::uint32_t same_word = 0; // of an atomic operation: lanes that meet in the busiest word
    std::uint32_t words = 0; // of an atomic operation: different words
};

struct StreamStep {
    std::uint32_t pc = 0;
    std::uint32_t memory = 0; // 1 + index into BlockStream::memory; 0: none
    std::uint32_t trace_step = 0; // index into the trace that it was made of
    bool divergent = false; // of a branch
    bool vanishes = false; // a load that the wide one before it has done, a branch of an unrolled loop
};

struct BlockStream {
    std::vector<std::vector<StreamStep>> warps; // by warp, in the order of issue that the assembler would choose
    std::vector<MemoryUse> memory;
    std::vector<LineUse> lines;
    std::uint64_t steps = 0; // in `warps`
    std::uint64_t all_steps = 0; // of the block; more where the recording ended before the block did

    [[nodiscard]] bool complete() const { return steps == all_steps; }
};

[[nodiscard]] MemoryUse add_memory_use(
    BlockStream& stream, const simt::Access& access, std::uint32_t warp, const arch::Traits& traits);
void add_access(BlockStream& stream, StreamStep& step, const simt::Access& access, std::uint32_t warp, const MachineCode& code,
    const arch::Traits& traits);
// Puts the steps of each warp into the order of the machine code.
void reorder(BlockStream& stream, const MachineCode& code);

[[nodiscard]] BlockStream stream_of(const trace::Trace& trace, const MachineCode& code, const arch::Traits& traits);

// Watches blocks that run one after the other; keeps the first steps of each warp.
class StreamObserver final : public simt::Observer {
public:
    StreamObserver(const MachineCode& code, const arch::Traits& traits, std::size_t steps_per_warp);

    void on_step(const simt::Step& step) override;
    void on_access(const simt::Step& step, const simt::Access& access) override;
    void on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken) override;
    void on_barrier(std::uint64_t /*block*/) override { }
    void on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const simt::Step& /*step*/) override { }

    // Of the block that ran last; the observer is empty afterwards.
    [[nodiscard]] BlockStream take();

private:
    const MachineCode* m_code;
    const arch::Traits* m_traits;
    std::size_t m_steps_per_warp;
    BlockStream m_stream;
    bool m_kept = false; // whether the step that is being told is in the stream
};

} // namespace warpstage::timing

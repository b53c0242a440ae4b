// The instructions of one block's warps and the memory lines that they access, as input of the SM model.
#pragma once

#include "core/arch/traits.h"
#include "core/base/lane_mask.h"
#include "core/simt/observer.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <vector>

namespace warpstage::timing {

inline constexpr std::uint64_t kSectorOfLine = 32; // bytes

// 128 bytes of memory, and the requested 32-byte sectors; CC 1.x: one transaction.
struct LineUse {
    std::uint64_t line = 0; // address / 128; local memory: a unique number for each warp and offset
    std::uint8_t sectors = 0; // bit mask
    bool partial = false; // for a store: some sector is written only in part
};

struct MemoryUse {
    std::uint32_t pc = 0;
    std::uint32_t first_line = 0; // index into BlockStream::lines
    std::uint32_t lines = 0;
    std::uint32_t wavefronts = 0; // for shared memory; constant memory: number of serialized accesses
    std::uint32_t wide_wavefronts = 0; // for a load that the assembler merges with adjacent ones; 0: not merged
    std::uint32_t least_wavefronts = 0; // without bank conflicts, of the merged load if there is one; 0: not counted
    std::uint32_t least_sectors = 0; // that the requested bytes of global memory fill if they are contiguous; 0: not counted
    bool is_local = false;
    bool stays_in_l1 = false; // a store to local memory in a cache that writes back
    std::uint32_t bytes = 0; // requested by lanes
    simt::AccessKind kind = simt::AccessKind::load;
    std::uint32_t same_word = 0; // for an atomic operation: lanes that access the most contended word
    std::uint32_t words = 0; // for an atomic operation: different words; constant memory: words of an access
    std::uint32_t turns = 0; // for an atomic operation on global memory: sum over sectors of the most lanes on one of its words
    bool adds_float = false; // for an atomic operation
    std::uint32_t retried = 0; // for a compare-and-swap on global memory that is repeated until it succeeds: lanes that succeed
    bool failed = false; // such an operation in which no lane succeeds
    std::uint32_t loop_access = 0; // 1 + index into BlockStream::loop_accesses; 0: none
};

struct StreamStep {
    std::uint32_t pc = 0;
    std::uint32_t memory = 0; // 1 + index into BlockStream::memory; 0: none
    std::uint32_t trace_step = 0; // index into the source trace
    LaneMask active = 0; // lanes on the current path; 0: issued with a false predicate
    bool divergent = false; // of a branch
    bool vanishes = false; // a load merged into the wide load before it, or a branch of an unrolled loop
    std::uint32_t first_phase = 0; // index into BlockStream::phases
    std::uint32_t phases = 0; // operations on mbarrier objects
    std::uint32_t pending_groups = 0; // of a wait for groups: how many of the latest ones may still be under way
    // Of a wait for groups of cp.async: the latest ones, of which the warp reads nothing before its next wait. 0: unknown.
    std::uint32_t unread_groups = 0;
    std::uint32_t barrier = 0; // 1 + index into BlockStream::barriers; 0: no barrier with a number of threads
};

// An operation on an mbarrier object of the block.
struct PhaseUse {
    bool waits = false; // until the phase is complete; else it contributes to the phase
    std::uint32_t object = 0;
    std::int64_t phase = 0; // -1: complete from the beginning
};

// From the first byte of constant memory that is read up to the last one. Empty: none is.
struct ConstantRange {
    std::uint64_t first = ~std::uint64_t { 0 };
    std::uint64_t end = 0;

    [[nodiscard]] bool empty() const { return end <= first; }
    void add(const ConstantRange& other)
    {
        first = std::min(first, other.first);
        end = std::max(end, other.end);
    }
};

struct BlockStream {
    std::vector<std::vector<StreamStep>> warps; // by warp, in the issue order of the assembler
    std::vector<MemoryUse> memory;
    std::vector<LineUse> lines;
    std::vector<PhaseUse> phases;
    std::set<std::uint64_t> retried_words; // addresses of all MemoryUse::retried
    std::vector<std::vector<std::uint32_t>> contributions; // [object][phase]: number of steps that contribute
    std::vector<std::uint64_t> objects; // [object]: its offset in shared memory
    std::vector<std::uint32_t> barriers; // each time that some warps synchronize: the number of steps that arrive
    std::vector<simt::Access> loop_accesses; // loads of global memory in loops that are unrolled; empty in issue order
    // Requests to global and local memory behind the recorded steps: the first ones of each warp, and the bytes that the lanes of
    // all others request.
    std::vector<std::vector<MemoryUse>> behind;
    double further_bytes = 0.0;
    ConstantRange constants;
    std::uint64_t polls = 0; // repeated tests of mbarrier objects, which are not in `warps`
    std::uint64_t steps = 0; // in `warps`
    std::uint64_t observed_steps = 0; // whose requests are known: those of `warps`, `behind` and `further_bytes`
    std::uint64_t all_steps = 0; // per block; more if the recording ended before the block

    [[nodiscard]] bool complete() const { return steps == all_steps; }
    [[nodiscard]] std::span<const LineUse> lines_of(const MemoryUse& use) const
    {
        return { lines.data() + use.first_line, use.lines };
    }
};

// Bytes of the sectors that the block requests from global and local memory.
[[nodiscard]] double requested_bytes(const BlockStream& stream);

[[nodiscard]] BlockStream stream_of(const trace::Trace& trace, const MachineCode& code, const arch::Traits& traits);

class PhaseCollector; // core/timing/phases.h
class CopyCollector; // core/timing/copies.h
class BarrierCollector; // core/timing/partial_barriers.h

// Observes blocks that run in sequence; keeps the first steps of each warp, and the requests behind them.
class StreamObserver final : public simt::Observer {
public:
    StreamObserver(const MachineCode& code, const arch::Traits& traits, std::size_t steps_per_warp);
    ~StreamObserver() override;

    void on_step(const simt::Step& step) override;
    void on_access(const simt::Step& step, const simt::Access& access) override;
    void on_phase(const simt::Step& step, const simt::PhaseStep& phase) override;
    void on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken) override;
    void on_barrier(std::uint64_t /*block*/) override { }
    void on_partial_barrier(
        std::uint64_t block, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived) override;
    void on_warp_barrier(const simt::Step& /*step*/, LaneMask /*members*/) override { }
    void on_exit(const simt::Step& /*step*/) override { }

    // Recorded steps of the warp.
    [[nodiscard]] std::size_t steps_of(std::uint32_t warp) const { return m_stream.warps[warp].size(); }
    // The stream of the last block; the observer is empty after the call.
    [[nodiscard]] BlockStream take();

private:
    const MachineCode* m_code;
    const arch::Traits* m_traits;
    std::size_t m_steps_per_warp;
    BlockStream m_stream;
    std::unique_ptr<PhaseCollector> m_phases;
    std::unique_ptr<CopyCollector> m_copies;
    std::unique_ptr<BarrierCollector> m_barriers;
    bool m_kept = false; // whether the stream contains the current step
};

} // namespace warpstage::timing

// Traces of small blocks, for tests of analyses and of figures.
#pragma once

#include "core/analysis/block/reduction_iteration.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace warpstage::analysis::examples {

inline trace::StepRecord step(std::uint32_t warp, std::uint32_t epoch, LaneMask active, LaneMask executed)
{
    trace::StepRecord record;
    record.warp = warp;
    record.epoch = epoch;
    record.active = active;
    record.executed = executed;
    return record;
}

// Two warps of four lanes: warp 0 executes three instructions up to the barrier, warp 1 one; then both execute two, warp 1 with
// one lane predicated off and one on another path; its last lane has no thread.
inline trace::Trace two_warps()
{
    trace::Trace trace;
    trace.warp_width = 4;
    trace.warps = 2;
    trace.steps = { step(0, 0, 0xF, 0xF), step(0, 0, 0xF, 0xF), step(0, 0, 0xF, 0xF), step(1, 0, 0x7, 0x7), step(0, 1, 0xF, 0xF),
        step(0, 1, 0xF, 0xF), step(1, 1, 0x3, 0x1), step(1, 1, 0x7, 0x7) };
    trace.steps[6].event = trace::Event::access;
    trace.steps[7].event = trace::Event::exit;
    return trace;
}

// Program counters equal line numbers here.
inline constexpr std::uint32_t kBranch = 12;

inline std::uint32_t line_of(std::uint32_t pc)
{
    return pc;
}

inline trace::StepRecord step_at(std::uint32_t pc, LaneMask active, std::uint32_t warp = 0)
{
    trace::StepRecord record;
    record.pc = pc;
    record.active = record.executed = active;
    record.warp = warp;
    return record;
}

// if (lane > 15) { 13, 14, 13, 14 } else { 16 } 18: in the layout of compilers, lanes for which the condition is false jump to
// 16.
inline trace::Trace half_warp()
{
    constexpr LaneMask kThen = 0xFFFF0000;
    trace::Trace trace;
    trace.warps = 2;
    trace.steps = { step_at(kBranch, ~0U), step_at(13, kThen), step_at(99, ~0U, 1), step_at(14, kThen), step_at(13, kThen),
        step_at(14, kThen), step_at(16, ~kThen), step_at(18, ~0U), step_at(19, ~0U) };
    trace.steps[0].event = trace::Event::branch;
    trace.steps[0].taken = ~kThen;
    return trace;
}

// The recorded iteration of a reduction over 32-bit integers by a block of `threads`: two loads, one store.
inline trace::Trace iteration(
    unsigned threads, unsigned width, const std::vector<CellAdd>& adds, std::vector<std::int32_t> values)
{
    trace::Trace trace;
    trace.warp_width = width;
    trace.warps = (threads + width - 1) / width;
    const auto record = [&](std::uint32_t warp, simt::Access access) {
        access.space = ptx::StateSpace::shared;
        access.bytes = 4;
        trace.accesses.push_back(access);
        trace::StepRecord step;
        step.warp = warp;
        step.epoch = 1;
        step.active = step.executed = access.lanes;
        step.event = trace::Event::access;
        step.access = static_cast<std::uint32_t>(trace.accesses.size());
        trace.steps.push_back(step);
    };
    for (unsigned warp = 0; warp < trace.warps; ++warp) {
        simt::Access own;
        simt::Access other;
        simt::Access store;
        store.kind = simt::AccessKind::store;
        for (const CellAdd& add : adds) {
            if (add.thread / width != warp)
                continue;
            const unsigned lane = add.thread % width;
            own.lanes |= 1U << lane;
            own.addresses[lane] = store.addresses[lane] = 4ULL * add.to;
            other.addresses[lane] = 4ULL * add.from;
            own.values[lane] = static_cast<std::uint32_t>(values[add.to]);
            other.values[lane] = static_cast<std::uint32_t>(values[add.from]);
            values[add.to] += values[add.from];
            store.values[lane] = static_cast<std::uint32_t>(values[add.to]);
        }
        if (own.lanes == 0)
            continue;
        other.lanes = store.lanes = own.lanes;
        record(warp, other);
        record(warp, own);
        record(warp, store);
    }
    return trace;
}

inline const std::vector<CellAdd> kNeighbors { { 0, 0, 1 }, { 2, 2, 3 }, { 4, 4, 5 }, { 6, 6, 7 } };

using Enters = std::function<bool(unsigned thread, unsigned stride)>;

// The branch of a reduction at program counter 7, executed by every warp once per stride.
inline trace::Trace reduction(unsigned threads, unsigned width, const std::vector<unsigned>& strides, const Enters& enters)
{
    trace::Trace trace;
    trace.warp_width = width;
    trace.warps = (threads + width - 1) / width;
    for (const unsigned stride : strides)
        for (unsigned warp = 0; warp < trace.warps; ++warp) {
            trace::StepRecord step;
            step.warp = warp;
            step.pc = 7;
            step.event = trace::Event::branch;
            for (unsigned lane = 0; lane < width && warp * width + lane < threads; ++lane) {
                step.active |= 1U << lane;
                if (!enters(warp * width + lane, stride))
                    step.taken |= 1U << lane;
            }
            step.executed = step.taken;
            trace.steps.push_back(step);
        }
    return trace;
}

inline trace::Trace interleaved()
{
    return reduction(8, 2, { 1, 2, 4 }, [](unsigned thread, unsigned stride) { return thread % (2 * stride) == 0; });
}

inline trace::Trace sequential()
{
    return reduction(8, 2, { 4, 2, 1 }, [](unsigned thread, unsigned stride) { return thread < stride; });
}

} // namespace warpstage::analysis::examples

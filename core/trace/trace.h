// The steps of one block, in execution order. Bounded: depending on the recorder, old steps are dropped or the window closes when
// it is full.
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/observer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warpstage::trace {

enum class Event : std::uint8_t { plain, access, branch, barrier, exit };

struct StepRecord {
    std::uint32_t warp = 0;
    std::uint32_t pc = 0;
    LaneMask active = 0;
    LaneMask executed = 0;
    LaneMask taken = 0; // of a conditional branch
    std::uint32_t access = 0; // 1 + index into Trace::accesses of its last access; 0: none
    std::uint32_t epoch = 0; // barriers that the block has passed before this step
    Event event = Event::plain;

    [[nodiscard]] bool divergent() const { return event == Event::branch && taken != 0 && taken != active; }
};

// What a step did with an mbarrier object.
struct PhaseRecord {
    std::uint32_t step = 0; // index into Trace::steps
    simt::PhaseStep phase;
};

struct Trace {
    std::uint64_t block = 0;
    std::uint32_t warp_width = 32;
    std::uint32_t warps = 0;
    std::uint64_t steps_seen = 0; // of the whole run; greater than steps.size() if the window was too small
    std::size_t gapless = 0; // number of leading steps without gaps: only these can be played back
    std::vector<StepRecord> steps;
    std::vector<simt::Access> accesses;
    std::vector<PhaseRecord> phases; // by step

    [[nodiscard]] const simt::Access* access_of(const StepRecord& step) const
    {
        return step.access == 0 ? nullptr : &accesses[step.access - 1];
    }
    // All accesses of a step, in their order: those behind the last access of an earlier step.
    [[nodiscard]] std::span<const simt::Access> accesses_of(std::size_t step) const
    {
        const std::uint32_t end = steps[step].access;
        if (end == 0)
            return {};
        std::uint32_t begin = 0;
        for (std::size_t earlier = step; begin == 0 && earlier > 0; --earlier)
            begin = steps[earlier - 1].access;
        if (begin >= end) // not as a recorder writes it
            begin = end - 1;
        return std::span { accesses }.subspan(begin, end - begin);
    }
};

} // namespace warpstage::trace

// Invented runs of the SM model for the tests of its figures.
#pragma once

#include "core/session/model/sm.h"

#include <cstdint>
#include <memory>

namespace warpstage::views::testing {

// `blocks` of the recorded block's size on two schedulers. Each warp issues its recorded instructions 40 cycles apart; in between
// it is stalled by global memory and, at every fourth instruction, by a barrier.
[[nodiscard]] inline std::shared_ptr<timing::SmRun> made_up_run(const session::Recording& recording, std::uint32_t blocks)
{
    using timing::WarpState;
    constexpr std::uint32_t kPause = 40;
    auto run = std::make_shared<timing::SmRun>();
    run->schedulers = 2;
    run->resident_blocks = blocks;
    const auto add = [&](timing::WarpRow& row, timing::WarpSpan span) {
        run->state_cycles.at(static_cast<std::size_t>(span.state)) += span.end - span.begin;
        run->cycles = std::max(run->cycles, span.end);
        row.spans.push_back(span);
    };
    for (std::uint32_t scheduler = 0; scheduler < run->schedulers; ++scheduler) {
        for (std::uint32_t i = scheduler; i < blocks * recording.trace.warps; i += run->schedulers) {
            timing::WarpRow row { scheduler, i / recording.trace.warps, i % recording.trace.warps, {} };
            std::uint32_t cycle = i / run->schedulers;
            if (cycle > 0)
                add(row, { 0, cycle, WarpState::not_selected, 0, timing::kNoStep });
            for (std::uint32_t step = 0; step < recording.trace.steps.size(); ++step) {
                const auto& record = recording.trace.steps[step];
                if (record.warp != row.warp)
                    continue;
                const std::uint32_t known = row.block == 0 ? step : timing::kNoStep;
                add(row, { cycle, cycle + 1, WarpState::selected, record.pc, known });
                add(row,
                    { cycle + 1, cycle + kPause, step % 4 == 3 ? WarpState::barrier : WarpState::long_scoreboard, record.pc,
                        known });
                cycle += kPause;
                ++run->instructions;
            }
            run->warps.push_back(std::move(row));
        }
    }
    run->bucket = 16;
    run->issue_slots.assign(run->cycles / run->bucket + 1, 0.25F);
    run->bytes_in_flight.assign(run->cycles / run->bucket + 1, 2048.0F);
    return run;
}

} // namespace warpstage::views::testing

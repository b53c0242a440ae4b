#include "core/analysis/block_timeline.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace warpstage::analysis {

namespace {

using Epoch = std::vector<std::vector<std::uint32_t>>; // [warp]: steps between two barriers

void cut_unfinished(const trace::Trace& trace, std::map<std::uint32_t, Epoch>& epochs)
{
    std::vector<bool> left(epochs.begin()->second.size(), false);
    for (const auto& [number, warps] : epochs)
        for (std::size_t warp = 0; warp < warps.size(); ++warp)
            if (!warps[warp].empty() && trace.steps[warps[warp].back()].event == trace::Event::exit)
                left[warp] = true;
    Epoch& last = epochs.rbegin()->second;
    std::size_t shortest = ~std::size_t { 0 };
    bool all_begun = true;
    for (std::size_t warp = 0; warp < last.size(); ++warp) {
        if (last[warp].empty())
            all_begun = all_begun && left[warp];
        else if (!left[warp])
            shortest = std::min(shortest, last[warp].size());
    }
    if (!all_begun && epochs.size() > 1) {
        epochs.erase(std::prev(epochs.end()));
        return;
    }
    for (auto& own : last)
        own.resize(std::min(own.size(), shortest));
}

// The guard of a branch selects the lanes that jump; the other lanes execute the branch, too.
std::uint8_t lanes_of(const trace::StepRecord& step)
{
    return static_cast<std::uint8_t>(lane_count(step.event == trace::Event::branch ? step.active : step.executed));
}

} // namespace

BlockTimeline block_timeline(const trace::Trace& trace)
{
    const std::size_t steps = trace.gapless > 0 ? std::min(trace.gapless, trace.steps.size()) : trace.steps.size();
    // By number of barriers passed, then by warp.
    std::map<std::uint32_t, Epoch> epochs;
    for (std::size_t i = 0; i < steps; ++i) {
        const trace::StepRecord& step = trace.steps[i];
        if (step.warp >= trace.warps)
            continue;
        auto& warps = epochs[step.epoch];
        warps.resize(trace.warps);
        warps[step.warp].push_back(static_cast<std::uint32_t>(i));
    }
    if (!epochs.empty() && steps < trace.steps_seen)
        cut_unfinished(trace, epochs);
    BlockTimeline timeline;
    timeline.warps.resize(trace.warps);
    timeline.ends.resize(trace.warps, 0);
    timeline.lanes.resize(trace.warps);
    timeline.steps.resize(trace.warps);
    for (std::size_t i = 0; i < trace.steps.size(); ++i)
        if (trace.steps[i].warp < trace.warps)
            timeline.steps[trace.steps[i].warp].push_back(static_cast<std::uint32_t>(i));
    for (const auto& [epoch, warps] : epochs) {
        if (timeline.length > 0)
            timeline.meetings.push_back(timeline.length);
        std::size_t longest = 0;
        for (const auto& own : warps)
            longest = std::max(longest, own.size());
        for (std::size_t warp = 0; warp < warps.size(); ++warp) {
            auto& row = timeline.warps[warp];
            row.resize(timeline.length, BlockTimeline::kNoStep);
            row.insert(row.end(), warps[warp].begin(), warps[warp].end());
            if (!warps[warp].empty())
                timeline.ends[warp] = row.size();
        }
        timeline.length += longest;
    }
    for (std::size_t warp = 0; warp < timeline.warps.size(); ++warp) {
        timeline.warps[warp].resize(timeline.length, BlockTimeline::kNoStep);
        timeline.lanes[warp].reserve(timeline.length);
        for (const std::uint32_t at : timeline.warps[warp])
            timeline.lanes[warp].push_back(at == BlockTimeline::kNoStep ? std::uint8_t { 0 } : lanes_of(trace.steps[at]));
    }
    return timeline;
}

} // namespace warpstage::analysis

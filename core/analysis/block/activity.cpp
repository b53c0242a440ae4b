#include "core/analysis/block/activity.h"

#include "core/analysis/block_timeline.h"
#include "core/base/lane_mask.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpstage::analysis {

namespace {

// Counts of one column.
class ActivityColumn {
public:
    void add(Activity activity, unsigned lanes, unsigned times = 1)
    {
        m_counts[static_cast<std::size_t>(activity)] += std::size_t { lanes } * times;
        m_total += std::size_t { lanes } * times;
    }

    [[nodiscard]] ActivityCell cell() const
    {
        const std::size_t working = m_counts[static_cast<std::size_t>(Activity::working)];
        if (working > 0)
            return { Activity::working, static_cast<float>(working) / static_cast<float>(m_total) };
        const auto most = std::max_element(m_counts.begin(), m_counts.end());
        return { m_total == 0 ? Activity::gone : static_cast<Activity>(most - m_counts.begin()), 0.0F };
    }

private:
    std::array<std::size_t, 5> m_counts {}; // by Activity
    std::size_t m_total = 0;
};

// The guard of a branch selects the lanes that jump; the other lanes execute the branch, too.
LaneMask worked(const trace::StepRecord& step)
{
    return step.event == trace::Event::branch ? step.active : step.executed;
}

// The lanes of a warp by activity at one time.
void add_step(ActivityColumn& column, const trace::StepRecord& step, LaneMask gone, LaneMask lanes)
{
    const LaneMask working = worked(step) & lanes;
    const LaneMask held = step.active & lanes & ~working;
    const LaneMask left = gone & lanes & ~step.active;
    column.add(Activity::working, lane_count(working));
    column.add(Activity::predicated_off, lane_count(held));
    column.add(Activity::gone, lane_count(left));
    column.add(Activity::other_path, lane_count(lanes & ~working & ~held & ~left));
}

struct Sums {
    std::size_t instructions = 0;
    std::size_t active = 0; // lanes, over all instructions
    std::size_t waiting = 0; // times at a barrier
};

// One warp as a single row, or as one row per lane.
void add_rows(BlockActivity& input, const BlockTimeline& timeline, const trace::Trace& trace, std::uint32_t warp,
    std::size_t a_column, Sums& sums)
{
    const unsigned width = std::clamp(trace.warp_width, 1U, kMaxLanes);
    LaneMask ever = 0;
    for (const std::uint32_t step : timeline.warps[warp])
        if (step != BlockTimeline::kNoStep)
            ever |= trace.steps[step].active;
    const bool single = input.rows_are == RowsAre::lanes;
    const unsigned rows = single ? width : 1;
    const std::size_t first = input.rows.size();
    for (unsigned row = 0; row < rows; ++row)
        input.rows.push_back({ single ? std::to_string(row) : fmt::format("warp {}", warp), {}, {} });
    LaneMask gone = first_lanes(width) & ~ever;
    std::vector<ActivityColumn> columns(rows);
    for (std::size_t time = 0; time < timeline.length; ++time) {
        const std::uint32_t at = timeline.warps[warp][time];
        const trace::StepRecord* step = at == BlockTimeline::kNoStep ? nullptr : &trace.steps[at];
        for (unsigned row = 0; row < rows; ++row) {
            const LaneMask lanes = single ? LaneMask { 1 } << row : first_lanes(width);
            if (step != nullptr)
                add_step(columns[row], *step, gone, lanes);
            else {
                const bool over = time >= timeline.ends[warp];
                const LaneMask waiting = over ? 0 : lanes & ~gone;
                columns[row].add(Activity::at_barrier, lane_count(waiting));
                columns[row].add(Activity::gone, lane_count(lanes & ~waiting));
            }
        }
        if (step != nullptr) {
            ++sums.instructions;
            sums.active += lane_count(step->active);
            if (step->divergent())
                for (unsigned row = 0; row < rows; ++row) {
                    auto& divergent = input.rows[first + row].divergent;
                    if (divergent.empty() || divergent.back() != time / a_column)
                        divergent.push_back(time / a_column);
                }
            if (step->event == trace::Event::exit)
                gone |= step->executed;
        } else if (time < timeline.ends[warp])
            ++sums.waiting;
        if ((time + 1) % a_column == 0 || time + 1 == timeline.length)
            for (unsigned row = 0; row < rows; ++row) {
                input.rows[first + row].cells.push_back(columns[row].cell());
                columns[row] = {};
            }
    }
}

BlockActivity activity_of(
    const trace::Trace& trace, RowsAre rows_are, std::uint32_t from, std::uint32_t to, std::size_t most_columns)
{
    BlockActivity input;
    input.rows_are = rows_are;
    input.warp_width = trace.warp_width;
    const BlockTimeline timeline = block_timeline(trace);
    if (timeline.length == 0 || most_columns == 0)
        return input;
    const std::size_t a_column = (timeline.length + most_columns - 1) / most_columns;
    input.columns = (timeline.length + a_column - 1) / a_column;
    input.instructions = timeline.length;
    for (const std::size_t meeting : timeline.meetings)
        if (input.barriers.empty() || input.barriers.back() != meeting / a_column)
            input.barriers.push_back(meeting / a_column);
    Sums sums;
    for (std::uint32_t warp = from; warp < std::min(to, trace.warps); ++warp)
        add_rows(input, timeline, trace, warp, a_column, sums);
    if (sums.instructions > 0) {
        input.average_lanes = static_cast<double>(sums.active) / static_cast<double>(sums.instructions);
        input.waiting = static_cast<double>(sums.waiting) / static_cast<double>(sums.waiting + sums.instructions);
    }
    return input;
}

} // namespace

BlockActivity block_activity(const trace::Trace& trace, std::size_t most_columns)
{
    return activity_of(trace, RowsAre::warps, 0, trace.warps, most_columns);
}

BlockActivity warp_activity(const trace::Trace& trace, std::uint32_t warp, std::size_t most_columns)
{
    return activity_of(trace, RowsAre::lanes, warp, warp + 1, most_columns);
}

} // namespace warpstage::analysis

#include "core/analysis/block/lane_grid.h"

#include <algorithm>
#include <array>

namespace warpstage::analysis {

namespace {

// Instructions of one column, counted per lane. Full warps, by far the most frequent, are counted once for all lanes.
class StepColumn {
public:
    void add(const trace::StepRecord& step, LaneMask gone, LaneMask all)
    {
        // The guard of a branch selects the lanes that jump; the other lanes execute the branch, too.
        const LaneMask executed = step.event == trace::Event::branch ? step.active : step.executed;
        ++m_steps;
        if (executed == all) {
            ++m_full;
            return;
        }
        for_each_lane(executed & all, [&](unsigned lane) { ++m_executed[lane]; });
        for_each_lane(step.active & ~executed & all, [&](unsigned lane) { ++m_predicated[lane]; });
        for_each_lane(gone & ~step.active & all, [&](unsigned lane) { ++m_gone[lane]; });
    }

    [[nodiscard]] LaneCell cell(unsigned lane) const
    {
        const std::size_t executed = m_executed[lane] + m_full;
        if (executed > 0)
            return { LaneState::executed, static_cast<float>(executed) / static_cast<float>(m_steps) };
        const std::size_t other = m_steps - m_predicated[lane] - m_gone[lane];
        if (m_predicated[lane] > 0 && m_predicated[lane] >= other && m_predicated[lane] >= m_gone[lane])
            return { LaneState::predicated_off, 0.0F };
        return { m_gone[lane] > other ? LaneState::gone : LaneState::other_path, 0.0F };
    }

private:
    std::size_t m_steps = 0;
    std::size_t m_full = 0;
    std::array<std::size_t, kMaxLanes> m_executed {};
    std::array<std::size_t, kMaxLanes> m_predicated {};
    std::array<std::size_t, kMaxLanes> m_gone {};
};

} // namespace

LaneGrid lane_grid(
    const trace::Trace& trace, std::span<const std::uint32_t> steps, std::size_t most_columns, std::optional<std::size_t> cursor)
{
    LaneGrid grid;
    grid.lanes = std::min(trace.warp_width, kMaxLanes);
    LaneMask ever = 0;
    for (const std::uint32_t at : steps)
        ever |= trace.steps[at].active;
    grid.steps = steps.size();
    if (grid.steps == 0 || grid.lanes == 0 || most_columns == 0)
        return grid;
    grid.steps_a_column = (grid.steps + most_columns - 1) / most_columns;
    grid.columns = (grid.steps + grid.steps_a_column - 1) / grid.steps_a_column;
    grid.cells.reserve(grid.columns * grid.lanes);
    grid.divergent.resize(grid.columns);
    const auto behind = cursor ? std::ranges::upper_bound(steps, *cursor) : steps.begin();
    if (behind != steps.begin())
        grid.cursor = static_cast<std::size_t>(behind - steps.begin() - 1) / grid.steps_a_column;

    const LaneMask all = first_lanes(grid.lanes);
    LaneMask gone = all & ~ever;
    StepColumn column;
    std::size_t step_index = 0;
    const auto flush = [&] {
        for (unsigned lane = 0; lane < grid.lanes; ++lane)
            grid.cells.push_back(column.cell(lane));
        column = {};
    };
    for (const std::uint32_t at : steps) {
        const trace::StepRecord& step = trace.steps[at];
        if (step.divergent())
            grid.divergent[step_index / grid.steps_a_column] = true;
        column.add(step, gone, all);
        if (step.event == trace::Event::exit)
            gone |= step.executed;
        if (++step_index % grid.steps_a_column == 0 || step_index == grid.steps)
            flush();
    }
    return grid;
}

} // namespace warpstage::analysis

// Counts over the whole grid of each launch of a plan.
#pragma once

#include "core/analysis/step/step_traffic.h"
#include "core/exercise/plan_run.h"

#include <memory>
#include <optional>
#include <vector>

namespace warpstage::exercise {

class GridCount {
public:
    // `traits` and the programs outlive it.
    GridCount(const engine::VmPrograms& programs, const problem::Plan& plan, const arch::Traits& traits);
    ~GridCount();
    GridCount(const GridCount&) = delete;
    GridCount& operator=(const GridCount&) = delete;

    // For PlanRun: called for each launch in order.
    [[nodiscard]] simt::Observer* begin(std::size_t work);

    // Of all launches so far, whole grids.
    [[nodiscard]] analysis::StepTraffic take();
    // Instructions of the longest block relative to the mean of its grid; the largest of all launches. After take().
    [[nodiscard]] double longest_block() const { return m_longest_block; }

private:
    class BlockCount;
    void end();

    const engine::VmPrograms& m_programs;
    const problem::Plan& m_plan;
    const arch::Traits& m_traits;
    std::unique_ptr<BlockCount> m_launch; // the current one; null: none
    analysis::StepTraffic m_traffic;
    double m_longest_block = 1.0;
};

} // namespace warpstage::exercise

#include "core/analysis/recording/grid_prediction.h"

#include "core/analysis/grid_recorder.h"
#include "core/base/lane_mask.h"
#include "core/base/verify.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <variant>

namespace warpstage::analysis {

namespace {

// Observes the launches in sequence.
class StepObserver {
public:
    StepObserver(const engine::VmPrograms& programs, const problem::Plan& plan, const arch::Traits& traits)
        : m_programs(&programs)
        , m_plan(&plan)
        , m_traits(&traits)
    {
    }

    simt::Observer* begin(std::size_t work)
    {
        end();
        const auto& launch = std::get<problem::KernelLaunch>(m_plan->step[work]);
        const auto program = m_programs->find(launch.kernel);
        VERIFY(program.ok()); // VmPlan has verified that it exists
        const auto warps = static_cast<std::uint32_t>((launch.block.count() + kMaxLanes - 1) / kMaxLanes);
        m_launches.push_back({ work, launch.kernel, launch.grid, launch.block, {} });
        m_recorder.emplace((*program)->listing(), *m_traits, kMaxLanes, warps);
        return &*m_recorder;
    }

    std::vector<LaunchPrediction> take()
    {
        end();
        return std::move(m_launches);
    }

private:
    void end()
    {
        if (m_recorder)
            m_launches.back().report = m_recorder->take(m_launches.back().grid.count());
        m_recorder.reset();
    }

    const engine::VmPrograms* m_programs;
    const problem::Plan* m_plan;
    const arch::Traits* m_traits;
    std::vector<LaunchPrediction> m_launches;
    std::optional<GridRecorder> m_recorder; // for the last element of m_launches
};

} // namespace

Result<StepPrediction> predict_step(const std::shared_ptr<const engine::VmPrograms>& programs,
    const std::shared_ptr<const problem::Plan>& plan, const arch::Traits& traits, const std::stop_token& stop)
{
    auto machine = engine::VmPlan::make(programs, plan);
    if (!machine)
        return machine.error();
    StepObserver observer(*programs, *plan, traits);
    engine::VmStepOptions options;
    options.warp_width = kMaxLanes;
    options.grid_observer = [&](std::size_t work) {
        return observer.begin(work);
    };
    options.stop = stop;
    options.leave = stop;
    auto outcome = machine->run_step(options);
    if (!outcome)
        return outcome.error();
    if (stop.stop_requested())
        return Error { "The prediction was stopped." };
    if (outcome->trap)
        return Error { fmt::format(
            "No prediction, because the kernel ends with a fault on the virtual machine: {}", outcome->trap->message) };
    StepPrediction prediction;
    prediction.launches = observer.take();
    prediction.warp_instructions = outcome->warp_instructions;
    prediction.time = outcome->timing.total;
    return prediction;
}

} // namespace warpstage::analysis

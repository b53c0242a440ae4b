#include "core/exercise/plan_run.h"

#include "core/engine/block_order.h"
#include "core/exercise/processor_deadline.h"
#include "core/live/element_writer.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace warpstage::exercise {

Result<std::optional<RunFailure>> PlanRun::run(simt::Checks checks, const LaunchObserver& observer_of)
{
    auto made = engine::VmPlan::make(m_programs, m_plan);
    if (!made)
        return std::optional { RunFailure { made.error().message } };
    m_vm = *std::move(made);
    const ProcessorDeadline deadline { m_limits.time, m_limits.stop };
    for (std::size_t work = 0; work < m_plan->step.size(); ++work) {
        const auto* const launch = std::get_if<problem::KernelLaunch>(&m_plan->step[work]);
        if (launch == nullptr)
            return Error { "The variant of an exercise consists of launches; it has no copies and no work of the host." };
        const auto blocks = engine::shuffled_blocks(launch->grid.count(), m_limits.seed + work);
        simt::RunOptions options;
        options.observer = observer_of ? observer_of(work) : nullptr;
        options.instruction_budget = m_limits.instruction_budget;
        options.checks = checks;
        options.stop = deadline.token();
        const auto outcome = m_vm->run_blocks(work, blocks, std::move(options));
        if (m_limits.stop.stop_requested())
            return Error { "The check was stopped." };
        if (!outcome)
            return std::optional { RunFailure { outcome.error().message } };
        if (outcome->trap)
            return std::optional { RunFailure { outcome->trap->message, outcome->trap->location.line } };
        // Accesses by `volatile` variables race like others: that their order happens to be right here proves nothing.
        for (const auto& finding : outcome->findings)
            if (finding.severity == simt::Severity::warning)
                return std::optional { RunFailure { finding.trap.message, finding.trap.location.line } };
        if (deadline.passed()) {
            m_end = deadline.overloaded() ? TimeEnd::overloaded : TimeEnd::limit;
            return std::optional { RunFailure { run_limit_sentence(m_limits.time) } };
        }
    }
    return std::optional<RunFailure> {};
}

Contents PlanRun::contents()
{
    Contents all;
    for (problem::BufferIndex i = 0; i < m_plan->buffers.size(); ++i) {
        const auto content = m_vm->contents(i);
        all.emplace_back(content.begin(), content.end());
    }
    return all;
}

std::uint32_t PlanRun::line_of_writer(const problem::Difference& element) const
{
    auto plan = engine::VmPlan::make(m_programs, m_plan);
    if (!plan)
        return 0;
    const ProcessorDeadline deadline { m_limits.time, m_limits.stop };
    engine::VmStepOptions options;
    options.instruction_budget = m_limits.instruction_budget;
    options.stop = options.leave = deadline.token();
    const auto writer = live::find_writer(*plan, *m_programs, element, options);
    return writer ? writer->line : 0;
}

std::string run_limit_sentence(std::chrono::milliseconds limit)
{
    return fmt::format(
        "The kernels did not end within {:g} s of processor time on the virtual machine. Check for an endless loop",
        std::chrono::duration<double>(limit).count());
}

} // namespace warpstage::exercise

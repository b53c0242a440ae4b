// Runs a job on a GPU or on the virtual machine.
#include "core/base/verify.h"
#include "core/engine/vm_plan.h"
#include "core/kernel_run/kernel_job.h"
#include "core/kernel_run/thread_limit.h"
#include "core/simt/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::kernel_run {

Result<JobOutcome> run_on_vm(const KernelJob& job, const VmOptions& options)
{
    const auto programs = std::make_shared<const engine::VmPrograms>(job.source.lesson);
    auto plan = engine::VmPlan::make(programs, job.plan);
    if (!plan)
        return plan.error();
    engine::VmStepOptions step_options;
    step_options.warp_width = options.warp_width;
    step_options.instruction_budget = options.instruction_budget;
    step_options.checks = options.settings.checks;
    step_options.scheduling = options.settings.scheduling;
    auto step = plan->run_step(step_options);
    if (!step)
        return step.error();

    JobOutcome outcome;
    outcome.machine = { engine::EngineKind::vm, "virtual machine",
        fmt::format("{}, {} threads", simt::instruction_set(), thread_count()) };
    outcome.times = { step->timing.total };
    outcome.warp_instructions = step->warp_instructions;
    outcome.lane_instructions = step->lane_instructions;
    outcome.output = std::move(step->output);
    outcome.trap = std::move(step->trap);
    if (outcome.trap) {
        const auto launch = step->timing.works.size(); // the last one that ran
        outcome.fault = job.launches() == 1 ? outcome.trap->message
                                            : fmt::format("Launch {} of {}, kernel `{}`: {}", launch, job.launches(),
                                                job.kernel_name(launch - 1), outcome.trap->message);
    }
    for (problem::BufferIndex i = 0; i < job.buffers.size(); ++i) {
        const auto contents = plan->contents(i);
        outcome.contents.emplace_back(contents.begin(), contents.end());
    }
    for (const auto& symbol : job.printed_symbols) {
        const auto variable = plan->variable(symbol.variable);
        VERIFY(variable.has_value());
        outcome.symbols.emplace_back(variable->begin(), variable->end());
    }
    return outcome;
}

Result<JobOutcome> run_on_gpu(const KernelJob& job, engine::Engine& gpu, std::uint32_t repetitions)
{
    constexpr std::chrono::milliseconds kLong { 500 };
    if (auto loaded = gpu.load(job.source.lesson); !loaded)
        return loaded.error();
    JobOutcome outcome;
    outcome.machine = gpu.description();
    // Run 0 warms up, unless it takes so long that it is the only one.
    for (std::uint32_t i = 0; i <= repetitions; ++i) {
        if (auto adopted = gpu.adopt(job.plan, engine::Contents::initial); !adopted)
            return adopted.error();
        if (auto started = gpu.start(); !started)
            return started.error();
        auto step = gpu.wait();
        if (!step) {
            outcome.fault = step.error().message;
            return outcome;
        }
        const bool is_long = step->timing.total > kLong;
        if (i > 0 || is_long)
            outcome.times.push_back(step->timing.total);
        if (is_long)
            break;
    }
    for (problem::BufferIndex i = 0; i < job.buffers.size(); ++i) {
        outcome.contents.emplace_back(job.plan->buffers[i].bytes);
        if (auto read = gpu.read(i, outcome.contents.back()); !read)
            return read.error();
    }
    return outcome;
}

} // namespace warpstage::kernel_run

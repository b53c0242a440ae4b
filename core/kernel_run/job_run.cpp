// Runs a job on a GPU or on the virtual machine.
#include "core/base/text.h"
#include "core/base/verify.h"
#include "core/engine/vm_plan.h"
#include "core/kernel_run/kernel_job.h"
#include "core/kernel_run/thread_limit.h"
#include "core/simt/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::kernel_run {

namespace {

// "kernel `spin`, block (0,0,0), warp 0, line 7; 0 of 4 blocks had ended after 1 024 warp instructions".
std::string stop_text(const KernelJob& job, const engine::StepOutcome& step, const simt::RunProgress& progress)
{
    const auto begun = std::max<std::size_t>(1, progress.launches);
    std::string text = job.launches() == 1 ? "" : fmt::format("launch {} of {}, ", begun, job.launches());
    text += fmt::format("kernel `{}`", job.kernel_name(begun - 1));
    if (const auto& place = step.stopped_at)
        text += fmt::format(
            ", block ({},{},{}), warp {}, {}", place->block.x, place->block.y, place->block.z, place->warp, place->line);
    return text
        + fmt::format("; {} of {} {} ended after {} warp instructions", progress.ended_blocks, progress.blocks,
            progress.blocks == 1 ? "block had" : "blocks had", text::grouped(static_cast<std::int64_t>(step.warp_instructions)));
}

} // namespace

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
    step_options.stop = options.stop;
    step_options.leave = options.stop; // up to the recorded launch only this one is looked at
    simt::RunProgress own_progress;
    step_options.progress = options.progress == nullptr ? &own_progress : options.progress;
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
    if (step->stopped && !step->trap)
        outcome.stopped = stop_text(job, *step, *step_options.progress);
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

#include "core/analysis/recording/recording.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::analysis {

namespace {

struct Observed {
    engine::StepOutcome outcome;
    trace::Trace trace;
    trace::Matrices matrices;
    trace::Totals totals;
    std::vector<Recording::Buffer> buffers;
};

// Each run starts from the plan's initial contents, or from those of the request.
Result<Observed> observe(const RecordingRequest& request, std::uint64_t block, simt::Blocks blocks, std::uint32_t instructions,
    const std::stop_token& stop)
{
    const auto& launch = std::get<problem::KernelLaunch>(request.plan->step[request.work]);
    auto plan = engine::VmPlan::make(request.programs, request.plan);
    if (!plan)
        return plan.error();
    for (const auto& [buffer, content] : request.contents)
        std::ranges::copy(content, plan->contents(buffer).begin());

    const auto warps = static_cast<std::uint32_t>((launch.block.count() + request.warp_width - 1) / request.warp_width);
    trace::Recorder recorder(instructions, request.warp_width, warps, request.limits);
    engine::VmStepOptions options;
    options.warp_width = request.warp_width;
    options.instruction_budget = request.instruction_budget;
    options.observation = engine::Observation { request.work, block, &recorder, blocks };
    options.checks = request.checks;
    options.stop = stop;
    options.leave = stop;
    auto outcome = plan->run_step(options);
    if (!outcome)
        return outcome.error();
    if (stop.stop_requested())
        return Error { "The recording was stopped." };
    Observed observed { *std::move(outcome), recorder.take_trace(), recorder.take_matrices(), recorder.take_totals(), {} };
    for (problem::BufferIndex i = 0; i < request.plan->buffers.size(); ++i)
        observed.buffers.push_back({ request.plan->buffers[i].name, plan->address(i), request.plan->buffers[i].bytes });
    return observed;
}

std::uint64_t linear_index(const Dim3& block, const Dim3& grid)
{
    return (std::uint64_t { block.z } * grid.y + block.y) * grid.x + block.x;
}

} // namespace

RecordingRequest recording_request(const std::shared_ptr<const lesson::Lesson>& lesson, const std::string& variant,
    const std::shared_ptr<const problem::Plan>& plan, const arch::Traits& traits)
{
    RecordingRequest request;
    request.programs = std::make_shared<const engine::VmPrograms>(lesson);
    request.lesson = lesson;
    request.variant = variant;
    request.plan = plan;
    request.work = plan->recorded_work;
    request.traits = &traits;
    return request;
}

Result<std::shared_ptr<const Recording>> record(const RecordingRequest& request, const std::stop_token& stop)
{
    const auto& launch = std::get<problem::KernelLaunch>(request.plan->step[request.work]);
    if (request.block >= launch.grid.count()) {
        return Error { fmt::format("Unknown block {}: kernel `{}` has {} blocks, 0 to {}.", request.block, launch.kernel,
            launch.grid.count(), launch.grid.count() - 1) };
    }
    auto program = request.programs->find(launch.kernel);
    if (!program)
        return program.error();
    const std::uint32_t instructions = (*program)->listing().size();
    auto observed = observe(request, request.block, request.blocks, instructions, stop);
    if (!observed)
        return observed.error();
    const bool waits = observed->outcome.trap && observed->outcome.trap->kind == simt::TrapKind::deadlock;
    if (waits && request.blocks == simt::Blocks::only_observed && launch.grid.count() > 1) {
        // The block may wait for other blocks.
        observed = observe(request, request.block, simt::Blocks::all, instructions, stop);
        if (!observed)
            return observed.error();
    }
    if (request.expects_fault && !observed->outcome.trap) {
        auto whole = observe(request, request.block, simt::Blocks::all, instructions, stop);
        if (whole && whole->outcome.trap)
            whole =
                observe(request, linear_index(whole->outcome.trap->block, launch.grid), simt::Blocks::all, instructions, stop);
        if (!whole)
            return whole.error();
        if (whole->outcome.trap)
            observed = std::move(whole);
    }

    auto recording = std::make_shared<Recording>();
    recording->variant = request.variant;
    recording->kernel = launch.kernel;
    recording->trace = std::move(observed->trace);
    recording->matrices = std::move(observed->matrices);
    recording->totals = std::move(observed->totals);
    recording->report = report_kernel((*program)->listing(), recording->totals, *request.traits);
    recording->trap = std::move(observed->outcome.trap);
    recording->lesson = request.lesson;
    recording->listing = (*program)->listing();
    recording->block_size = launch.block;
    recording->shared_bytes = (*program)->static_shared_bytes() + launch.shared_bytes;
    recording->serial = request.serial;
    recording->buffers = std::move(observed->buffers);
    recording->timeline = block_timeline(recording->trace);
    return std::shared_ptr<const Recording>(std::move(recording));
}

} // namespace warpstage::analysis

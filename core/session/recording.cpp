#include "core/session/recording.h"

#include "core/base/text.h"
#include "core/trace/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::session {

Result<std::shared_ptr<const Recording>> record(const RecordingRequest& request, const std::stop_token& stop)
{
    const auto& launch = std::get<problem::KernelLaunch>(request.plan->step[request.work]);
    if (request.block >= launch.grid.count()) {
        return Error { fmt::format("Block {} does not exist: kernel `{}` runs with {} blocks, 0 to {}.", request.block,
            launch.kernel, launch.grid.count(), launch.grid.count() - 1) };
    }
    auto program = request.programs->find(launch.kernel);
    if (!program)
        return program.error();
    auto plan = engine::VmPlan::make(request.programs, request.plan);
    if (!plan)
        return plan.error();
    for (const auto& [buffer, content] : request.contents)
        std::ranges::copy(content, plan->contents(buffer).begin());

    const auto warps = static_cast<std::uint32_t>((launch.block.count() + request.warp_width - 1) / request.warp_width);
    trace::Recorder recorder((*program)->listing().size(), request.warp_width, warps);

    engine::VmStepOptions options;
    options.warp_width = request.warp_width;
    options.instruction_budget = request.instruction_budget;
    options.observation = engine::Observation { request.work, request.block, &recorder, request.blocks };
    options.checks = request.checks;
    options.stop = stop;
    options.leave = stop;
    auto outcome = plan->run_step(options);
    if (!outcome)
        return outcome.error();
    if (stop.stop_requested())
        return Error { "The recording was stopped." };

    auto recording = std::make_shared<Recording>();
    recording->variant = request.variant;
    recording->kernel = launch.kernel;
    recording->trace = recorder.take_trace();
    recording->totals = recorder.take_totals();
    recording->report = analysis::report_kernel((*program)->listing(), recording->totals, *request.traits);
    recording->trap = std::move(outcome->trap);
    recording->lesson = request.lesson;
    recording->listing = (*program)->listing();
    recording->block_size = launch.block;
    recording->shared_bytes = (*program)->static_shared_bytes() + launch.shared_bytes;
    recording->serial = request.serial;
    for (problem::BufferIndex i = 0; i < request.plan->buffers.size(); ++i)
        recording->buffers.push_back({ request.plan->buffers[i].name, plan->address(i), request.plan->buffers[i].bytes });
    recording->timeline = analysis::block_timeline(recording->trace);
    return std::shared_ptr<const Recording>(std::move(recording));
}

} // namespace warpstage::session

// `warpstage run`: a kernel of the user's own, on a GPU or on the virtual machine.
#include "app/cli/commands.h"
#include "app/cli/job_report.h"
#include "app/cli/traced_kernel.h"
#include "core/arch/traits.h"
#include "core/engine/gpu/gpu_engine.h"
#include "core/kernel_run/kernel_job.h"
#include "core/session/recording/recording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

namespace warpstage::cli {

namespace {

void print_diagnostics(const std::vector<gpu::Diagnostic>& diagnostics)
{
    for (const auto& diagnostic : diagnostics)
        fmt::print(stderr, "{}", gpu::to_text(diagnostic));
}

// Those that are whole numbers may stand in sizes: --define TILE=16 --block TILE,TILE.
kernel_run::Names names_of(const RunKernelCommand& command)
{
    kernel_run::Names names;
    for (const auto& [name, value] : command.defines) {
        if (const auto number = problem::evaluate(value, names))
            names.emplace(name, *number);
    }
    return names;
}

Result<kernel_run::JobOutcome> run_job(const Common& common, const RunKernelCommand& command, const kernel_run::KernelJob& job)
{
    constexpr std::uint32_t kRepetitions = 5;
    constexpr std::uint32_t kGpuWarp = 32;
    if (common.engine == engine::EngineKind::gpu && command.warp_width != kGpuWarp)
        return Error { fmt::format(
            "--warp-width {} is for the virtual machine: the warps of a GPU have {} lanes.", command.warp_width, kGpuWarp) };
    if (common.engine != engine::EngineKind::vm && command.warp_width == kGpuWarp && command.vm == engine::VmSettings {}) {
        const auto gpu = engine::make_gpu_engine(common.gpu);
        if (gpu)
            return kernel_run::run_on_gpu(job, **gpu, kRepetitions);
        if (common.engine == engine::EngineKind::gpu)
            return gpu.error();
    }
    return kernel_run::run_on_vm(job, { command.budget, command.warp_width, command.vm });
}

Result<TracedKernel> record_job(const RunKernelCommand& command, const kernel_run::KernelJob& job)
{
    session::RecordingRequest request;
    request.programs = std::make_shared<const engine::VmPrograms>(job.source.lesson);
    request.lesson = job.source.lesson;
    request.plan = job.plan;
    request.block = command.traced_block;
    request.warp_width = command.warp_width;
    request.instruction_budget = command.budget;
    request.checks = command.vm.checks;
    request.traits = &arch::traits_of({ 9, 0 });
    auto recording = session::record(request);
    if (!recording)
        return recording.error();
    return TracedKernel { std::move(*recording), job.launch().grid, job.launch().block, request.traits };
}

} // namespace

int run_kernel(const Common& common, const RunKernelCommand& command)
{
    if (!command.defines.empty() && command.file.extension() == ".ptx")
        return refuse(fmt::format("--define is for CUDA text; {} is compiled already.", command.file.filename().string()));
    auto loaded = kernel_run::load_source({ command.file, command.kernel, command.defines, command.architecture });
    if (!loaded.source) {
        const int status = refuse(loaded.source.error().message);
        print_diagnostics(loaded.diagnostics);
        return status;
    }
    const auto job = kernel_run::make_job(
        std::move(*loaded.source), { command.grid, command.block, command.shared, command.arguments, names_of(command) });
    if (!job)
        return refuse(job.error().message);
    const auto shown = shown_buffers(*job, command.prints);
    if (!shown)
        return refuse(shown.error().message);
    std::optional<TracedKernel> traced;
    if (command.trace) {
        auto recorded = record_job(command, *job);
        if (!recorded)
            return refuse(recorded.error().message);
        traced = std::move(*recorded);
    }
    const auto outcome = run_job(common, command, *job);
    if (!outcome)
        return refuse(outcome.error().message);

    print_diagnostics(loaded.diagnostics); // warnings
    if (command.json) {
        auto json = to_json(*job, *outcome, *shown);
        if (traced)
            json["trace"] = to_json(*traced);
        fmt::print("{}\n", json.dump(2));
    } else {
        // What a kernel wrote before it did wrong helps to find out why.
        fmt::print("{}", outcome->fault ? outcome->output : to_text(*job, *outcome, *shown));
        if (traced)
            fmt::print("\n{}", to_text(*traced, job->source.lesson->id, *job->source.lesson));
    }
    if (outcome->fault) {
        fmt::print(stderr, "warpstage: {}\n", *outcome->fault);
        return kDiffers;
    }
    return kSuccess;
}

} // namespace warpstage::cli

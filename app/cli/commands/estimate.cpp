// `warpstage estimate`: estimates the time of the user's kernel on given GPUs.
#include "core/timing/estimate.h"

#include "app/cli/command.h"
#include "app/cli/estimate/estimate_run.h"
#include "app/cli/run/kernel_options.h"
#include "app/cli/standard_streams.h"
#include "core/base/process/interrupt.h"
#include "core/bench/layout.h"
#include "core/engine/gpu/gpu_engine.h"
#include "core/timing/confidence.h"
#include "core/timing/limiter_words.h"

namespace warpstage::cli {

namespace {

struct KernelEstimateOptions {
    KernelOptions launch;
    std::vector<arch::Architecture> architectures; // empty: the GPU of this computer
    bool json = false;
};

struct KernelEstimate {
    std::string gpu;
    Result<timing::StepEstimate> step;
};

bool has_caches(const timing::WorkEstimate* work)
{
    return work != nullptr && work->cache;
}

std::string hit_cell(const timing::WorkEstimate* work, double analysis::CacheUse::*hit)
{
    return has_caches(work) ? fmt::format("{:.0f} %", 100.0 * (*work->cache).*hit) : "";
}

bench::Row row_of(const KernelEstimate& estimate)
{
    if (!estimate.step)
        return { estimate.gpu, "", "", "", "", "", "", "", estimate.step.error().message };
    const auto* const work = timing::longest_work(*estimate.step);
    return { estimate.gpu, text::duration(estimate.step->time) + timing::range_behind(timing::likely_range(*estimate.step)),
        timing::limiter_words(*estimate.step), work == nullptr ? "" : fmt::format("{:.0f} %", 100.0 * work->occupancy),
        work == nullptr ? "" : fmt::format("{:.2f}", work->waves), hit_cell(work, &analysis::CacheUse::l1_hit),
        hit_cell(work, &analysis::CacheUse::l2_hit),
        has_caches(work) ? fmt::format("{}B", text::with_prefix(work->cache->dram_bytes)) : "", "" };
}

nlohmann::json json_of(const KernelEstimate& estimate)
{
    nlohmann::json json { { "gpu", estimate.gpu } };
    if (!estimate.step) {
        json["reason"] = estimate.step.error().message;
        return json;
    }
    json["time_ns"] = estimate.step->time.count();
    if (const auto range = timing::likely_range(*estimate.step))
        json["range_ns"] = { range->least.count(), range->most.count() };
    json["limiter"] = timing::limiter_words(*estimate.step);
    if (const auto* const work = timing::longest_work(*estimate.step)) {
        json["occupancy"] = work->occupancy;
        json["waves"] = work->waves;
        if (work->cache)
            json.update(analysis::to_json(*work->cache));
    }
    return json;
}

int estimate_kernel(const Common& common, const KernelEstimateOptions& options)
{
    int status = kSuccess;
    const auto loaded = load_job(options.launch, options.json, status);
    if (!loaded)
        return status;
    auto architectures = options.architectures;
    if (architectures.empty()) {
        std::string device;
        if (common.engine != engine::EngineKind::vm)
            if (const auto gpu = engine::make_gpu_engine(common.gpu))
                device = (*gpu)->description().name;
        architectures.push_back(usual_architecture(device));
    }
    const Interrupt interrupt;
    const auto programs = std::make_shared<const engine::VmPrograms>(loaded->job.source.lesson);
    std::vector<KernelEstimate> estimates;
    for (const auto& architecture : architectures) {
        const auto& gpu = architecture.assumed_gpu();
        estimates.push_back({ std::string { gpu.name },
            timing::estimate_step({ programs, loaded->job.plan, architecture.traits, &gpu }, interrupt.stop()) });
        if (interrupt.requested()) {
            warn("Interrupted.");
            return kInterrupted;
        }
    }
    print_diagnostics(loaded->diagnostics);
    const auto& job = loaded->job;
    if (options.json) {
        const auto& launch = job.launch();
        nlohmann::json json { { "file", job.source.lesson->id }, { "kernel", launch.kernel },
            { "grid", { launch.grid.x, launch.grid.y, launch.grid.z } },
            { "block", { launch.block.x, launch.block.y, launch.block.z } }, { "launches", job.launches() },
            { "estimates", nlohmann::json::array() } };
        for (const auto& estimate : estimates)
            json["estimates"].push_back(json_of(estimate));
        print_json(json);
    } else {
        bench::Table table { { "GPU", "estimated", "limiter", "occupancy", "waves", "L1 hits", "L2 hits", "DRAM", "" }, {} };
        for (const auto& estimate : estimates)
            table.rows.push_back(row_of(estimate));
        std::string launches;
        for (std::size_t i = 0; i < job.launches(); ++i)
            launches += fmt::format("{}: kernel {}, grid {}, block {}{}", job.source.lesson->id, job.launch(i).kernel,
                text::extent(job.launch(i).grid), text::extent(job.launch(i).block), i + 1 < job.launches() ? "\n" : "");
        fmt::print("{}; estimated by the SM model, not measured\n\n{}", launches, bench::lay_out(table, bench::Layout::text, 1));
    }
    const bool all = std::ranges::all_of(estimates, [](const auto& estimate) { return estimate.step.ok(); });
    return all ? kSuccess : kDiffers;
}

int estimate(const Common& common, const KernelEstimateOptions& options)
{
    return with_json_refusal(options.json, [&] { return estimate_kernel(common, options); });
}

} // namespace

void add_estimate(CommandLine& line)
{
    auto& app = line.add("estimate", "Estimate the time of your own kernel on one or more GPUs, with its limiter");
    auto& options = line.options_of(app, estimate);
    add_kernel_options(app, options.launch, "--virtual-arch");
    add_parsed_list(app, "--arch", options.architectures, parse_estimated_architecture,
        "Estimate for this GPU or compute capability, for example GTX280 or 3.5:8byte; may be repeated (default: the GPU of this "
        "computer, otherwise H200)");
    add_json(app, options.json);
}

} // namespace warpstage::cli

// `warpstage trace`: records one block of each kernel of a variant on the virtual machine and evaluates it for a compute
// capability; also totals over all launches.
#include "app/cli/command.h"
#include "core/analysis/recording/traced_kernel.h"
#include "core/analysis/step/step_traffic.h"
#include "core/arch/architecture.h"
#include "core/base/lane_mask.h"
#include "core/engine/variant_run.h"
#include "core/timing/estimate.h"

namespace warpstage::cli {

namespace {

struct TraceOptions {
    std::string lesson;
    std::string variant;
    std::uint64_t block = 0;
    std::uint32_t warp_width = 32;
    std::string architecture = "9.0"; // see arch::parse_architecture
    ReportFormat format = ReportFormat::text;
    std::optional<std::uint32_t> registers; // per thread
    std::optional<analysis::Level> level; // nothing: by line with the iterations; JSON: everything
    bool step = false; // totals of all launches
};

void add_totals(analysis::TracedVariant& report, const analysis::RecordingRequest& request, const TraceOptions& options)
{
    auto totals = analysis::count_step({ .programs = request.programs, .plan = request.plan, .traits = request.traits });
    if (totals)
        report.step = *std::move(totals);
    else if (options.step)
        refuse(totals.error().message);
}

int trace(const Common& common, const TraceOptions& options)
{
    const auto architecture = or_refuse(arch::parse_architecture(options.architecture));
    const auto lesson = find_lesson(common, options.lesson);
    const auto& variant = find_variant(*lesson, options.variant);
    auto request = analysis::recording_request(
        lesson, variant.id, plan_of(*lesson, variant, settings_of(common, *lesson)), *architecture.traits);
    request.block = options.block;
    request.warp_width = options.warp_width;
    const bool asked = common.vm.checks != simt::kNoChecks;
    request.checks = asked ? common.vm.checks : engine::vm_settings_of(variant, {}).checks;

    const bool is_estimated = options.warp_width == kMaxLanes && options.format != ReportFormat::csv;
    const auto estimate = is_estimated
        ? timing::estimate_step({ request.programs, request.plan, architecture.traits, &architecture.assumed_gpu() })
        : timing::StepEstimate {};
    analysis::TracedVariant report { lesson, variant.id, options.level, {} };
    std::set<std::string> seen; // the first launch of each kernel
    std::size_t launches = 0;
    for (std::size_t i = 0; i < request.plan->step.size(); ++i) {
        const auto* launch = std::get_if<problem::KernelLaunch>(&request.plan->step[i]);
        launches += launch != nullptr ? 1U : 0U;
        if (launch == nullptr || !seen.insert(launch->kernel).second)
            continue;
        request.work = i;
        auto& kernel = report.kernels.emplace_back(
            analysis::TracedKernel { or_refuse(analysis::record(request)), launch->grid, launch->block, request.traits });
        kernel.registers = options.registers;
        if (estimate)
            for (const timing::WorkEstimate& work : estimate->works)
                if (work.work == i)
                    kernel.caches = work.cache;
        if (options.level == analysis::Level::access && request.traits->memory_partitions != 0)
            kernel.partitions = analysis::survey_partitions({ .programs = request.programs,
                .plan = request.plan,
                .work = i,
                .traits = request.traits,
                .gpu = &architecture.assumed_gpu() });
    }
    if (report.kernels.empty())
        refuse(fmt::format("Variant `{}` of lesson `{}` runs on the host and has no kernel to trace.", variant.id, lesson->id));
    if (options.step && options.warp_width != kMaxLanes)
        refuse("`--step` counts warps of 32 threads. Remove `--warp-width`.");
    // With several launches, only the totals show the cost of the variant.
    if (options.step || (launches > seen.size() && options.warp_width == kMaxLanes))
        add_totals(report, request, options);
    print_report(report, options.format);
    return kSuccess;
}

} // namespace

void add_trace(CommandLine& line)
{
    auto& app = line.add("trace",
        "Record one block of a variant on the virtual machine and report warps, banks and sectors by kernel and source line");
    auto& options = line.options_of(app, trace);
    add_variant(app, options.lesson, options.variant);
    add_recorded_block(app, options.block);
    add_warp_width(app, options.warp_width, "Lanes per warp");
    add_checks(app, line.common().vm, "Additional checks on the virtual machine, as for `warpstage check`");
    add_report_format(app, options.format);
    add_architecture(app, options.architecture, "; does not affect how the kernel runs");
    app.add_option("--registers", options.registers,
           "Registers per thread used to compute the occupancy, as printed by `nvcc -Xptxas -v` (default: registers do not limit "
           "the occupancy)")
        ->check(CLI::Range(1U, 255U));
    add_level(app, options.level);
    app.add_flag("--step", options.step,
        "Also show the totals over all launches of the variant: blocks, instructions, elements read and written by threads, "
        "requests (default if the variant launches a kernel more than once)");
}

} // namespace warpstage::cli

// `warpstage counters`: compares the GPU's hardware counters for a variant's kernels with the prediction of the virtual machine.
#include "app/cli/command.h"
#include "app/cli/run/step_counters.h"
#include "core/analysis/recording/counter_report.h"
#include "core/gpu/driver/driver.h"
#include "core/timing/estimate.h"
#include "core/timing/stall_reasons.h"

namespace warpstage::cli {

namespace {

struct CountersOptions {
    std::string lesson;
    std::string variant;
    ReportFormat format = ReportFormat::text;
    bool stalls = false;
};

std::string all_settings(const problem::Settings& settings, const lesson::Lesson& lesson)
{
    std::string text;
    for (const auto& parameter : lesson.problem->parameters())
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", parameter.id, settings.text(parameter.id));
    return text;
}

// Uses GPU problem sizes: a launch that ends immediately shows nothing about stalls.
int count_stalls(const Common& common, const CountersOptions& options)
{
    const auto lesson = find_lesson(common, options.lesson);
    const auto& variant = find_variant(*lesson, options.variant);
    const auto plan = plan_of(*lesson, variant, settings_of(common, *lesson, EngineKind::gpu));
    const auto driver = or_refuse(gpu::Driver::load());
    const auto counted =
        or_refuse(engine::count_step(driver, lesson, plan, timing::stall_counters(), gpu::cupti_libraries(), common.gpu));
    const auto* const gpu = arch::find_gpu(counted.machine.name);
    if (gpu == nullptr)
        refuse(fmt::format(
            "warpstage has no data for the GPU {}. Run `warpstage gpus` for the supported GPUs.", counted.machine.name));
    const auto estimate = or_refuse(timing::estimate_step(
        { std::make_shared<const engine::VmPrograms>(lesson), plan, &arch::traits_of(gpu->capability), gpu }));
    bool agree = true;
    for (const auto& launch : counted.launches) {
        for (const auto& work : estimate.works) {
            if (work.work != launch.work)
                continue;
            const auto reasons = timing::stall_reasons(launch.values, work);
            fmt::print("{}\n", timing::to_text(launch.kernel, reasons));
            agree = agree && timing::agree(reasons);
        }
    }
    return agree ? kSuccess : kDiffers;
}

int count(const Common& common, const CountersOptions& options)
{
    if (options.stalls)
        return count_stalls(common, options);
    const auto lesson = find_lesson(common, options.lesson);
    const auto& variant = find_variant(*lesson, options.variant);
    const auto settings = settings_of(common, *lesson);
    const auto plan = plan_of(*lesson, variant, settings);
    if (std::ranges::none_of(plan->step, [](const auto& work) { return std::holds_alternative<problem::KernelLaunch>(work); }))
        refuse(fmt::format(
            "Variant `{}` of lesson `{}` runs on the host. Hardware counters require a kernel.", variant.id, lesson->id));
    const auto report = counted_report(common, lesson, plan, variant.id, all_settings(settings, *lesson));
    print_report(report, options.format);
    return report.explained() ? kSuccess : kDiffers;
}

} // namespace

void add_counters(CommandLine& line)
{
    auto& app = line.add("counters",
        "Compare the GPU's hardware counters for a variant's kernels with the prediction of the virtual machine; exit status 1 "
        "on an unexplained mismatch");
    auto& options = line.options_of(app, count);
    add_variant(app, options.lesson, options.variant);
    add_report_format(app, options.format);
    app.add_flag("--stalls", options.stalls,
        "Compare warp stall reasons sampled on the GPU with those of the SM model; exit status 1 if the largest reasons differ");
}

} // namespace warpstage::cli

// `warpstage counters`: a variant's kernels under the GPU's hardware counters, beside what the virtual machine predicts.
#include "app/cli/assets.h"
#include "app/cli/commands.h"
#include "app/cli/counter_report.h"
#include "core/analysis/metrics.h"
#include "core/gpu/driver/driver.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace warpstage::cli {

namespace {

std::string text_of(const problem::Settings& settings, const lesson::Lesson& lesson)
{
    std::string text;
    for (const auto& parameter : lesson.problem->parameters())
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", parameter.id, settings.text(parameter.id));
    return text;
}

Result<CounterReport> compare_step(const std::shared_ptr<const gpu::Driver>& driver,
    const std::shared_ptr<const lesson::Lesson>& lesson, const std::shared_ptr<const problem::Plan>& plan, int device)
{
    CounterReport report;
    auto counted = engine::count_step(driver, lesson, plan, analysis::hardware_counters(), gpu::cupti_libraries(), device);
    if (!counted)
        return counted.error();
    report.counted = std::move(*counted);
    const auto& machine = report.counted.machine;
    auto prediction = session::predict_step(std::make_shared<const engine::VmPrograms>(lesson), plan,
        arch::traits_of({ machine.capability_major, machine.capability_minor }));
    if (!prediction)
        return prediction.error();
    report.prediction = std::move(*prediction);
    VERIFY(report.prediction.launches.size() == report.counted.launches.size());
    for (std::size_t i = 0; i < report.counted.launches.size(); ++i)
        report.comparisons.push_back(analysis::compare(report.prediction.launches[i].report, report.counted.launches[i].values));
    return report;
}

} // namespace

int counters(const Common& common, const CountersCommand& command)
{
    const auto assets = find_assets(common);
    if (!assets)
        return refuse(assets.error().message);
    const auto lesson = assets->catalog->find(command.lesson);
    if (!lesson)
        return refuse(lesson.error().message);
    const auto* variant = (*lesson)->find_variant(command.variant);
    if (variant == nullptr) {
        return refuse(
            fmt::format("Lesson `{}` has no variant `{}`; `warpstage list` shows them.", command.lesson, command.variant));
    }
    const auto settings = settings_of(common, **lesson);
    if (!settings)
        return refuse(settings.error().message);
    auto made = (*lesson)->problem->plan(*variant, *settings);
    if (!made)
        return refuse(made.error().message);
    const auto plan = std::make_shared<const problem::Plan>(std::move(*made));
    const auto is_launch = [](const problem::Work& work) {
        return std::holds_alternative<problem::KernelLaunch>(work);
    };
    if (std::ranges::none_of(plan->step, is_launch)) {
        return refuse(fmt::format(
            "Variant `{}` of lesson `{}` runs on the host: there is no kernel to count.", variant->id, (*lesson)->id));
    }
    const auto driver = gpu::Driver::load();
    if (!driver)
        return refuse(driver.error().message);

    auto report = compare_step(*driver, *lesson, plan, common.gpu);
    if (!report)
        return refuse(report.error().message);
    report->lesson = (*lesson)->id;
    report->variant = variant->id;
    report->parameters = text_of(*settings, **lesson);
    switch (command.format) {
    case ReportFormat::text:
        fmt::print("{}", to_text(*report));
        break;
    case ReportFormat::json:
        fmt::print("{}\n", to_json(*report).dump(2));
        break;
    case ReportFormat::csv:
        fmt::print("{}", to_csv(*report));
        break;
    }
    return report->explained() ? kSuccess : kDiffers;
}

} // namespace warpstage::cli

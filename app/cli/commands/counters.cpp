// `warpstage counters`: a variant's kernels under the GPU's hardware counters, beside what the virtual machine predicts.
#include "app/cli/lessons.h"
#include "app/cli/option_groups.h"
#include "app/cli/run/job_report.h"
#include "core/analysis/comparison.h"
#include "core/analysis/metrics.h"
#include "core/base/text.h"
#include "core/engine/gpu/counted_step.h"
#include "core/gpu/driver/driver.h"
#include "core/session/counters/grid_prediction.h"

#include <cmath>
#include <variant>

namespace warpstage::cli {

namespace {

using analysis::Comparison;

struct CountersOptions {
    std::string lesson;
    std::string variant;
    ReportFormat format = ReportFormat::text;
};

struct CounterReport {
    std::string lesson;
    std::string variant;
    std::string parameters; // "n=1048576 block=256": all of them
    session::StepPrediction prediction;
    engine::CountedStep counted;
    std::vector<std::vector<Comparison>> comparisons; // one element a launch, as in the two above

    // Whether every figure with a tolerance is within it or says why not.
    [[nodiscard]] bool explained() const
    {
        return std::ranges::all_of(comparisons, [](const auto& launch) {
            return std::ranges::all_of(launch, [](const Comparison& one) { return one.agrees || !one.reason.empty(); });
        });
    }
};

std::string metric_text(const analysis::Metric& metric, double value)
{
    return metric.whole ? text::grouped(std::llround(value)) : analysis::value_text(metric, value);
}

// "+2.9 %"; a difference that rounds to nothing is none.
std::string difference_text(double difference)
{
    if (!std::isfinite(difference))
        return "none counted";
    return std::abs(difference) < 0.005 ? "same" : fmt::format("{:+.2f} %", difference);
}

std::string verdict(const Comparison& comparison)
{
    if (comparison.metric->tolerance == 0.0)
        return comparison.reason;
    if (comparison.agrees)
        return fmt::format("agrees within {:.0f} %", comparison.metric->tolerance);
    return comparison.reason.empty() ? "DIFFERS, and these figures do not say why." : comparison.reason;
}

// text::grouped separates by thin spaces of three bytes, which a width in columns must not count.
std::string right_aligned(const std::string& text, std::size_t columns)
{
    const auto characters = static_cast<std::size_t>(
        std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }));
    return std::string(columns - std::min(columns, characters), ' ') + text;
}

// The reason that stands beside a counter: that of a figure which is made of it and ought to agree.
std::string reason_of(const std::string& counter, const std::vector<Comparison>& comparisons)
{
    for (const Comparison& comparison : comparisons) {
        if (!comparison.agrees && std::ranges::find(comparison.metric->counters, counter) != comparison.metric->counters.end())
            return comparison.reason;
    }
    return {};
}

std::string to_text(const CounterReport& report)
{
    const auto& machine = report.counted.machine;
    auto out = fmt::format("{} · {}, {}\npredicted: every block run on the virtual machine, {} warp instructions in {}\n"
                           "measured:  {} ({}), each launch run {} times\n",
        report.lesson, report.variant, report.parameters,
        text::grouped(static_cast<std::int64_t>(report.prediction.warp_instructions)), text::duration(report.prediction.time),
        machine.name, machine.detail, report.counted.passes);
    std::size_t expected = 0;
    std::size_t agreeing = 0;
    for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
        const auto& prediction = report.prediction.launches[i];
        out += fmt::format("\nlaunch {} of {}: {}, grid {}, block {}, rules of {}{}\n\n{:<34} {:>15} {:>15}  {:>12}\n", i + 1,
            report.comparisons.size(), prediction.kernel, extent_text(prediction.grid), extent_text(prediction.block),
            prediction.report.architecture, prediction.report.rules_assumed ? " (assumed, not measured)" : "", "", "predicted",
            "measured", "difference");
        for (const Comparison& comparison : report.comparisons[i]) {
            const auto& metric = *comparison.metric;
            out += fmt::format("{:<34} {} {}  {:>12}  {}", metric.label,
                right_aligned(metric_text(metric, comparison.predicted), 15),
                right_aligned(metric_text(metric, comparison.measured), 15), difference_text(comparison.difference),
                verdict(comparison));
            out.erase(out.find_last_not_of(' ') + 1);
            out += '\n';
            expected += metric.tolerance > 0.0 ? 1 : 0;
            agreeing += metric.tolerance > 0.0 && comparison.agrees ? 1 : 0;
        }
    }
    out += fmt::format("\n{} of {} figures that ought to agree do.\n", agreeing, expected);
    if (!report.counted.unknown.empty())
        out += fmt::format("This GPU does not have: {}\n", fmt::join(report.counted.unknown, ", "));
    return out;
}

nlohmann::json to_json(const CounterReport& report)
{
    const auto& machine = report.counted.machine;
    nlohmann::json json { { "lesson", report.lesson }, { "variant", report.variant }, { "parameters", report.parameters },
        { "machine", { { "name", machine.name }, { "detail", machine.detail } } }, { "cupti", report.counted.library.string() },
        { "passes", report.counted.passes }, { "unknown_counters", report.counted.unknown },
        { "prediction",
            { { "source", "every block run on the virtual machine, rules computed" },
                { "warp_instructions", report.prediction.warp_instructions },
                { "nanoseconds", report.prediction.time.count() } } },
        { "explained", report.explained() }, { "launches", nlohmann::json::array() } };
    for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
        const auto& prediction = report.prediction.launches[i];
        auto metrics = nlohmann::json::array();
        for (const Comparison& comparison : report.comparisons[i]) {
            const auto& metric = *comparison.metric;
            nlohmann::json one { { "id", metric.id }, { "label", metric.label }, { "nsight", metric.nsight },
                { "unit", metric.unit }, { "predicted", comparison.predicted }, { "measured", comparison.measured },
                { "agrees", comparison.agrees }, { "reason", comparison.reason } };
            // JSON has no infinity.
            one["difference_percent"] =
                std::isfinite(comparison.difference) ? nlohmann::json(comparison.difference) : nlohmann::json(nullptr);
            one["tolerance_percent"] = metric.tolerance > 0.0 ? nlohmann::json(metric.tolerance) : nlohmann::json(nullptr);
            metrics.push_back(std::move(one));
        }
        json["launches"].push_back(
            { { "kernel", prediction.kernel }, { "grid", { prediction.grid.x, prediction.grid.y, prediction.grid.z } },
                { "block", { prediction.block.x, prediction.block.y, prediction.block.z } },
                { "architecture", prediction.report.architecture }, { "metrics", std::move(metrics) },
                { "counters", report.counted.launches[i].values } });
    }
    return json;
}

// One row a hardware counter, as tests/fixtures/counters keeps them.
std::string to_csv(const CounterReport& report)
{
    std::string out = "capability,lesson,variant,parameters,launch,kernel,counter,value,reason\n";
    for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
        for (const auto& [counter, value] : report.counted.launches[i].values) {
            out += fmt::format("{}.{},{},{},{},{},{},{},{},{}\n", report.counted.machine.capability_major,
                report.counted.machine.capability_minor, analysis::csv_field(report.lesson), analysis::csv_field(report.variant),
                analysis::csv_field(report.parameters), i + 1, analysis::csv_field(report.counted.launches[i].kernel),
                analysis::csv_field(counter), value, analysis::csv_field(reason_of(counter, report.comparisons[i])));
        }
    }
    return out;
}

std::string all_settings(const problem::Settings& settings, const lesson::Lesson& lesson)
{
    std::string text;
    for (const auto& parameter : lesson.problem->parameters())
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", parameter.id, settings.text(parameter.id));
    return text;
}

int count(const Common& common, const CountersOptions& options)
{
    const auto lesson = find_lesson(common, options.lesson);
    const auto* variant = lesson->find_variant(options.variant);
    if (variant == nullptr)
        refuse(fmt::format("Lesson `{}` has no variant `{}`; `warpstage list` shows them.", options.lesson, options.variant));
    const auto settings = settings_of(common, *lesson);
    const auto plan = plan_of(*lesson, *variant, settings);
    if (std::ranges::none_of(plan->step, [](const auto& work) { return std::holds_alternative<problem::KernelLaunch>(work); }))
        refuse(
            fmt::format("Variant `{}` of lesson `{}` runs on the host: there is no kernel to count.", variant->id, lesson->id));
    const auto driver = or_refuse(gpu::Driver::load());

    CounterReport report { lesson->id, variant->id, all_settings(settings, *lesson), {}, {}, {} };
    report.counted =
        or_refuse(engine::count_step(driver, lesson, plan, analysis::hardware_counters(), gpu::cupti_libraries(), common.gpu));
    const auto& machine = report.counted.machine;
    report.prediction = or_refuse(session::predict_step(std::make_shared<const engine::VmPrograms>(lesson), plan,
        arch::traits_of({ machine.capability_major, machine.capability_minor })));
    const auto& launches = report.counted.launches;
    VERIFY(report.prediction.launches.size() == launches.size());
    for (std::size_t i = 0; i < launches.size(); ++i)
        report.comparisons.push_back(analysis::compare(report.prediction.launches[i].report, launches[i].values));
    print_report(report, options.format);
    return report.explained() ? kSuccess : kDiffers;
}

} // namespace

void add_counters(CommandLine& line)
{
    auto& app = line.add("counters",
        "A variant's kernels under the GPU's hardware counters, beside what the virtual machine predicts; status 1 if a figure "
        "differs without a reason");
    auto& options = line.options_of(app, count);
    add_variant(app, options.lesson, options.variant);
    add_report_format(app, options.format);
}

} // namespace warpstage::cli

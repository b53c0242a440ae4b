#include "core/analysis/recording/counter_report.h"

#include "core/analysis/metrics.h"
#include "core/analysis/report_csv.h"
#include "core/base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpstage::analysis {

namespace {

std::string metric_text(const Metric& metric, double value)
{
    return metric.whole ? text::grouped(std::llround(value)) : value_text(metric, value);
}

// "+2.9 %"; "same" for a difference that rounds to zero.
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
    return comparison.reason.empty() ? "DIFFERS: unexplained mismatch" : comparison.reason;
}

// The reason shown for a counter: that of a metric which uses the counter and has a tolerance.
std::string reason_of(const std::string& counter, const std::vector<Comparison>& comparisons)
{
    for (const Comparison& comparison : comparisons) {
        if (!comparison.agrees && std::ranges::find(comparison.metric->counters, counter) != comparison.metric->counters.end())
            return comparison.reason;
    }
    return {};
}

} // namespace

bool CounterReport::explained() const
{
    return std::ranges::all_of(comparisons, [](const auto& launch) {
        return std::ranges::all_of(launch, [](const Comparison& one) { return one.agrees || !one.reason.empty(); });
    });
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
        out += fmt::format("\nlaunch {} of {}: {}, grid {}, block {}, evaluated for {}{}\n\n{:<34} {:>15} {:>15}  {:>12}\n",
            i + 1, report.comparisons.size(), prediction.kernel, text::extent(prediction.grid), text::extent(prediction.block),
            prediction.report.architecture, prediction.report.rules_assumed ? " (assumed, not measured)" : "", "", "predicted",
            "measured", "difference");
        for (const Comparison& comparison : report.comparisons[i]) {
            const auto& metric = *comparison.metric;
            out += text::without_trailing_spaces(fmt::format("{:<34} {} {}  {:>12}  {}", metric.label,
                text::right_aligned(metric_text(metric, comparison.predicted), 15),
                text::right_aligned(metric_text(metric, comparison.measured), 15), difference_text(comparison.difference),
                verdict(comparison)));
            out += '\n';
            expected += metric.tolerance > 0.0 ? 1 : 0;
            agreeing += metric.tolerance > 0.0 && comparison.agrees ? 1 : 0;
        }
    }
    out += fmt::format("\n{} of the {} metrics that have a tolerance agree within it.\n", agreeing, expected);
    if (!report.counted.unknown.empty())
        out += fmt::format("Counters not available on this GPU: {}\n", fmt::join(report.counted.unknown, ", "));
    return out;
}

nlohmann::json to_json(const CounterReport& report)
{
    const auto& machine = report.counted.machine;
    nlohmann::json json { { "lesson", report.lesson }, { "variant", report.variant }, { "parameters", report.parameters },
        { "machine", { { "name", machine.name }, { "detail", machine.detail } } }, { "cupti", report.counted.library.string() },
        { "passes", report.counted.passes }, { "unknown_counters", report.counted.unknown },
        { "prediction",
            { { "source", "computed from a run of every block on the virtual machine" },
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

std::string to_csv(const CounterReport& report)
{
    std::string out = "capability,lesson,variant,parameters,launch,kernel,counter,value,reason\n";
    for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
        for (const auto& [counter, value] : report.counted.launches[i].values) {
            out += fmt::format("{}.{},{},{},{},{},{},{},{},{}\n", report.counted.machine.capability_major,
                report.counted.machine.capability_minor, csv_field(report.lesson), csv_field(report.variant),
                csv_field(report.parameters), i + 1, csv_field(report.counted.launches[i].kernel), csv_field(counter), value,
                csv_field(reason_of(counter, report.comparisons[i])));
        }
    }
    return out;
}

} // namespace warpstage::analysis

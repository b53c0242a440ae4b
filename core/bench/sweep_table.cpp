#include "core/analysis/report_csv.h"
#include "core/base/text.h"
#include "core/bench/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace warpstage::bench {

namespace {

std::string swept_check(const MeasuredVariant& line)
{
    if (!line.correct)
        return line.remark;
    return *line.correct ? "right" : "WRONG: " + line.remark;
}

// The check column; if there is no estimate, with the reason and the emulated time.
std::string swept_remark(const SweptPoint& point)
{
    std::string words = swept_check(point.line);
    const auto missing = std::ranges::find_if(point.estimates, [](const auto& estimate) { return estimate.time.count() == 0; });
    if (missing != point.estimates.end())
        words += fmt::format("{}no estimate: {} Emulated time: {}", words.empty() ? "" : "; ", text::sentence(missing->reason),
            text::plain_spaces(text::duration(point.line.time.median)));
    return words;
}

// Titles and cells of the columns between the value and the costs: a measured time and its rate, or estimated times, with the
// rate if they are for one GPU.
std::string time_titles(const Sweep& sweep)
{
    if (sweep.gpus.empty())
        return fmt::format("  {:>16}  {:>12}", sweep.emulated() ? "virtual machine" : "median", "throughput");
    if (sweep.gpus.size() == 1)
        return fmt::format("  {:>10}  {:>12}", "estimated", "throughput");
    std::string titles;
    for (const auto& gpu : sweep.gpus)
        titles += fmt::format("  {:>18}", gpu);
    return titles;
}

std::string time_cells(const Sweep& sweep, const SweptPoint& point)
{
    const auto time = [](std::chrono::nanoseconds value) {
        return value.count() > 0 ? text::plain_spaces(text::duration(value)) : std::string {};
    };
    const auto rate = text::plain_spaces(text::rate(point.line.merit, point.line.unit));
    if (sweep.gpus.empty())
        return fmt::format("  {:>16}  {:>12}", time(point.line.time.median), rate);
    if (sweep.gpus.size() == 1)
        return fmt::format("  {:>10}  {:>12}", point.estimates.empty() ? "" : time(point.estimates.front().time), rate);
    std::string cells;
    for (std::size_t i = 0; i < sweep.gpus.size(); ++i)
        cells += fmt::format("  {:>18}", i < point.estimates.size() ? time(point.estimates[i].time) : "");
    return cells;
}

std::size_t cost_width(const std::string& architecture)
{
    return std::max<std::size_t>(architecture.size(), 18);
}

nlohmann::json estimate_json(const GpuEstimate& estimate, const std::string& gpu)
{
    nlohmann::json object { { "gpu", gpu } };
    if (estimate.time.count() > 0)
        object.update({ { "time_ns", estimate.time.count() }, { "limiter", estimate.limiter } });
    else
        object["reason"] = estimate.reason;
    return object;
}

// Estimates require a GPU's data.
std::string estimated_fields(const Sweep& sweep, const SweptPoint& point, std::size_t architecture)
{
    if (architecture >= sweep.gpus.size() || architecture >= point.estimates.size())
        return ",";
    const auto time = point.estimates[architecture].time.count();
    return fmt::format("{},{}", analysis::csv_field(sweep.gpus[architecture]), time > 0 ? std::to_string(time) : "");
}

} // namespace

std::string to_text(const Sweep& sweep)
{
    std::size_t width = sweep.parameter.size();
    for (const SweptPoint& point : sweep.points)
        width = std::max(width, point.value.size());
    std::string text =
        fmt::format("{} · {}, {}\n{}, {}\n", sweep.lesson, sweep.variant, sweep.others, sweep.engine.name, sweep.engine.detail);
    if (!sweep.gpus.empty())
        text += fmt::format("time of one run, estimated for {} by the SM model; not measured\n", fmt::join(sweep.gpus, ", "));
    else if (sweep.emulated())
        text += "time of one run, emulated on the virtual machine; not a GPU timing\n";
    text += fmt::format("{} of the most expensive instruction in block 0, and their minimum: computed\n\n", sweep.unit());
    if (sweep.models_l1)
        text.insert(text.size() - 1, "CC 2.x: counts L1 misses only; modeled L1: 16 KiB, lines of 128 bytes\n");
    text += fmt::format("{:>{}}{}", sweep.parameter, width, time_titles(sweep));
    for (const auto& architecture : sweep.architectures)
        text += fmt::format("  {:>{}}", architecture, cost_width(architecture));
    text += "  check\n";
    for (const SweptPoint& point : sweep.points) {
        text += fmt::format("{:>{}}{}", point.value, width, time_cells(sweep, point));
        for (std::size_t i = 0; i < point.costs.size(); ++i) {
            const SweptCost& cost = point.costs[i];
            text += fmt::format("  {:>{}}", fmt::format("{} of {}, {:.2f}x", cost.fetched, cost.ideal, cost.times_ideal()),
                cost_width(sweep.architectures[i]));
        }
        text = text::without_trailing_spaces(text + "  " + swept_remark(point)) + '\n';
    }
    return text;
}

std::string to_csv(const Sweep& sweep)
{
    std::string text = "parameter,value,engine,emulated,median_ns,minimum_ns,maximum_ns,rate,unit,check,architecture,memory_unit,"
                       "requests,moved,ideal,estimated_for,estimated_ns,fetched\n";
    for (const SweptPoint& point : sweep.points) {
        const auto& line = point.line;
        for (std::size_t i = 0; i < point.costs.size(); ++i)
            text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", analysis::csv_field(sweep.parameter),
                analysis::csv_field(point.value), analysis::csv_field(sweep.engine.name), sweep.emulated() ? 1 : 0,
                line.time.median.count(), line.time.minimum.count(), line.time.maximum.count(), line.merit,
                analysis::csv_field(line.unit), analysis::csv_field(swept_check(line)),
                analysis::csv_field(sweep.architectures[i]), sweep.unit(), point.costs[i].requests, point.costs[i].moved,
                point.costs[i].ideal, estimated_fields(sweep, point, i), point.costs[i].fetched);
    }
    return text;
}

nlohmann::json to_json(const Sweep& sweep)
{
    nlohmann::json json { { "lesson", sweep.lesson }, { "variant", sweep.variant }, { "parameter", sweep.parameter },
        { "others", sweep.others }, { "engine", sweep.engine.name }, { "engine_detail", sweep.engine.detail },
        { "emulated", sweep.emulated() }, { "memory_unit", sweep.unit() }, { "points", nlohmann::json::array() } };
    for (const SweptPoint& point : sweep.points) {
        const auto& line = point.line;
        nlohmann::json one { { "value", point.value }, { "check", swept_check(line) }, { "samples", line.time.samples },
            { "median_ns", line.time.median.count() }, { "minimum_ns", line.time.minimum.count() },
            { "maximum_ns", line.time.maximum.count() }, { "rate", line.merit }, { "unit", line.unit },
            { "computed", nlohmann::json::array() } };
        for (std::size_t i = 0; i < point.costs.size(); ++i)
            one["computed"].push_back({ { "architecture", sweep.architectures[i] }, { "requests", point.costs[i].requests },
                { "moved", point.costs[i].moved }, { "ideal", point.costs[i].ideal }, { "fetched", point.costs[i].fetched } });
        for (std::size_t i = 0; i < std::min(point.estimates.size(), sweep.gpus.size()); ++i)
            one["estimates"].push_back(estimate_json(point.estimates[i], sweep.gpus[i]));
        json["points"].push_back(std::move(one));
    }
    return json;
}

} // namespace warpstage::bench

#include "core/analysis/report_csv.h"
#include "core/base/text.h"
#include "core/bench/sweep.h"

#include <fmt/format.h>
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

SweptPoint point_of(const nlohmann::json& object)
{
    SweptPoint point;
    const auto nanoseconds = [&](const char* key) {
        return std::chrono::nanoseconds { object.at(key).get<std::chrono::nanoseconds::rep>() };
    };
    object.at("value").get_to(point.value);
    point.line.time = { nanoseconds("minimum_ns"), nanoseconds("median_ns"), nanoseconds("maximum_ns"), object.at("samples") };
    object.at("rate").get_to(point.line.merit);
    object.at("unit").get_to(point.line.unit);
    for (const auto& cost : object.at("computed"))
        point.costs.push_back({ cost.at("requests"), cost.at("moved"), cost.at("ideal") });
    return point;
}

} // namespace

std::string to_text(const Sweep& sweep)
{
    std::size_t width = sweep.parameter.size();
    for (const SweptPoint& point : sweep.points)
        width = std::max(width, point.value.size());
    std::string text =
        fmt::format("{} · {}, {}\n{}, {}\n", sweep.lesson, sweep.variant, sweep.others, sweep.engine.name, sweep.engine.detail);
    text +=
        fmt::format("{} of block 0 for its costliest instruction, beside the fewest that would do: computed\n\n", sweep.unit());
    text += fmt::format("{:>{}}  {:>10}  {:>12}", sweep.parameter, width, sweep.emulated() ? "emulated" : "median", "rate");
    for (const auto& architecture : sweep.architectures)
        text += fmt::format("  {:>18}", architecture);
    text += "  check\n";
    for (const SweptPoint& point : sweep.points) {
        const bool ran = point.line.time.samples > 0;
        text += fmt::format("{:>{}}  {:>10}  {:>12}", point.value, width,
            ran ? text::plain_spaces(text::duration(point.line.time.median)) : "",
            ran ? text::plain_spaces(text::rate(point.line.merit, point.line.unit)) : "");
        for (const SweptCost& cost : point.costs)
            text += fmt::format("  {:>18}", fmt::format("{} of {}, {:.2f}x", cost.moved, cost.ideal, cost.times_ideal()));
        text = text::without_trailing_spaces(text + "  " + swept_check(point.line)) + '\n';
    }
    return text;
}

std::string to_csv(const Sweep& sweep)
{
    std::string text = "parameter,value,engine,emulated,median_ns,minimum_ns,maximum_ns,rate,unit,check,architecture,memory_unit,"
                       "requests,moved,ideal\n";
    for (const SweptPoint& point : sweep.points) {
        const auto& line = point.line;
        for (std::size_t i = 0; i < point.costs.size(); ++i)
            text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", analysis::csv_field(sweep.parameter),
                analysis::csv_field(point.value), analysis::csv_field(sweep.engine.name), sweep.emulated() ? 1 : 0,
                line.time.median.count(), line.time.minimum.count(), line.time.maximum.count(), line.merit,
                analysis::csv_field(line.unit), analysis::csv_field(swept_check(line)),
                analysis::csv_field(sweep.architectures[i]), sweep.unit(), point.costs[i].requests, point.costs[i].moved,
                point.costs[i].ideal);
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
                { "moved", point.costs[i].moved }, { "ideal", point.costs[i].ideal } });
        json["points"].push_back(std::move(one));
    }
    return json;
}

Result<Sweep> sweep_from_json(std::string_view text, std::string_view name)
{
    try {
        const auto document = nlohmann::json::parse(text);
        if (!document.is_object() || !document.contains("parameter") || !document.contains("points"))
            return Error { fmt::format("{} holds no result of `warpstage sweep --json`.", name) };
        Sweep sweep;
        document.at("lesson").get_to(sweep.lesson);
        document.at("variant").get_to(sweep.variant);
        document.at("parameter").get_to(sweep.parameter);
        document.at("others").get_to(sweep.others);
        document.at("engine").get_to(sweep.engine.name);
        document.at("engine_detail").get_to(sweep.engine.detail);
        sweep.engine.kind = document.at("emulated").get<bool>() ? engine::EngineKind::vm : engine::EngineKind::gpu;
        sweep.shared = document.at("memory_unit").get<std::string>() == "wavefronts";
        for (const auto& point : document.at("points"))
            sweep.points.push_back(point_of(point));
        if (!document.at("points").empty())
            for (const auto& cost : document.at("points").front().at("computed"))
                sweep.architectures.push_back(cost.at("architecture").get<std::string>());
        for (const SweptPoint& point : sweep.points)
            if (!point.costs.empty() && point.costs.size() != sweep.architectures.size())
                return Error { fmt::format("{} is not a complete sweep: its points are of different architectures.", name) };
        return sweep;
    } catch (const nlohmann::json::parse_error& error) {
        return Error { fmt::format("{} is no JSON: it breaks at byte {}.", name, error.byte) };
    } catch (const nlohmann::json::exception& error) {
        return Error { fmt::format("{} is not a complete sweep: {}.", name, error.what()) };
    }
}

} // namespace warpstage::bench

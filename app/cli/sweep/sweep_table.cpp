#include "app/cli/sweep/sweep.h"
#include "app/views/timings/curves_figure.h"
#include "core/analysis/report_csv.h"
#include "core/base/text.h"
#include "core/problem/expressions/number.h"

#include <nlohmann/json.hpp>

namespace warpstage::cli {

namespace {

std::string check_words(const bench::MeasuredVariant& line)
{
    if (!line.correct)
        return line.remark;
    return *line.correct ? "right" : "WRONG: " + line.remark;
}

double times_ideal(const SweptCost& cost)
{
    return cost.ideal == 0 ? 0.0 : static_cast<double>(cost.moved) / static_cast<double>(cost.ideal);
}

// `value`: of a point, or nothing.
template <typename Value> views::Curve curve_of(const Sweep& sweep, const std::string& name, views::Origin origin, Value value)
{
    views::Curve curve { name, origin, {} };
    for (const SweptPoint& point : sweep.points) {
        if (const std::optional<double> y = value(point))
            curve.points.push_back({ *problem::parse_real(point.value), *y });
    }
    std::ranges::sort(curve.points, {}, &views::CurvePoint::x);
    return curve;
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

SweptCost costliest_instruction(const analysis::KernelReport& report, bool shared)
{
    SweptCost costliest;
    for (const auto& instruction : report.instructions) {
        const auto& counters = instruction.counters;
        const SweptCost cost = shared ? SweptCost { counters.shared_requests, counters.wavefronts, counters.wavefronts_ideal }
                                      : SweptCost { counters.global_requests, counters.sectors, counters.sectors_ideal };
        const auto excess = [](const SweptCost& one) {
            return one.moved - one.ideal;
        };
        if (excess(cost) != excess(costliest) ? excess(cost) > excess(costliest) : cost.requests > costliest.requests)
            costliest = cost;
    }
    return costliest;
}

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
            text += fmt::format("  {:>18}", fmt::format("{} of {}, {:.2f}x", cost.moved, cost.ideal, times_ideal(cost)));
        text += fmt::format("  {}", check_words(point.line));
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
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
                analysis::csv_field(line.unit), analysis::csv_field(check_words(line)),
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
        nlohmann::json one { { "value", point.value }, { "check", check_words(line) }, { "samples", line.time.samples },
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

Result<views::Exhibit> curves_of(const Sweep& sweep)
{
    if (sweep.points.size() < 2)
        return Error { "A curve needs two values of the parameter at least." };
    for (const SweptPoint& point : sweep.points) {
        if (!problem::parse_real(point.value))
            return Error { fmt::format("A curve needs numbers, and `{}` is none: leave out -o.", point.value) };
    }
    views::CurvesInput input;
    input.x_name = sweep.parameter;
    draw::CaptionInput caption;
    caption.kernel = fmt::format("{} · {}", sweep.lesson, sweep.variant);
    caption.what = { sweep.others };
    if (sweep.emulated()) {
        input.title = sweep.shared ? "Wavefronts for each that was needed" : "Sectors moved for each that was needed";
        input.y_name = fmt::format("{} / fewest possible", sweep.unit());
        for (std::size_t i = 0; i < sweep.architectures.size(); ++i)
            input.curves.push_back(curve_of(sweep, sweep.architectures[i], views::Origin::computed, [i](const SweptPoint& point) {
                return point.costs.empty() ? std::nullopt : std::optional { times_ideal(point.costs[i]) };
            }));
        caption.source = "computed from a run of block 0 on the virtual machine";
    } else {
        input.title = "Bandwidth";
        input.y_name = "bytes asked for";
        input.y_unit = "B/s";
        input.curves.push_back(curve_of(sweep, sweep.engine.name, views::Origin::measured, [](const SweptPoint& point) {
            return point.line.time.samples > 0 ? std::optional { point.line.merit } : std::nullopt;
        }));
        caption.source = fmt::format("measured on {} ({})", sweep.engine.name, sweep.engine.detail);
    }
    return views::Exhibit { std::move(caption), [input](draw::Size size, const draw::Style& style) {
                               return views::curves_figure(input, size, style);
                           } };
}

} // namespace warpstage::cli

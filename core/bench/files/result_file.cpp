#include "core/bench/files/result_file.h"

#include "core/base/json_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>

namespace warpstage::bench {

namespace {

using nlohmann::json;

constexpr std::string_view kKind = "warpstage bench";
constexpr int kVersion = 1;

json json_of(const MeasuredVariant& line)
{
    json object {
        { "lesson", line.lesson },
        { "variant", line.variant },
        { "parameters", line.parameters },
        { "problem", line.problem },
        { "tuned", line.tuned },
        { "median_ns", line.time.median.count() },
        { "minimum_ns", line.time.minimum.count() },
        { "maximum_ns", line.time.maximum.count() },
        { "samples", line.time.samples },
        { "steps_per_sample", line.steps_per_sample },
        { "copies", line.copies },
        { "in_cache", line.in_cache },
        { "launches", line.launches },
        { "merit", line.merit },
        { "unit", line.unit },
        { "limit", line.limit },
        { "limit_name", line.limit_name },
        { "launch_bound", line.launch_bound },
        { "graph_median_ns", line.graph_time.median.count() },
        { "graph_minimum_ns", line.graph_time.minimum.count() },
        { "graph_maximum_ns", line.graph_time.maximum.count() },
        { "graph_samples", line.graph_time.samples },
        { "warp_instructions", line.warp_instructions },
        { "thread_instructions", line.lane_instructions },
        { "remark", line.remark },
    };
    object["correct"] = line.correct ? json(*line.correct) : json();
    return object;
}

MeasuredVariant variant_of(const json& object)
{
    const auto nanoseconds = [&](const char* key) {
        return std::chrono::nanoseconds { object.at(key).get<std::chrono::nanoseconds::rep>() };
    };
    MeasuredVariant line;
    object.at("lesson").get_to(line.lesson);
    object.at("variant").get_to(line.variant);
    object.at("parameters").get_to(line.parameters);
    line.time = { nanoseconds("minimum_ns"), nanoseconds("median_ns"), nanoseconds("maximum_ns"),
        object.at("samples").get<std::size_t>() };
    object.at("steps_per_sample").get_to(line.steps_per_sample);
    object.at("copies").get_to(line.copies);
    object.at("in_cache").get_to(line.in_cache);
    object.at("launches").get_to(line.launches);
    object.at("merit").get_to(line.merit);
    object.at("unit").get_to(line.unit);
    object.at("warp_instructions").get_to(line.warp_instructions);
    object.at("thread_instructions").get_to(line.lane_instructions);
    object.at("remark").get_to(line.remark);
    // Members that older files lack.
    line.problem = object.value("problem", line.parameters);
    line.tuned = object.value("tuned", "");
    line.limit = object.value("limit", 0.0);
    line.limit_name = object.value("limit_name", "");
    line.launch_bound = object.value("launch_bound", false);
    const auto graph_nanoseconds = [&](const char* key) {
        return std::chrono::nanoseconds { object.value(key, std::chrono::nanoseconds::rep { 0 }) };
    };
    line.graph_time = { graph_nanoseconds("graph_minimum_ns"), graph_nanoseconds("graph_median_ns"),
        graph_nanoseconds("graph_maximum_ns"), object.value("graph_samples", std::size_t { 0 }) };
    if (const auto& correct = object.at("correct"); !correct.is_null())
        line.correct = correct.get<bool>();
    return line;
}

} // namespace

std::string to_json(const BenchResult& result)
{
    json lines = json::array();
    for (const auto& line : result.variants)
        lines.push_back(json_of(line));
    return json {
        { "kind", kKind },
        { "version", kVersion },
        { "program", result.program },
        { "engine", result.engine },
        { "engine_detail", result.engine_detail },
        { "emulated", result.emulated },
        { "variants", std::move(lines) },
    }
               .dump(2)
        + "\n";
}

Result<BenchResult> from_json(std::string_view text, std::string_view name)
{
    const auto parsed = parse_json(text, name);
    if (!parsed)
        return parsed.error();
    const auto& document = *parsed;
    try {
        if (!document.is_object() || document.value("kind", "") != kKind)
            return Error { fmt::format("{} is not a result of `warpstage bench --json`.", name) };
        if (const auto version = document.at("version").get<int>(); version > kVersion)
            return Error { fmt::format(
                "{} was written by a newer warpstage (format {}, this version supports up to {}). Open it with that version.",
                name, version, kVersion) };
        BenchResult result;
        document.at("program").get_to(result.program);
        document.at("engine").get_to(result.engine);
        document.at("engine_detail").get_to(result.engine_detail);
        document.at("emulated").get_to(result.emulated);
        for (const auto& line : document.at("variants"))
            result.variants.push_back(variant_of(line));
        return result;
    } catch (const json::exception& error) {
        return Error { fmt::format("{} is an incomplete or damaged bench result: {}.", name, json_reason(error)) };
    }
}

} // namespace warpstage::bench

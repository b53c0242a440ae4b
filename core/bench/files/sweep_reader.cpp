// The output of `warpstage sweep --json` as a sweep. A file of its own, because errors name the place in the JSON.
#include "core/base/json_text.h"
#include "core/bench/sweep.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>

namespace warpstage::bench {

namespace {

GpuEstimate estimate_of(const nlohmann::json& object)
{
    GpuEstimate estimate;
    estimate.time = std::chrono::nanoseconds { object.value("time_ns", std::chrono::nanoseconds::rep { 0 }) };
    estimate.limiter = object.value("limiter", "");
    estimate.reason = object.value("reason", "");
    return estimate;
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
        point.costs.push_back(
            { cost.at("requests"), cost.at("moved"), cost.at("ideal"), cost.value("fetched", cost.at("moved")) });
    for (const auto& estimate : object.value("estimates", nlohmann::json::array()))
        point.estimates.push_back(estimate_of(estimate));
    return point;
}

} // namespace

Result<Sweep> sweep_from_json(std::string_view text, std::string_view name)
{
    const auto parsed = parse_json(text, name);
    if (!parsed)
        return parsed.error();
    const auto& document = *parsed;
    try {
        if (!document.is_object() || !document.contains("parameter") || !document.contains("points"))
            return Error { fmt::format("{} is not a result of `warpstage sweep --json`.", name) };
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
        if (!document.at("points").empty())
            for (const auto& estimate : document.at("points").front().value("estimates", nlohmann::json::array()))
                sweep.gpus.push_back(estimate.at("gpu").get<std::string>());
        for (const SweptPoint& point : sweep.points)
            if (!point.costs.empty() && point.costs.size() != sweep.architectures.size())
                return Error { fmt::format("{} is an inconsistent sweep: its points have different architectures.", name) };
        return sweep;
    } catch (const nlohmann::json::exception& error) {
        return Error { fmt::format("{} is an incomplete sweep: {}.", name, json_reason(error)) };
    }
}

} // namespace warpstage::bench

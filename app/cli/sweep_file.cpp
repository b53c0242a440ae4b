// `warpstage sweep --json`, read again.
#include "app/cli/sweep_table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpstage::cli {

namespace {

SweptPoint point_of(const nlohmann::json& object)
{
    SweptPoint point;
    object.at("value").get_to(point.value);
    const auto nanoseconds = [&](const char* key) {
        return std::chrono::nanoseconds { object.at(key).get<std::chrono::nanoseconds::rep>() };
    };
    point.line.time = { nanoseconds("minimum_ns"), nanoseconds("median_ns"), nanoseconds("maximum_ns"),
        object.at("samples").get<std::size_t>() };
    object.at("rate").get_to(point.line.merit);
    object.at("unit").get_to(point.line.unit);
    for (const auto& cost : object.at("computed"))
        point.costs.push_back({ cost.at("requests").get<std::uint64_t>(), cost.at("moved").get<std::uint64_t>(),
            cost.at("ideal").get<std::uint64_t>() });
    return point;
}

} // namespace

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

} // namespace warpstage::cli

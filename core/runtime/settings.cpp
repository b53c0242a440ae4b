#include "core/runtime/settings.h"

#include "core/base/json_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpstage::runtime {

std::string write_settings(const Settings& settings)
{
    nlohmann::json json { { "architecture", settings.architecture }, { "memory", settings.checks.memory },
        { "races", static_cast<int>(settings.checks.races) }, { "policy", static_cast<int>(settings.scheduling.policy) },
        { "seed", settings.scheduling.seed }, { "observe", static_cast<int>(settings.observation) },
        { "estimate", settings.estimates }, { "flush", settings.flushes_caches }, { "records", settings.record_file },
        { "capture", to_json(settings.capture) } };
    if (settings.late_seed)
        json["late"] = *settings.late_seed;
    if (settings.explain_after)
        json["explain_after"] = *settings.explain_after;
    return json_text(json);
}

Result<Settings> read_settings(std::string_view text)
{
    Settings settings;
    if (text.empty())
        return settings;
    try {
        const auto json = nlohmann::json::parse(text);
        settings.architecture = json.at("architecture").get<std::string>();
        settings.checks.memory = json.at("memory").get<bool>();
        settings.checks.races = static_cast<simt::RaceCheck>(json.at("races").get<int>());
        settings.scheduling.policy = static_cast<simt::Scheduling::Policy>(json.at("policy").get<int>());
        settings.scheduling.seed = json.at("seed").get<std::uint64_t>();
        settings.observation = static_cast<Observation>(json.at("observe").get<int>());
        settings.estimates = json.at("estimate").get<bool>();
        settings.flushes_caches = json.at("flush").get<bool>();
        if (json.contains("late"))
            settings.late_seed = json.at("late").get<std::uint64_t>();
        if (json.contains("explain_after"))
            settings.explain_after = json.at("explain_after").get<double>();
        settings.record_file = json.at("records").get<std::string>();
        settings.capture = capture_settings_of(json.at("capture"));
    } catch (const nlohmann::json::exception& error) {
        return Error { fmt::format("The environment variable `{}` is invalid: {}.", kSettingsVariable, json_reason(error)) };
    }
    return settings;
}

} // namespace warpstage::runtime

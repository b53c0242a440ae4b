#include "core/engine/limits/limits_file.h"

#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <system_error>

namespace warpstage::engine {

namespace {

using nlohmann::json;

constexpr std::string_view kKind = "warpstage limits";
constexpr int kVersion = 1;

json json_of(const TimingSummary& time)
{
    return { { "median_ns", time.median.count() }, { "minimum_ns", time.minimum.count() }, { "maximum_ns", time.maximum.count() },
        { "samples", time.samples } };
}

TimingSummary timing_of(const json& object)
{
    const auto nanoseconds = [&](const char* key) {
        return std::chrono::nanoseconds { object.at(key).get<std::chrono::nanoseconds::rep>() };
    };
    return { nanoseconds("minimum_ns"), nanoseconds("median_ns"), nanoseconds("maximum_ns"),
        object.at("samples").get<std::size_t>() };
}

Rate rate_of(const json& object)
{
    const auto number = [&](const char* key) {
        return object.at(key).get<double>();
    };
    return { number("median"), number("minimum"), number("maximum"), object.at("samples").get<std::size_t>() };
}

bool is_sound(const Rate& rate)
{
    return rate.samples > 0 && std::isfinite(rate.maximum) && rate.minimum > 0.0 && rate.minimum <= rate.median
        && rate.median <= rate.maximum;
}

// Replaces everything except letters, digits and points with a dash.
std::string file_name_of(std::string_view words)
{
    std::string name;
    for (const char c : words) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.';
        if (plain || (!name.empty() && name.back() != '-'))
            name += plain ? c : '-';
    }
    return name;
}

} // namespace

std::string to_json(const Limits& limits)
{
    json rates = json::object();
    for (const auto& kind : kLimitKinds) {
        const auto& rate = limits.of(kind.resource);
        rates[std::string { problem::word_of(kind.resource) }] = { { "median", rate.median }, { "minimum", rate.minimum },
            { "maximum", rate.maximum }, { "samples", rate.samples }, { "unit", kind.unit } };
    }
    return json {
        { "kind", kKind }, { "version", kVersion }, { "device", limits.device }, { "driver", limits.driver },
        { "clock_megahertz", limits.clock_megahertz }, { "rates", std::move(rates) }, { "launch", json_of(limits.launch) },
        { "graph_launch", json_of(limits.graph_launch) }
    }.dump(2)
        + "\n";
}

std::string to_text(const Limits& limits)
{
    std::string table = fmt::format(
        "{} ({}, {} MHz), median and range of the measurements\n\n", limits.device, limits.driver, limits.clock_megahertz);
    const auto add_row = [&](std::string_view name, const auto& range, std::string_view what, const auto& words) {
        const auto plain = [&](auto value) {
            return text::plain_spaces(words(value));
        };
        table += fmt::format("{:<9} {:>10}   {:<26} {}\n", name, plain(range.median),
            fmt::format("{} to {}", plain(range.minimum), plain(range.maximum)), what);
    };
    for (const auto& kind : kLimitKinds)
        add_row(kind.name, limits.of(kind.resource), kind.what, [&](double value) { return text::rate(value, kind.unit); });
    if (limits.launch.samples > 0)
        add_row("launch", limits.launch, "empty kernels back to back in a stream", text::duration);
    if (limits.graph_launch.samples > 0)
        add_row("in graph", limits.graph_launch, "empty kernels back to back in a CUDA graph", text::duration);
    return table;
}

Result<Limits> limits_from_json(std::string_view text, std::string_view name)
{
    const auto parsed = parse_json(text, name);
    if (!parsed)
        return parsed.error();
    const auto& document = *parsed;
    try {
        if (!document.is_object() || document.value("kind", "") != kKind || document.at("version").get<int>() != kVersion)
            return Error { fmt::format("{} does not contain limits of this version of warpstage.", name) };
        Limits limits;
        document.at("device").get_to(limits.device);
        document.at("driver").get_to(limits.driver);
        document.at("clock_megahertz").get_to(limits.clock_megahertz);
        for (const auto& kind : kLimitKinds) {
            const auto rate = rate_of(document.at("rates").at(std::string { problem::word_of(kind.resource) }));
            if (!is_sound(rate))
                return Error { fmt::format("{}: invalid rate `{}`.", name, problem::word_of(kind.resource)) };
            limits.rates[static_cast<std::size_t>(kind.resource)] = rate;
        }
        limits.launch = timing_of(document.at("launch"));
        limits.graph_launch = timing_of(document.at("graph_launch"));
        return limits;
    } catch (const json::exception& error) {
        return Error { fmt::format("{} is incomplete: {}.", name, json_reason(error)) };
    }
}

std::filesystem::path limits_file(const std::filesystem::path& folder, const Description& machine)
{
    return folder
        / fmt::format(
            "limits-{}-{}-{}MHz.json", file_name_of(machine.name), file_name_of(machine.driver), machine.clock_megahertz);
}

std::optional<Limits> kept_limits(const std::filesystem::path& folder, const Description& machine)
{
    const auto file = limits_file(folder, machine);
    const auto text = read_whole_file(file, kMaxSettingsBytes);
    if (!text)
        return std::nullopt;
    auto limits = limits_from_json(*text, file.string());
    if (!limits || !is_of(*limits, machine))
        return std::nullopt;
    return std::move(*limits);
}

Result<void> keep_limits(const std::filesystem::path& folder, const Description& machine, const Limits& limits)
{
    const auto file = limits_file(folder, machine);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    auto written = error ? Result<void> { Error { error.message() } } : write_whole_file(file, to_json(limits));
    if (!written)
        return Error { fmt::format(
            "Cannot write `{}`: {}. The limits will be measured again next time.", file.string(), written.error().message) };
    return {};
}

} // namespace warpstage::engine

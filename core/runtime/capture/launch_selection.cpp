#include "core/runtime/capture/launch_selection.h"

#include "core/base/number.h"
#include "core/base/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpstage::runtime {

nlohmann::json to_json(const CaptureSettings& settings)
{
    nlohmann::json kernels = nlohmann::json::array();
    for (const KernelChoice& choice : settings.kernels)
        kernels.push_back({ { "name", choice.name }, { "launch", choice.launch } });
    return { { "folder", settings.folder }, { "limit", settings.limit }, { "launches", settings.launches },
        { "kernels", kernels } };
}

CaptureSettings capture_settings_of(const nlohmann::json& json)
{
    CaptureSettings settings;
    settings.folder = json.at("folder").get<std::string>();
    settings.limit = json.at("limit").get<std::uint64_t>();
    settings.launches = json.at("launches").get<std::vector<std::uint64_t>>();
    for (const auto& kernel : json.at("kernels"))
        settings.kernels.push_back({ kernel.at("name").get<std::string>(), kernel.at("launch").get<std::uint64_t>() });
    return settings;
}

Result<std::vector<std::uint64_t>> parse_launches(const std::string& text)
{
    std::vector<std::uint64_t> launches;
    for (const auto word : text::split(text, ',')) {
        const auto number = number_in<std::uint64_t>(word);
        if (!number || *number == 0)
            return Error { fmt::format(
                "`--launch` requires the numbers of launches, counted from 1, for example `--launch 3,5`, not `{}`.", text) };
        launches.push_back(*number);
    }
    return launches;
}

Result<KernelChoice> parse_kernel_choice(const std::string& text)
{
    KernelChoice choice { text, 1 };
    const auto colon = text.rfind(':');
    // "space::kernel" has no number.
    if (colon != std::string::npos && (colon == 0 || text[colon - 1] != ':')) {
        const auto launch = number_in<std::uint64_t>(std::string_view { text }.substr(colon + 1));
        choice = { text.substr(0, colon), launch.value_or(0) };
    }
    if (choice.name.empty() || choice.launch == 0)
        return Error { fmt::format("`--kernel` requires NAME or NAME:K, for the launch number K of the kernel, for example "
                                   "`--kernel scale:2`, not `{}`.",
            text) };
    return choice;
}

bool is_named(const ptx::Function& kernel, std::string_view name)
{
    const std::string_view shown = kernel.display_name;
    const std::string_view plain = shown.substr(0, shown.find('<'));
    const auto space = plain.rfind("::");
    const std::string_view last = space == std::string_view::npos ? plain : plain.substr(space + 2);
    return name == kernel.name || name == shown || name == plain || name == last;
}

LaunchSelection::LaunchSelection(const CaptureSettings& settings)
    : m_launches(settings.launches)
    , m_kernels(settings.kernels)
{
}

bool LaunchSelection::take(const ptx::Function& kernel, std::uint64_t number)
{
    bool chosen = std::ranges::find(m_launches, number) != m_launches.end();
    std::vector<std::string_view> counted; // a name that is chosen twice counts once
    for (const KernelChoice& choice : m_kernels) {
        if (!is_named(kernel, choice.name))
            continue;
        std::uint64_t& count = m_counts[choice.name];
        if (std::ranges::find(counted, choice.name) == counted.end()) {
            counted.push_back(choice.name);
            ++count;
        }
        chosen = chosen || count == choice.launch;
    }
    return chosen;
}

bool LaunchSelection::done(std::uint64_t number) const
{
    const auto counted = [&](const KernelChoice& choice) {
        const auto found = m_counts.find(choice.name);
        return found != m_counts.end() && found->second >= choice.launch;
    };
    return std::ranges::all_of(m_launches, [&](std::uint64_t launch) { return launch <= number; })
        && std::ranges::all_of(m_kernels, counted);
}

} // namespace warpstage::runtime

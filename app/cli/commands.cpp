#include "app/cli/commands.h"

#include <fmt/format.h>

#include <cstdio>

namespace warpstage::cli {

int refuse(const std::string& sentence)
{
    fmt::print(stderr, "warpstage: {}\n", sentence);
    return kRefused;
}

Result<problem::Settings> settings_of(const Common& common, const lesson::Lesson& lesson, lesson::Machine machine)
{
    auto settings = lesson.initial_settings(machine);
    for (const auto& [id, value] : common.settings) {
        if (auto set = settings.set(lesson.problem->parameters(), id, value); !set)
            return Error { fmt::format("Lesson `{}`: {}", lesson.id, set.error().message) };
    }
    return settings;
}

std::string program_version()
{
    return "warpstage " WARPSTAGE_VERSION;
}

} // namespace warpstage::cli

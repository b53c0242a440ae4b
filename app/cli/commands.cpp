#include "app/cli/commands.h"

#include <fmt/format.h>

#include <cstdio>

namespace warpstage::cli {

int refuse(const std::string& sentence)
{
    fmt::print(stderr, "warpstage: {}\n", sentence);
    return kRefused;
}

Result<problem::Settings> settings_of(const Common& common, const lesson::Lesson& lesson)
{
    auto settings = lesson.initial_settings(); // small: what is checked and traced runs on the virtual machine, too
    for (const auto& [id, value] : common.settings) {
        if (auto set = settings.set(lesson.problem->parameters(), id, value); !set)
            return Error { fmt::format("Lesson `{}`: {}", lesson.id, set.error().message) };
    }
    return settings;
}

} // namespace warpstage::cli

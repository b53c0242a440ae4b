#include "app/cli/commands.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

namespace warpstage::cli {

int refuse(const std::string& sentence)
{
    fmt::print(stderr, "warpstage: {}\n", sentence);
    return kRefused;
}

Result<problem::Settings> settings_of(const Common& common, const lesson::Lesson& lesson, EngineKind engine)
{
    auto settings = lesson.initial_settings(engine);
    for (const auto& [id, value] : common.settings) {
        if (auto set = settings.set(lesson.problem->parameters(), id, value); !set)
            return Error { fmt::format("Lesson `{}`: {}", lesson.id, set.error().message) };
    }
    return settings;
}

Result<const problem::Variant*> find_variant(const lesson::Lesson& lesson, const std::string& id)
{
    if (const auto* variant = lesson.find_variant(id); variant != nullptr)
        return variant;
    std::vector<std::string> ids;
    for (const auto& variant : lesson.variants)
        ids.push_back(variant.id);
    if (const auto near = text::nearest(id, ids); !near.empty())
        return Error { fmt::format("Lesson `{}` has no variant `{}`: did you mean `{}`?", lesson.id, id, near) };
    return Error { fmt::format("Lesson `{}` has no variant `{}`: take {}.", lesson.id, id, text::alternatives(ids)) };
}

} // namespace warpstage::cli

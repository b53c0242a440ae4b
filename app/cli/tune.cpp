// `warpstage tune`: searches the tunable parameters of a variant and keeps the best.
#include "core/bench/tune.h"

#include "app/cli/assets.h"
#include "app/cli/chosen_lessons.h"
#include "app/cli/commands.h"
#include "app/cli/progress.h"
#include "app/cli/tuned_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>

namespace warpstage::cli {

namespace {

std::string values_text(const lesson::ParameterValues& values)
{
    std::string text;
    for (const auto& [id, value] : values)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", id, value);
    return text;
}

} // namespace

int tune(const Common& common, const TuneCommand& command)
{
    const auto lesson = find_lesson(common, command.lesson);
    if (!lesson)
        return refuse(lesson.error().message);
    const auto variant = find_variant(**lesson, command.variant);
    if (!variant)
        return refuse(variant.error().message);
    auto engine = engine_for(common, {});
    if (!engine)
        return refuse(engine.error().message);
    const auto& machine = (*engine)->description();
    const bool gpu = machine.kind == engine::EngineKind::gpu;
    const auto settings = settings_of(common, **lesson, machine.kind);
    if (!settings)
        return refuse(settings.error().message);
    if (auto loaded = (*engine)->load(*lesson); !loaded)
        return refuse(loaded.error().message);

    const auto said = said_by(common);
    // Not what was found before: that is among the combinations anyway.
    const auto suited = lesson::choose_settings(**lesson, **variant, *settings, said, facts_of(machine), {});
    bench::TuneRequest request;
    request.first.samples = 5;
    request.first.budget = std::chrono::seconds(1);
    request.second.samples = command.repeat;
    Progress progress { 0 };
    request.progress = [&](std::size_t /*tried*/, std::size_t total) {
        progress.set_total(total);
        progress.begin(fmt::format("{} {}", (*lesson)->id, (*variant)->id));
    };
    const auto result = bench::tune(**engine, **lesson, **variant, suited.settings, said, request);
    if (!result)
        return refuse(result.error().message);
    const auto best = bench::tuned_variant(*result, **lesson, **variant, machine);
    fmt::print("{} ({}){}; the fastest were checked{}{}\n\n{}", machine.name, machine.detail,
        gpu ? "" : "; times are of an emulation and say nothing about a GPU", result->checked_with.empty() ? "" : " with ",
        result->checked_with, bench::to_table(*result));
    if (result->impossible > 0)
        fmt::print("{} combinations do not fit together\n", result->impossible);
    fmt::print("\nbest for {} of lesson {}, n in {}: {}\n", best.variant, best.lesson, best.size, values_text(best.values));
    if (!command.keep)
        return kSuccess;
    if (auto kept = keep_tuned(best); !kept)
        return refuse(kept.error().message);
    fmt::print("kept in {}\n", tuned_file().string());
    return kSuccess;
}

} // namespace warpstage::cli

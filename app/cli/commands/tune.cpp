// `warpstage tune`: searches the tunable parameters of a variant and keeps the best.
#include "core/bench/tune.h"

#include "app/cli/command.h"
#include "app/cli/progress.h"

namespace warpstage::cli {

namespace {

struct TuneOptions {
    std::string lesson;
    std::string variant;
    std::uint32_t repeat = 21; // samples of the best ones
    bool keep = true; // in the user's settings
};

std::string values_text(const lesson::ParameterValues& values)
{
    std::string text;
    for (const auto& [id, value] : values)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", id, value);
    return text;
}

int tune(const Common& common, const TuneOptions& options)
{
    const auto lesson = find_lesson(common, options.lesson);
    const auto& variant = find_variant(*lesson, options.variant);
    const auto engine = engine_for(common);
    const auto& machine = engine->description();
    const auto settings = settings_of(common, *lesson, machine.kind);
    or_refuse(engine->load(lesson));

    // Not what was found before: that is among the combinations anyway.
    const auto suited = suited_settings(common, *lesson, variant, settings, machine, {});
    bench::TuneRequest request;
    request.first.samples = 5;
    request.first.budget = std::chrono::seconds(1);
    request.second.samples = options.repeat;
    Progress progress { 0 };
    request.progress = [&](std::size_t /*tried*/, std::size_t total) {
        progress.set_total(total);
        progress.begin(fmt::format("{} {}", lesson->id, variant.id));
    };
    const auto result = or_refuse(bench::tune(*engine, *lesson, variant, suited.settings, set_ids(common), request));
    const auto best = bench::tuned_variant(result, *lesson, variant, machine);
    fmt::print("{} ({}){}; the fastest were checked{}{}\n\n{}", machine.name, machine.detail,
        machine.kind == engine::EngineKind::gpu ? "" : "; times are of an emulation and say nothing about a GPU",
        result.checked_with.empty() ? "" : " with ", result.checked_with, bench::to_table(result));
    if (result.impossible > 0)
        fmt::print("{} combinations do not fit together\n", result.impossible);
    fmt::print("\nbest for {} of lesson {}, n in {}: {}\n", best.variant, best.lesson, best.size, values_text(best.values));
    if (!options.keep)
        return kSuccess;
    fmt::print("kept in {}\n", keep_tuned(best).string());
    return kSuccess;
}

} // namespace

void add_tune(CommandLine& line)
{
    auto& app =
        line.add("tune", "Searches a variant's tunable parameters and keeps the fastest in the user's settings, for later runs");
    auto& options = line.options_of(app, tune);
    add_variant(app, options.lesson, options.variant);
    add_repeat(app, options.repeat, "Samples of the best combinations, of which median, minimum and maximum are shown");
    app.add_flag("!--no-keep", options.keep, "Show the table, and leave the user's settings as they are");
}

} // namespace warpstage::cli

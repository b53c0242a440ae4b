// `warpstage check`: every variant against its reference.
#include "app/cli/assets.h"
#include "app/cli/chosen_lessons.h"
#include "app/cli/commands.h"
#include "core/bench/check_variant.h"

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace warpstage::cli {

namespace {

// A race has no right result where lanes drift apart.
problem::CheckOutcome forgiven(problem::CheckOutcome outcome, const problem::Variant& variant, const CheckCommand& command)
{
    const bool drifting = command.vm.scheduling.policy == simt::Scheduling::Policy::independent;
    if (!outcome.passed && drifting && bench::shows_race(variant)) {
        outcome.passed = true;
        outcome.sentence = "as its race allows: " + outcome.sentence;
    }
    return outcome;
}

} // namespace

int check(const Common& common, const CheckCommand& command)
{
    const auto assets = find_assets(common);
    if (!assets)
        return refuse(assets.error().message);
    const auto chosen = chosen_lessons(*assets, command.lessons);
    if (!chosen)
        return refuse(chosen.error().message);
    const auto& lessons = *chosen;
    if (command.lessons.empty()) {
        for (const auto& broken : assets->catalog->broken())
            fmt::print("broken   {}: {}\n", broken.folder.string(), broken.reason);
    }
    std::vector<problem::Settings> settings;
    for (const auto& lesson : lessons) {
        auto its_settings = settings_of(common, *lesson);
        if (!its_settings)
            return refuse(its_settings.error().message);
        settings.push_back(std::move(*its_settings));
    }
    auto engine = engine_for(common, command.vm);
    if (!engine)
        return refuse(engine.error().message);

    const auto& description = (*engine)->description();
    fmt::print("{} ({})\n", description.name, description.detail);
    std::size_t checked = 0;
    std::size_t different = 0;
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        if (auto loaded = (*engine)->load(lessons[i]); !loaded)
            return refuse(loaded.error().message);
        for (const auto& variant : lessons[i]->variants) {
            const auto made = bench::check_variant(**engine, *lessons[i], variant, settings[i]);
            if (!made)
                return refuse(fmt::format("Lesson `{}`, variant `{}`: {}", lessons[i]->id, variant.id, made.error().message));
            const auto outcome = forgiven(*made, variant, command);
            ++checked;
            different += outcome.passed ? 0U : 1U;
            fmt::print(
                "{:<8} {:<10} {:<14} {}\n", outcome.passed ? "ok" : "DIFFERS", lessons[i]->id, variant.id, outcome.sentence);
        }
    }
    fmt::print("{} variants checked, {} differ\n", checked, different);
    return different == 0 ? kSuccess : kDiffers;
}

} // namespace warpstage::cli

// `warpstage check`: compares every variant with its reference.
#include "app/cli/command.h"
#include "core/bench/check_variant.h"
#include "core/engine/variant_run.h"

namespace warpstage::cli {

namespace {

struct CheckOptions {
    std::vector<std::string> lessons; // empty: all
    std::vector<std::string> variants; // empty: all of each lesson
};

// One engine per set of checks: a variant may require its own. The first one is the default.
using Engines = std::vector<std::pair<engine::VmSettings, std::unique_ptr<engine::Engine>>>;

// The engine for the variant, with the lesson loaded, and whether a fault is expected.
std::pair<engine::Engine&, bench::Fault> engine_of(Engines& engines, const engine::VmSettings& asked,
    const std::shared_ptr<const lesson::Lesson>& lesson, const problem::Variant& variant)
{
    const bool on_gpu = engines.front().second->description().kind == engine::EngineKind::gpu;
    const auto settings = on_gpu ? asked : engine::vm_settings_of(variant, asked);
    auto found = std::ranges::find(engines, settings, &Engines::value_type::first);
    if (found == engines.end())
        found = engines.emplace(found, settings, engine::make_vm_engine(settings));
    or_refuse(found->second->load(lesson));
    const bool required = !on_gpu && engine::must_show_fault(variant, settings);
    return { *found->second, required ? bench::Fault::required : bench::Fault::optional };
}

int check(const Common& common, const CheckOptions& options)
{
    const auto assets = or_refuse(find_assets(common));
    const auto lessons = chosen_lessons(assets, options.lessons);
    if (options.lessons.empty()) {
        for (const auto& broken : assets.catalog->broken())
            fmt::print("broken   {}: {}\n", broken.folder.string(), broken.reason);
    }
    std::vector<problem::Settings> settings;
    for (const auto& lesson : lessons)
        settings.push_back(settings_of(common, *lesson));
    auto engine = engine_for(common);
    const auto machine = engine->description();
    fmt::print("{} ({})\n", machine.name, machine.detail);
    const auto tuned = load_tuned();
    Engines engines;
    engines.emplace_back(common.vm, std::move(engine));
    std::size_t checked = 0;
    std::size_t different = 0;
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        for (const auto& variant : lessons[i]->variants) {
            if (!options.variants.empty() && std::ranges::find(options.variants, variant.id) == options.variants.end())
                continue;
            const auto [its_engine, fault] = engine_of(engines, common.vm, lessons[i], variant);
            const auto its = suited_settings(common, *lessons[i], variant, settings[i], machine, *tuned);
            const auto outcome = bench::check_variant(its_engine, *lessons[i], variant, its.settings, fault);
            if (!outcome)
                refuse(fmt::format("Lesson `{}`, variant `{}`: {}", lessons[i]->id, variant.id, outcome.error().message));
            ++checked;
            different += outcome->passed ? 0U : 1U;
            fmt::print("{:<8} {:<10} {:<14} {}{}\n", outcome->passed ? "ok" : "DIFFERS", lessons[i]->id, variant.id,
                outcome->sentence, its.tuned.empty() ? "" : fmt::format("; tuned: {}", its.tuned));
        }
    }
    if (checked == 0)
        refuse("None of the lessons has a variant with this id. Run `warpstage list` for the variants.");
    fmt::print("{} variant{} checked, {} differ\n", checked, checked == 1 ? "" : "s", different);
    return different == 0 ? kSuccess : kDiffers;
}

} // namespace

void add_check(CommandLine& line)
{
    auto& app =
        line.add("check", "Run every variant and compare its result with the reference; exit status 1 if a result differs");
    auto& options = line.options_of(app, check);
    app.add_option("LESSON", options.lessons, "Lessons to check (default: all)");
    add_variants(app, options.variants, "Check only this variant");
    add_vm_settings(app, line.common().vm);
}

} // namespace warpstage::cli

// `warpstage check`: every variant against its reference.
#include "app/cli/assets.h"
#include "app/cli/chosen_lessons.h"
#include "app/cli/commands.h"
#include "app/cli/tuned_file.h"
#include "core/bench/check_variant.h"
#include "core/engine/variant_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace warpstage::cli {

namespace {

// One engine for each way to run: variants say what to look for.
class Engines {
public:
    Engines(std::unique_ptr<engine::Engine> usual, const engine::VmSettings& asked)
        : m_asked(asked)
    {
        m_engines.emplace_back(asked, std::move(usual));
    }

    struct Chosen {
        engine::Engine* engine = nullptr;
        bench::Fault fault = bench::Fault::optional;
    };

    // With the lesson loaded. Errors: the engine cannot load it.
    Result<Chosen> engine_for(const problem::Variant& variant, const std::shared_ptr<const lesson::Lesson>& lesson)
    {
        const bool on_gpu = m_engines.front().second->description().kind == engine::EngineKind::gpu;
        const auto settings = on_gpu ? m_asked : engine::vm_settings_of(variant, m_asked);
        auto found = std::ranges::find(m_engines, settings, [](const auto& one) { return one.first; });
        if (found == m_engines.end())
            found = m_engines.emplace(found, settings, engine::make_vm_engine(settings));
        if (auto loaded = found->second->load(lesson); !loaded)
            return loaded.error();
        const bool required = !on_gpu && engine::must_show_fault(variant, settings);
        return Chosen { found->second.get(), required ? bench::Fault::required : bench::Fault::optional };
    }

private:
    engine::VmSettings m_asked;
    std::vector<std::pair<engine::VmSettings, std::unique_ptr<engine::Engine>>> m_engines; // the first is the usual one
};

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

    const auto description = (*engine)->description();
    fmt::print("{} ({})\n", description.name, description.detail);
    const auto tuned = load_tuned();
    const auto said = said_by(common);
    Engines engines { *std::move(engine), command.vm };
    std::size_t checked = 0;
    std::size_t different = 0;
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        for (const auto& variant : lessons[i]->variants) {
            const auto chosen_engine = engines.engine_for(variant, lessons[i]);
            if (!chosen_engine)
                return refuse(chosen_engine.error().message);
            const auto its = lesson::choose_settings(*lessons[i], variant, settings[i], said, facts_of(description), *tuned);
            if (!its.mistake.empty())
                fmt::print(stderr, "warpstage: {}\n", its.mistake);
            const auto made =
                bench::check_variant(*chosen_engine->engine, *lessons[i], variant, its.settings, chosen_engine->fault);
            if (!made)
                return refuse(fmt::format("Lesson `{}`, variant `{}`: {}", lessons[i]->id, variant.id, made.error().message));
            const auto& outcome = *made;
            ++checked;
            different += outcome.passed ? 0U : 1U;
            fmt::print("{:<8} {:<10} {:<14} {}{}\n", outcome.passed ? "ok" : "DIFFERS", lessons[i]->id, variant.id,
                outcome.sentence, its.tuned.empty() ? "" : fmt::format("; tuned: {}", its.tuned));
        }
    }
    fmt::print("{} variants checked, {} differ\n", checked, different);
    return different == 0 ? kSuccess : kDiffers;
}

} // namespace warpstage::cli

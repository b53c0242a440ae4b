// `warpstage check`: every variant against its reference.
#include "app/cli/assets.h"
#include "app/cli/commands.h"
#include "core/engine/gpu_engine.h"
#include "core/engine/vm_engine.h"

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace warpstage::cli {

namespace {

Result<std::unique_ptr<engine::Engine>> engine_of(const Common& common, const CheckCommand& command)
{
    if (common.engine == engine::EngineKind::vm || command.vm != engine::VmSettings {})
        return engine::make_vm_engine(command.vm);
    auto gpu = engine::make_gpu_engine();
    if (gpu || common.engine == engine::EngineKind::gpu)
        return gpu;
    return engine::make_vm_engine();
}

// Some variants are there to do wrong: their setting `hazard` says what.
bool has_race(const problem::Variant& variant)
{
    const auto hazard = variant.settings.find("hazard");
    return hazard != variant.settings.end() && hazard->second == "race";
}

// A race has no right result where lanes drift apart.
problem::CheckOutcome forgiven(problem::CheckOutcome outcome, const problem::Variant& variant, const CheckCommand& command)
{
    const bool drifting = command.vm.scheduling.policy == simt::Scheduling::Policy::independent;
    if (!outcome.passed && drifting && has_race(variant)) {
        outcome.passed = true;
        outcome.sentence = "as its race allows: " + outcome.sentence;
    }
    return outcome;
}

Result<problem::CheckOutcome> check_variant(
    engine::Engine& engine, const lesson::Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings)
{
    auto made = lesson.problem->check_plan(variant, settings);
    if (!made)
        return made.error();
    const auto plan = std::make_shared<const problem::Plan>(std::move(*made));
    if (auto adopted = engine.adopt(plan, engine::Contents::initial); !adopted)
        return adopted.error();
    for (std::uint32_t step = 0; step < lesson.problem->check_steps(); ++step) {
        if (auto started = engine.start(); !started)
            return started.error();
        auto outcome = engine.wait();
        if (!outcome)
            return outcome.error();
        if (outcome->trap && outcome->trap->kind == simt::TrapKind::race && has_race(variant))
            return problem::CheckOutcome { true, 0.0, 0.0, "the hazard it shows was found: " + outcome->trap->message };
        if (outcome->trap)
            return problem::CheckOutcome { false, 0.0, 0.0, outcome->trap->message };
    }
    std::vector<std::vector<std::byte>> contents;
    for (problem::BufferIndex i = 0; i < plan->buffers.size(); ++i) {
        contents.emplace_back(plan->buffers[i].bytes);
        if (auto read = engine.read(i, contents.back()); !read)
            return read.error();
    }
    return lesson.problem->check(*plan, settings, contents);
}

} // namespace

int check(const Common& common, const CheckCommand& command)
{
    const auto assets = find_assets(common);
    if (!assets)
        return refuse(assets.error().message);
    std::vector<std::shared_ptr<const lesson::Lesson>> lessons;
    for (const auto& id : command.lessons) {
        auto lesson = assets->catalog->find(id);
        if (!lesson)
            return refuse(lesson.error().message);
        lessons.push_back(*lesson);
    }
    if (lessons.empty()) {
        lessons = assets->catalog->lessons();
        for (const auto& broken : assets->catalog->broken())
            fmt::print("broken   {}: {}\n", broken.folder.string(), broken.reason);
    }
    std::vector<problem::Settings> settings;
    for (const auto& lesson : lessons) {
        auto chosen = settings_of(common, *lesson);
        if (!chosen)
            return refuse(chosen.error().message);
        settings.push_back(std::move(*chosen));
    }
    auto engine = engine_of(common, command);
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
            const auto made = check_variant(**engine, *lessons[i], variant, settings[i]);
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

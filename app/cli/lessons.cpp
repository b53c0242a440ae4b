#include "app/cli/lessons.h"

#include "app/cli/did_you_mean.h"
#include "app/cli/progress.h"
#include "app/cli/standard_streams.h"
#include "app/shell/files/captures.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/engine/gpu/gpu_engine.h"
#include "core/engine/limits/limit_probes.h"
#include "core/engine/limits/limits_file.h"

#include <system_error>

namespace warpstage::cli {

namespace {

std::filesystem::path tuned_file()
{
    return settings_folder() / "tuned.toml";
}

lesson::ReadTunedSettings read_tuned_file(const std::filesystem::path& file)
{
    const auto text = read_whole_file(file, kMaxSettingsBytes);
    return text ? lesson::read_tuned_settings(*text, file.string()) : lesson::ReadTunedSettings {};
}

} // namespace

Lessons chosen_lessons(const Assets& assets, const std::vector<std::string>& names)
{
    if (names.empty() || std::ranges::find(names, "all") != names.end())
        return assets.catalog->lessons();
    Lessons lessons;
    for (const auto& name : names)
        lessons.push_back(or_refuse(shell::names_file(name) ? shell::open_capture(name) : assets.catalog->find(name)));
    return lessons;
}

const problem::Variant& find_variant(const lesson::Lesson& lesson, const std::string& id)
{
    if (const auto* variant = lesson.find_variant(id); variant != nullptr)
        return *variant;
    std::vector<std::string> ids;
    for (const auto& variant : lesson.variants)
        ids.push_back(variant.id);
    if (const auto hint = did_you_mean(id, ids); !hint.empty())
        refuse(fmt::format("Lesson `{}` has no variant `{}`.{}", lesson.id, id, hint));
    refuse(fmt::format("Lesson `{}` has no variant `{}`. Use {}.", lesson.id, id, text::alternatives(ids)));
}

std::vector<const problem::Variant*> chosen_variants(const lesson::Lesson& lesson, const std::vector<std::string>& ids)
{
    std::vector<const problem::Variant*> chosen;
    for (const auto& id : ids)
        chosen.push_back(&find_variant(lesson, id));
    if (ids.empty()) {
        for (const auto& variant : lesson.variants)
            chosen.push_back(&variant);
    }
    return chosen;
}

std::unique_ptr<engine::Engine> engine_for(const Common& common)
{
    if (common.engine == engine::EngineKind::vm || common.vm != engine::VmSettings {})
        return engine::make_vm_engine(common.vm);
    auto gpu = engine::make_gpu_engine(common.gpu);
    if (gpu || common.engine == engine::EngineKind::gpu)
        return or_refuse(std::move(gpu));
    return engine::make_vm_engine();
}

problem::Settings settings_of(const Common& common, const lesson::Lesson& lesson, engine::EngineKind machine)
{
    auto settings = lesson.initial_settings(machine);
    for (const auto& [id, value] : common.settings)
        set_parameter(settings, lesson, id, value);
    return settings;
}

void set_parameter(problem::Settings& settings, const lesson::Lesson& lesson, const std::string& id, const std::string& value)
{
    if (auto set = settings.set(lesson.problem->parameters(), id, value); !set)
        refuse(fmt::format("Lesson `{}`: {}", lesson.id, set.error().message));
}

std::shared_ptr<const problem::Plan> plan_of(
    const lesson::Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings)
{
    return std::make_shared<const problem::Plan>(or_refuse(lesson.problem->plan(variant, settings)));
}

lesson::ChosenSettings suited_settings(const Common& common, const lesson::Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const engine::Description& machine, const lesson::TunedSettings& tuned)
{
    auto chosen =
        lesson::choose_settings(lesson, variant, settings, set_ids(common), { machine.name, machine.multiprocessors }, tuned);
    if (!chosen.mistake.empty())
        warn(chosen.mistake);
    return chosen;
}

std::set<std::string, std::less<>> set_ids(const Common& common)
{
    std::set<std::string, std::less<>> ids;
    for (const auto& [id, value] : common.settings)
        ids.insert(id);
    return ids;
}

std::shared_ptr<const lesson::TunedSettings> load_tuned()
{
    auto read = read_tuned_file(tuned_file());
    for (const auto& mistake : read.mistakes)
        warn(fmt::format("{} The other settings in the file are used.", mistake));
    return std::make_shared<const lesson::TunedSettings>(std::move(read.settings));
}

std::filesystem::path keep_tuned(lesson::TunedVariant found)
{
    auto file = tuned_file();
    auto read = read_tuned_file(file);
    if (!read.mistakes.empty())
        refuse(fmt::format("{} Nothing was written; correct or remove the file first.", read.mistakes.front()));
    read.settings.put(std::move(found));
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    if (error)
        refuse(fmt::format("Cannot write `{}`: {}.", file.string(), error.message()));
    write_file(file, read.settings.to_toml());
    return file;
}

engine::Limits machine_limits(const Assets& assets, engine::Engine& engine, Keeping keeping)
{
    const auto& machine = engine.description();
    const auto folder = cache_folder();
    if (keeping == Keeping::use_kept && machine.kind == engine::EngineKind::gpu) {
        if (auto kept = engine::kept_limits(folder, machine))
            return *std::move(kept);
    }
    const auto kernels = or_refuse(engine::load_limit_kernels(assets.root));
    Progress progress { engine::limit_probes({}).size() + 1 };
    const auto limits = or_refuse(engine::measure_limits(
        engine, kernels, [&](std::string_view what) { progress.begin("limits of this GPU: " + std::string { what }); }));
    if (auto kept = engine::keep_limits(folder, machine, limits); !kept)
        warn(kept.error().message);
    return limits;
}

} // namespace warpstage::cli

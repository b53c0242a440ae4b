// What commands do first: the lessons that were named, the machine that shall run them, what is known of both. What is wrong with
// the names ends the command: see Refusal.
#pragma once

#include "app/cli/assets.h"
#include "core/engine/engine.h"
#include "core/engine/limits/limits.h"
#include "core/lesson/lesson.h"
#include "core/lesson/measured/chosen_settings.h"
#include "core/lesson/measured/tuned.h"
#include "core/problem/parameter.h"
#include "core/problem/plan.h"

#include <set>

namespace warpstage::cli {

using Lessons = std::vector<std::shared_ptr<const lesson::Lesson>>;

// Every lesson where none is named, or `all` is. Refuses: an unknown name, with the nearest.
[[nodiscard]] Lessons chosen_lessons(const Assets& assets, const std::vector<std::string>& names);

// Refuses: no such variant, with the nearest or all.
[[nodiscard]] const problem::Variant& find_variant(const lesson::Lesson& lesson, const std::string& id);

// All where none is named. Refuses: as above.
[[nodiscard]] std::vector<const problem::Variant*> chosen_variants(
    const lesson::Lesson& lesson, const std::vector<std::string>& ids);

// The GPU where there is one and nothing is asked for that only the virtual machine does.
[[nodiscard]] std::unique_ptr<engine::Engine> engine_for(const Common& common);

// The lesson's settings with those of --set; small ones unless said otherwise, for what is checked and traced runs on the virtual
// machine, too. Refuses: unknown name, wrong value.
[[nodiscard]] problem::Settings settings_of(
    const Common& common, const lesson::Lesson& lesson, engine::EngineKind machine = engine::EngineKind::vm);

// Refuses: see settings_of().
void set_parameter(problem::Settings& settings, const lesson::Lesson& lesson, const std::string& id, const std::string& value);

// Refuses: settings that do not fit together.
[[nodiscard]] std::shared_ptr<const problem::Plan> plan_of(
    const lesson::Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings);

// Of a variant that this machine runs: those of --set, else those that suit it by the user's tuned ones. A mistake in these is a
// sentence on standard error.
[[nodiscard]] lesson::ChosenSettings suited_settings(const Common& common, const lesson::Lesson& lesson,
    const problem::Variant& variant, const problem::Settings& settings, const engine::Description& machine,
    const lesson::TunedSettings& tuned);

// What of the user's tuned settings, XDG_CONFIG_HOME/warpstage/tuned.toml, can be used; each mistake in the file is a sentence on
// standard error. Empty where there is no file.
[[nodiscard]] std::shared_ptr<const lesson::TunedSettings> load_tuned();

// Puts one result into the file and returns its path. Refuses: a file with mistakes, which stays as it is; no room.
std::filesystem::path keep_tuned(lesson::TunedVariant found);

// The ids that --set names.
[[nodiscard]] std::set<std::string, std::less<>> set_ids(const Common& common);

enum class Keeping : std::uint8_t { use_kept, measure_anew };

// The engine must be idle; another lesson may be loaded afterwards. Where the file cannot be written, a sentence on standard
// error says so. Refuses: not a GPU, what the engine cannot do.
[[nodiscard]] engine::Limits machine_limits(const Assets& assets, engine::Engine& engine, Keeping keeping);

} // namespace warpstage::cli

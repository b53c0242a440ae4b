// The first part of most commands: load the named lessons, open the device that runs them, and find the settings of both. Invalid
// names end the command: see Refusal.
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

// Every lesson if none is named, or `all`. A name is an id or the path of a capture. Refuses: an unknown name, with the most
// similar one, and an invalid capture.
[[nodiscard]] Lessons chosen_lessons(const Assets& assets, const std::vector<std::string>& names);

// Refuses: an unknown variant, with the most similar one or all variants.
[[nodiscard]] const problem::Variant& find_variant(const lesson::Lesson& lesson, const std::string& id);

// All variants if none is named. Refuses: as above.
[[nodiscard]] std::vector<const problem::Variant*> chosen_variants(
    const lesson::Lesson& lesson, const std::vector<std::string>& ids);

// The GPU, if one is available and no option requires the virtual machine.
[[nodiscard]] std::unique_ptr<engine::Engine> engine_for(const Common& common);

// The lesson's settings with those of --set; small problem sizes by default, because checks and traces also run on the virtual
// machine. Refuses: unknown name, invalid value.
[[nodiscard]] problem::Settings settings_of(
    const Common& common, const lesson::Lesson& lesson, engine::EngineKind machine = engine::EngineKind::vm);

// Refuses: see settings_of().
void set_parameter(problem::Settings& settings, const lesson::Lesson& lesson, const std::string& id, const std::string& value);

// Refuses: settings that contradict each other.
[[nodiscard]] std::shared_ptr<const problem::Plan> plan_of(
    const lesson::Lesson& lesson, const problem::Variant& variant, const problem::Settings& settings);

// Settings of a variant for this device: those of --set, else the user's tuned ones for it. An error in the tuned settings is
// reported on standard error.
[[nodiscard]] lesson::ChosenSettings suited_settings(const Common& common, const lesson::Lesson& lesson,
    const problem::Variant& variant, const problem::Settings& settings, const engine::Description& machine,
    const lesson::TunedSettings& tuned);

// The valid part of the user's tuned settings, XDG_CONFIG_HOME/warpstage/tuned.toml; each error in the file is reported on
// standard error. Empty if the file does not exist.
[[nodiscard]] std::shared_ptr<const lesson::TunedSettings> load_tuned();

// Adds one result to the file and returns its path. Refuses: a file with errors, which is left unchanged; a full disk.
std::filesystem::path keep_tuned(lesson::TunedVariant found);

// The ids that --set names.
[[nodiscard]] std::set<std::string, std::less<>> set_ids(const Common& common);

enum class Keeping : std::uint8_t { use_kept, measure_anew };

// The engine must be idle; afterward it may have another lesson loaded. If the file cannot be written, that is reported on
// standard error. Refuses: an engine that is not a GPU, and errors of the engine.
[[nodiscard]] engine::Limits machine_limits(const Assets& assets, engine::Engine& engine, Keeping keeping);

} // namespace warpstage::cli

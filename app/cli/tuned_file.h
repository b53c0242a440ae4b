// The user's tuned settings, XDG_CONFIG_HOME/warpstage/tuned.toml, and what commands do with them.
#pragma once

#include "app/cli/options.h"
#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/lesson/measured/chosen_settings.h"
#include "core/lesson/measured/tuned.h"

#include <filesystem>
#include <memory>
#include <set>
#include <string>

namespace warpstage::cli {

[[nodiscard]] std::filesystem::path tuned_file();

// What of the file can be used; each mistake in it is a sentence on standard error. Empty where there is no file.
[[nodiscard]] std::shared_ptr<const lesson::TunedSettings> load_tuned();

// Puts one result into the file. Errors: a file with mistakes, which stays as it is; no room.
[[nodiscard]] Result<void> keep_tuned(lesson::TunedVariant found);

// The ids that --set names.
[[nodiscard]] std::set<std::string, std::less<>> said_by(const Common& common);
[[nodiscard]] lesson::MachineFacts facts_of(const engine::Description& machine);

} // namespace warpstage::cli

// Where files are: lessons and shaders beside the program, in a build tree or an installation, or where the user says; the user's
// own as the XDG Base Directory Specification says.
#pragma once

#include "app/cli/command_line.h"
#include "core/lesson/catalog.h"
#include "core/lesson/measured/published.h"

namespace warpstage::cli {

struct Assets {
    std::filesystem::path root;
    std::filesystem::path shaders;
    std::shared_ptr<const lesson::Catalog> catalog;
    std::filesystem::path data; // the user's folder of warpstage, whether it is there or not
};

// Looks at --assets, then WARPSTAGE_ASSETS, then beside the program. Lessons of --lessons and of the user's own folder
// (XDG_DATA_HOME/warpstage/lessons) come after the shipped ones. Errors: no such folder anywhere, with the places that were
// tried.
[[nodiscard]] Result<Assets> find_assets(const Common& common);

// Errors: see lesson::PublishedFigures::load(). Never a reason to stop.
[[nodiscard]] Result<lesson::PublishedFigures> published_figures(const Assets& assets);

// One lesson from the same places, without the others. Refuses: the errors above, and no such lesson.
[[nodiscard]] std::shared_ptr<const lesson::Lesson> find_lesson(const Common& common, const std::string& id);

[[nodiscard]] std::filesystem::path cache_folder(); // XDG_CACHE_HOME/warpstage, else ~/.cache/warpstage
[[nodiscard]] std::filesystem::path state_folder(); // XDG_STATE_HOME/warpstage, else ~/.local/state/warpstage
[[nodiscard]] std::filesystem::path settings_folder(); // XDG_CONFIG_HOME/warpstage, else ~/.config/warpstage

// What a file holds; what it shall hold, whole or not at all. Refuses: it cannot be read or written.
[[nodiscard]] std::string text_of(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, std::string_view text);

} // namespace warpstage::cli

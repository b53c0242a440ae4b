// Locations of files: lessons and shaders beside the program (build tree or installation) or in the folder that the user names;
// the user's own files follow the XDG Base Directory Specification.
#pragma once

#include "app/cli/command_line.h"
#include "core/lesson/catalog.h"
#include "core/lesson/measured/published.h"

namespace warpstage::cli {

struct Assets {
    std::filesystem::path root;
    std::filesystem::path shaders;
    std::shared_ptr<const lesson::Catalog> catalog;
    std::filesystem::path data; // the user's folder of warpstage; it may not exist
};

// Searches --assets, then WARPSTAGE_ASSETS, then the folders beside the program. Lessons from --lessons and from the user's
// folder (XDG_DATA_HOME/warpstage/lessons) come after the shipped ones. Errors: no such folder exists; the error lists the places
// searched.
[[nodiscard]] Result<Assets> find_assets(const Common& common);

// Errors: see lesson::PublishedFigures::load(). An error here never ends the program.
[[nodiscard]] Result<lesson::PublishedFigures> published_figures(const Assets& assets);

// Loads one lesson from the same places, without the others; `id` may also be the path of a capture. Refuses: the errors above,
// an unknown lesson, and an invalid capture.
[[nodiscard]] std::shared_ptr<const lesson::Lesson> find_lesson(const Common& common, const std::string& id);

[[nodiscard]] std::filesystem::path cache_folder(); // XDG_CACHE_HOME/warpstage, else ~/.cache/warpstage
[[nodiscard]] std::filesystem::path state_folder(); // XDG_STATE_HOME/warpstage, else ~/.local/state/warpstage
[[nodiscard]] std::filesystem::path settings_folder(); // XDG_CONFIG_HOME/warpstage, else ~/.config/warpstage

// Reads the contents of a file; replaces them atomically. Refuses: the file cannot be read or written.
[[nodiscard]] std::string text_of(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, std::string_view text);

} // namespace warpstage::cli

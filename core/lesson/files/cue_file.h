// [[cue]] of a lesson.toml as it is written. Private to this folder.
#pragma once

#include "core/lesson/files/lesson_file.h"
#include "core/lesson/files/toml_reader.h"

#include <vector>

namespace warpstage::lesson {

// Mistakes go to the reader: keys, types, words that mean nothing anywhere. Whether variant, parameters and line are those of the
// lesson, resolve_cue() sees.
[[nodiscard]] std::vector<FileCue> read_cues(TomlReader& reader, const toml::table& file, const CueFigures& figures);

} // namespace warpstage::lesson

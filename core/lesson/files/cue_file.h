// [[cue]] tables of a lesson.toml, unresolved. Private to this folder.
#pragma once

#include "core/lesson/files/lesson_file.h"
#include "core/lesson/files/toml_reader.h"

#include <vector>

namespace warpstage::lesson {

// Reports to the reader: unknown keys, wrong types, invalid words. resolve_cue() checks variant, parameters and line.
[[nodiscard]] std::vector<FileCue> read_cues(TomlReader& reader, const toml::table& file, const CueFigures& figures);

} // namespace warpstage::lesson

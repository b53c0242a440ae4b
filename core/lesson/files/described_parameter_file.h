// [[parameter]] of a lesson.toml. Private to this folder.
#pragma once

#include "core/lesson/files/toml_reader.h"
#include "core/problem/parameter.h"

#include <vector>

namespace warpstage::lesson {

// Mistakes are reported to the reader; a parameter with a mistake is left out.
[[nodiscard]] std::vector<problem::Parameter> read_parameters(TomlReader& reader, const toml::table& file);

} // namespace warpstage::lesson

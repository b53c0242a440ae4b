// [[parameter]] of a lesson.toml. Private to this folder.
#pragma once

#include "core/lesson/files/toml_reader.h"
#include "core/problem/parameter.h"

#include <vector>

namespace warpstage::lesson {

// Mistakes go to the reader; a parameter that has one is left out.
[[nodiscard]] std::vector<problem::Parameter> read_parameters(TomlReader& reader, const toml::table& file);

} // namespace warpstage::lesson

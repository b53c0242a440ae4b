// [limit] and [variant.limit] of a lesson.toml. Private to this folder.
#pragma once

#include "core/lesson/files/toml_reader.h"
#include "core/problem/described/description.h"

#include <vector>

namespace warpstage::lesson {

// The table `limit` of a lesson or of a variant: resources, and expressions for the amount that a time step needs; empty without
// the table. Mistakes are reported to the reader.
[[nodiscard]] std::vector<problem::DescribedDemand> read_limit(TomlReader& reader, const toml::table& parent);

} // namespace warpstage::lesson

// `scene`, [image] and [bodies] of a lesson.toml, of the whole lesson or of a variant. Private to this folder.
#pragma once

#include "core/lesson/files/toml_reader.h"
#include "core/problem/described/description.h"

namespace warpstage::lesson {

// `parent` is the file or a variant, and `base` holds what it leaves out; `image = false` is no image. Buffers of `description`
// must have been read. Mistakes go to the reader.
[[nodiscard]] problem::DescribedScene read_scene(
    TomlReader& reader, const problem::Description& description, const toml::table& parent, problem::DescribedScene base);

// Whether the variant has what its scene needs; what is missing becomes a mistake.
void check_scene(TomlReader& reader, const toml::table& table, const problem::DescribedVariant& variant);

} // namespace warpstage::lesson

// `scene`, [image] and [bodies] of a lesson.toml, for the whole lesson or for a variant. Private to this folder.
#pragma once

#include "core/lesson/files/toml_reader.h"
#include "core/problem/described/description.h"

namespace warpstage::lesson {

// `parent`: the file or a variant. `base`: defaults for omitted keys; `image = false` disables the image. Buffers of
// `description` must already be read. Mistakes are reported to the reader.
[[nodiscard]] problem::DescribedScene read_scene(
    TomlReader& reader, const problem::Description& description, const toml::table& parent, problem::DescribedScene base);

// Checks that the variant has the data that its scene requires; reports missing data.
void check_scene(TomlReader& reader, const toml::table& table, const problem::DescribedVariant& variant);

} // namespace warpstage::lesson

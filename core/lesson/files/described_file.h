// The tables of a lesson.toml that describe its problem: [[parameter]], [[buffer]], [[variant.launch]], [check], [merit],
// [limit], [image], [bodies], `scene`. See docs/lessons-reference.md. Private to this folder.
#pragma once

#include "core/lesson/files/toml_reader.h"
#include "core/problem/described/description.h"

#include <array>
#include <string_view>

namespace warpstage::lesson {

// The top-level keys that only such a lesson has.
inline constexpr std::array<std::string_view, 9> kDescribingKeys { "parameter", "buffer", "texture", "check", "merit", "limit",
    "scene", "image", "bodies" };

// Every error becomes a mistake of the reader; the result is valid only without mistakes.
[[nodiscard]] problem::Description read_description(TomlReader& reader, const toml::table& file);

} // namespace warpstage::lesson

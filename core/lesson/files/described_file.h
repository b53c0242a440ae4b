// The tables of a lesson.toml that describe a problem of the lesson's own: [[parameter]], [[buffer]], [[variant.launch]],
// [check], [merit], [limit], [image], [bodies], `scene`. README, "A lesson of your own", says what they mean. Private to this
// folder.
#pragma once

#include "core/lesson/files/toml_reader.h"
#include "core/problem/described/description.h"

#include <array>
#include <string_view>

namespace warpstage::lesson {

// The keys of the whole file that only such a lesson has.
inline constexpr std::array<std::string_view, 8> kDescribingKeys { "parameter", "buffer", "check", "merit", "limit", "scene",
    "image", "bodies" };

// Everything that is wrong becomes a mistake of the reader; what comes back is good for use only where there is none.
[[nodiscard]] problem::Description read_description(TomlReader& reader, const toml::table& file);

} // namespace warpstage::lesson

// [[variant.launch]] and [[check.launch]] of a lesson.toml. Private to this folder.
#pragma once

#include "core/lesson/files/toml_reader.h"
#include "core/problem/described/description.h"

#include <optional>
#include <string>

namespace warpstage::lesson {

// Buffers and parameters of `description` must already be read. Mistakes are reported to the reader.
[[nodiscard]] problem::DescribedLaunch read_launch(
    TomlReader& reader, const problem::Description& description, const toml::table& table);

[[nodiscard]] std::optional<problem::BufferIndex> find_buffer(
    TomlReader& reader, const problem::Description& description, const std::string& name, std::uint32_t line);

} // namespace warpstage::lesson

// Commands and keys of the table that this edition does not have. CMake selects absent_commands.cpp or
// absent_commands_of_page.cpp.
#pragma once

#include <span>
#include <string_view>

namespace warpstage::stage {

[[nodiscard]] std::span<const std::string_view> absent_commands(); // ids
[[nodiscard]] std::span<const std::string_view> keyless_commands(); // ids; their keys do something else

} // namespace warpstage::stage

// A size on the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace warpstage::cli {

// "1920x1080": width and height; nothing where it is none.
[[nodiscard]] std::optional<std::pair<std::uint32_t, std::uint32_t>> parse_sides(std::string_view text);

} // namespace warpstage::cli

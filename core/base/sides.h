// Width and height in one word: "1920x1080".
#pragma once

#include "core/base/number.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace warpstage {

// Nothing: the word is not WIDTHxHEIGHT, both whole numbers.
[[nodiscard]] inline std::optional<std::pair<std::uint32_t, std::uint32_t>> parse_sides(std::string_view text)
{
    const auto cross = text.find('x');
    if (cross == std::string_view::npos)
        return std::nullopt;
    const auto width = number_in<std::uint32_t>(text.substr(0, cross));
    const auto height = number_in<std::uint32_t>(text.substr(cross + 1));
    return width && height ? std::optional { std::pair { *width, *height } } : std::nullopt;
}

} // namespace warpstage

#include "app/cli/sides.h"

#include <charconv>
#include <system_error>

namespace warpstage::cli {

std::optional<std::pair<std::uint32_t, std::uint32_t>> parse_sides(std::string_view text)
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    const auto* const end = text.data() + text.size();
    const auto [after_width, width_error] = std::from_chars(text.data(), end, width);
    if (width_error != std::errc {} || after_width == end || *after_width != 'x')
        return std::nullopt;
    const auto [after_height, height_error] = std::from_chars(after_width + 1, end, height);
    if (height_error != std::errc {} || after_height != end)
        return std::nullopt;
    return std::pair { width, height };
}

} // namespace warpstage::cli

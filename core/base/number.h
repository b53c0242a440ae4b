// Parses a number.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace warpstage {

// Nothing if the whole text is not one number. `base`: of an integer.
template <typename Number> [[nodiscard]] std::optional<Number> number_in(std::string_view text, int base = 10)
{
    Number number = 0;
    const auto* const end = text.data() + text.size();
    std::from_chars_result found;
    if constexpr (std::is_floating_point_v<Number>)
        found = std::from_chars(text.data(), end, number);
    else
        found = std::from_chars(text.data(), end, number, base);
    return found.ec == std::errc {} && found.ptr == end ? std::optional { number } : std::nullopt;
}

// A size in the memory of this program. Throws std::bad_alloc where an address has 32 bits and the size has more.
[[nodiscard]] constexpr std::size_t host_size(std::uint64_t size)
{
    if (size > std::uint64_t { std::numeric_limits<std::size_t>::max() })
        throw std::bad_alloc();
    return static_cast<std::size_t>(size);
}

} // namespace warpstage

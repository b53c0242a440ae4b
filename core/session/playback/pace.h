// How a recorded run is played: how far a step goes, and how many are taken in a second.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpstage::session {

enum class Stride : std::uint8_t {
    instruction, // one warp instruction
    line, // until a warp has done what one line of the source asks
    barrier, // until the block meets
    pass, // until a warp goes round a loop again
};

enum class Pace : std::uint8_t { one, five, ten, twenty_five, fastest };

inline constexpr std::array kStrides { Stride::instruction, Stride::line, Stride::barrier, Stride::pass };
inline constexpr std::array kPaces { Pace::one, Pace::five, Pace::ten, Pace::twenty_five, Pace::fastest };

// "instruction", "line", "barrier", "pass".
[[nodiscard]] std::string_view name_of(Stride stride);
// "1 step/s", "25 steps/s", "fastest".
[[nodiscard]] std::string_view name_of(Pace pace);
// 0: as many as there is time for.
[[nodiscard]] double per_second(Pace pace);

} // namespace warpstage::session

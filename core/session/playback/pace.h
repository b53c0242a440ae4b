// The pace of a playback: steps per second.
#pragma once

#include "core/analysis/recording/strides.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace warpstage::session {

using analysis::kStrides;
using analysis::name_of;
using analysis::Stride;

enum class Pace : std::uint8_t { one, five, ten, twenty_five, fastest };

inline constexpr std::array kPaces { Pace::one, Pace::five, Pace::ten, Pace::twenty_five, Pace::fastest };

// "1 step/s", "25 steps/s", "fastest".
[[nodiscard]] std::string_view name_of(Pace pace);
// 0: as fast as possible.
[[nodiscard]] double per_second(Pace pace);

} // namespace warpstage::session

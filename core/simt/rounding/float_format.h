// The floating-point formats whose rounding is observed, and the unit in the last place.
#pragma once

#include "core/ptx/type.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::simt {

enum class FloatFormat : std::uint8_t { f16, bf16, tf32, f32, f64 };

// Of one element of a pair: f16x2 -> f16. Nothing for other types.
[[nodiscard]] std::optional<FloatFormat> float_format_of(ptx::Type type);
[[nodiscard]] std::string_view name_of(FloatFormat format);

// Of one value in a register and in memory.
[[nodiscard]] std::uint32_t bytes_of(FloatFormat format);

// The value of these bits; exact.
[[nodiscard]] double float_value(std::uint64_t bits, FloatFormat format);

// The distance between neighboring numbers of the format in the binade of this value: 2^(exponent - digits + 1), at least that of
// the subnormal numbers and at most that of the largest ones. NaN if the value is not finite.
[[nodiscard]] double ulp_of(double value, FloatFormat format);

} // namespace warpstage::simt

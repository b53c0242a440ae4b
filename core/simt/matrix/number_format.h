// The formats of numbers in matrices (PTX ISA, 9.7.14.2 "Matrix data-types"): what the bits of one number mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::simt {

enum class NumberFormat : std::uint8_t { f64, f32, tf32, f16, bf16, e4m3, e5m2, s32, s8, u8, s4, u4, b1 };

// "e4m3" -> e4m3; nothing for any other word.
[[nodiscard]] std::optional<NumberFormat> parse_number_format(std::string_view word);
[[nodiscard]] std::string_view name_of(NumberFormat format);

// Bits of one number in a register and in memory; tf32 takes 32.
[[nodiscard]] std::uint32_t bits_of(NumberFormat format);
[[nodiscard]] bool is_integer(NumberFormat format);

// A register of a fragment has 64 bits for f64, else 32.
[[nodiscard]] std::uint32_t register_bytes(NumberFormat format);
[[nodiscard]] std::uint32_t numbers_per_register(NumberFormat format);

// The exact value of the lowest bits_of(format) bits; the other bits are ignored.
[[nodiscard]] double number_of(std::uint64_t bits, NumberFormat format);

// The bits of a number as f64, f32, f16 or s32, rounded to nearest even. Of s32 the lowest 32 bits of a whole number, or with
// `saturates` the nearest number that fits.
[[nodiscard]] std::uint64_t bits_of_number(double number, NumberFormat format, bool saturates);

} // namespace warpstage::simt

// Element types of scalars and buffers on the command line: "f32", "u8", "bf16", and their conversion to and from bytes.
#pragma once

#include "core/ptx/type.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

// s8 to u64, f16, bf16, f32, f64; empty for any other word.
[[nodiscard]] std::optional<ptx::Type> parse_element_type(std::string_view word);
// "s8, u8, ... or f64", for messages.
[[nodiscard]] std::string element_type_names();

// The smallest and the largest integer of a type. The largest u64 is limited to that of s64, because numbers are passed as signed
// 64-bit integers.
[[nodiscard]] std::int64_t least_of(ptx::Type type);
[[nodiscard]] std::int64_t greatest_of(ptx::Type type);

// Little endian, size_of(type) bytes, appended. An integer must be in the type's range; a real number is rounded to the nearest
// value, ties to even.
void append_integer(std::vector<std::byte>& bytes, ptx::Type type, std::int64_t value);
void append_real(std::vector<std::byte>& bytes, ptx::Type type, double value);

// Element `index` of an integer type; a u64 above 2^63 - 1 is returned as negative.
[[nodiscard]] std::int64_t whole_number_of(std::span<const std::byte> bytes, ptx::Type type, std::size_t index);
// Element `index`. Integers above 2^53 are rounded; text() returns them exactly.
[[nodiscard]] double number_of(std::span<const std::byte> bytes, ptx::Type type, std::size_t index);
[[nodiscard]] std::string text_of(std::span<const std::byte> bytes, ptx::Type type, std::size_t index);

} // namespace warpstage::problem

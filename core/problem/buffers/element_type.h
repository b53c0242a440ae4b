// The types of scalars and buffers that a command line can name: "f32", "u8", "bf16", and numbers to and from their bytes.
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

// s8 to u64, f16, bf16, f32, f64; nothing for another word.
[[nodiscard]] std::optional<ptx::Type> parse_element_type(std::string_view word);
// "s8, u8, ... or f64", for a message.
[[nodiscard]] std::string element_type_names();

// The smallest and the greatest whole number of an integer type. The greatest of u64 is that of s64: numbers travel as 64 signed
// bits.
[[nodiscard]] std::int64_t least_of(ptx::Type type);
[[nodiscard]] std::int64_t greatest_of(ptx::Type type);

// Little endian, size_of(type) bytes, appended. An integer must lie in the type's range; a real number becomes the nearest value,
// ties to even.
void append_integer(std::vector<std::byte>& bytes, ptx::Type type, std::int64_t value);
void append_real(std::vector<std::byte>& bytes, ptx::Type type, double value);

// Element `index` of an integer type; one of u64 beyond 2^63 - 1 comes out negative.
[[nodiscard]] std::int64_t whole_number_of(std::span<const std::byte> bytes, ptx::Type type, std::size_t index);
// Element `index`. Integers beyond 2^53 are rounded; text() gives them in full.
[[nodiscard]] double number_of(std::span<const std::byte> bytes, ptx::Type type, std::size_t index);
[[nodiscard]] std::string text_of(std::span<const std::byte> bytes, ptx::Type type, std::size_t index);

} // namespace warpstage::problem

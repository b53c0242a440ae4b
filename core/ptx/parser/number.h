// The literals of PTX (PTX ISA, section 4.5): decimal, hexadecimal, octal and binary integers with an optional U, single and
// double floats as bits (0f3F800000, 0d3FF0000000000000), decimal floats.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/parser/token_stream.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::ptx {

// An unsigned integer of at most `greatest`; `what` is its name in messages: "a line number".
[[nodiscard]] std::optional<std::uint64_t> take_unsigned(TokenStream& tokens, std::string_view what, std::uint64_t greatest);

// An integer with any number of leading signs ("+-16"), in the range of 64 bits; signed if a minus precedes it.
[[nodiscard]] std::optional<std::int64_t> take_offset(TokenStream& tokens);

// A literal with an optional minus. A decimal float is stored as f32 bits if `type` is f32, else as f64 bits.
[[nodiscard]] std::optional<ImmediateOperand> take_immediate(TokenStream& tokens, Type type);

} // namespace warpstage::ptx

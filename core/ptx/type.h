// PTX's fundamental types and state spaces (PTX ISA, sections 5.1 and 5.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpstage::ptx {

enum class Type : std::uint8_t {
    b8,
    b16,
    b32,
    b64,
    b128,
    u8,
    u16,
    u32,
    u64,
    s8,
    s16,
    s32,
    s64,
    f16,
    f16x2,
    bf16,
    bf16x2,
    tf32,
    f32,
    f64,
    pred,
};

enum class StateSpace : std::uint8_t { reg, param, shared, local, global, constant, generic };

// Bytes of one value; 1 for a predicate.
[[nodiscard]] std::uint32_t size_of(Type type);
[[nodiscard]] bool is_signed(Type type);
[[nodiscard]] bool is_float(Type type);

// "f32" -> f32; empty for any other word.
[[nodiscard]] std::optional<Type> parse_type(std::string_view word);
[[nodiscard]] std::string_view name_of(Type type);
[[nodiscard]] std::string_view name_of(StateSpace space);

} // namespace warpstage::ptx

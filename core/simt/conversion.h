// cvt in full generality, one lane at a time: every pair of types, all rounding and saturation modes (PTX ISA, 9.7.9.22). The
// conversions that compilers emit most often have fast operators in operators/move.cpp.
#pragma once

#include "core/ptx/type.h"
#include "core/simt/operation.h"

#include <cstdint>

namespace warpstage::simt {

enum class Rounding : std::uint8_t { nearest_even, nearest_away, towards_zero, down, up };

enum class Clamp : std::uint8_t {
    none,
    saturate, // .sat: integers to the type's range, floats to 0 .. 1
    relu, // negative results become +0
    finite, // .satfinite: the largest number instead of infinity
    finite_relu,
};

struct Conversion {
    ptx::Type to = ptx::Type::u32;
    ptx::Type from = ptx::Type::u32;
    std::uint8_t to_lane_bytes = 4; // of the register, which may be wider than the type
    std::uint8_t from_lane_bytes = 4;
    Rounding rounding = Rounding::nearest_even;
    bool to_integral = false; // .rni and similar modes between two float types
    Clamp clamp = Clamp::none;
    bool flush = false; // .ftz
};
static_assert(sizeof(Conversion) == sizeof(Operation::displacement));

// `bits` are the source register's; the result is extended to the width of the destination register.
[[nodiscard]] std::uint64_t convert(std::uint64_t bits, const Conversion& conversion);

// Handler of operations whose displacement holds a Conversion.
bool convert_lanes(WarpState& state, const Operation& operation);

// The fastest handler for this conversion, else convert_lanes().
[[nodiscard]] Handler handler_of(const Conversion& conversion);

} // namespace warpstage::simt

// Layouts as text, in CuTe's notation, and the functions of its algebra:
//
//     (8,64):(64,1)                        shape and stride; (8,64) alone is column-major
//     Sw<3,3,3> o 0 o (8,64):(64,1)        a swizzle, an offset and a layout; the offset may be absent
//     zipped_divide((8,64):(64,1), (4:1,_))   a tiler is a tuple of layouts, of numbers and of `_`
//
// Numbers may have CuTe's underscore, `_8`. `Sw<3,4,3> o smem_ptr[16b](unset) o ...`, as CuTe prints it, is converted to a
// swizzle of elements.
#pragma once

#include "core/base/result.h"
#include "core/layout/swizzle.h"
#include "core/layout/tile.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace warpstage::layout {

// A layout; a tiler, of which a shape and a number are cases; or a swizzle alone.
using Value = std::variant<ComposedLayout, Tile, Swizzle>;

inline constexpr std::size_t kMaxExpressionCharacters = 4096;

// Error: a sentence; where the text cannot be read, with the column.
[[nodiscard]] Result<Value> evaluate(std::string_view text);
// A number or a tuple of numbers becomes a column-major layout.
[[nodiscard]] Result<ComposedLayout> as_layout(const Value& value);
[[nodiscard]] Result<ComposedLayout> evaluate_layout(std::string_view text);
// "3,3,3" or "Sw<3,3,3>".
[[nodiscard]] Result<Swizzle> parse_swizzle(std::string_view text);

[[nodiscard]] std::string text_of(const Value& value);

struct FunctionHelp {
    std::string_view name;
    std::string_view parameters;
};
// The functions that an expression can call, for help texts.
[[nodiscard]] std::vector<FunctionHelp> functions();

} // namespace warpstage::layout

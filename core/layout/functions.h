// Internal to this folder: the functions that an expression can call.
#pragma once

#include "core/layout/expression.h"

#include <span>

namespace warpstage::layout {

struct Function {
    FunctionHelp help;
    std::size_t min_arguments = 1;
    std::size_t max_arguments = 1;
    Value (*call)(const std::vector<Value>& arguments); // throws LayoutRefusal
};
[[nodiscard]] std::span<const Function> all_functions();

// Conversions of arguments. They throw LayoutRefusal: a sentence that says what is expected.
[[nodiscard]] ComposedLayout composed_in(const Value& value);
[[nodiscard]] IntTuple int_tuple_in(const Value& value);
// Throws LayoutRefusal if it is none, or has bits beyond those of CuTe's numbers.
[[nodiscard]] Swizzle checked_swizzle(const Swizzle& swizzle);
// Throws LayoutRefusal if sizes are not positive or numbers exceed those of CuTe, 31 bits.
void check_range(const Layout& layout);

} // namespace warpstage::layout

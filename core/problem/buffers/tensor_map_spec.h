// The text form of a tensor map: `a:tensormap,box64x32,swizzle128:f16[256,128]=random:7`.
//
//   tensormap,boxWxH[,swizzleBYTES][,nan]:TYPE[WIDTH[,HEIGHT[,...]]]=CONTENTS
//
// The tensor has one to five dimensions without padding, the innermost one first, and the box as many. Outside the tensor a copy
// reads zeros, with `nan` NaN.
#pragma once

#include "core/base/objects/tensor_map.h"
#include "core/base/result.h"
#include "core/problem/expressions/expression.h"
#include "core/ptx/type.h"

#include <string_view>

namespace warpstage::problem {

// Whether the words before a colon describe a tensor map: "tensormap,box64x32".
[[nodiscard]] bool is_tensor_map_kind(std::string_view words);

// `kind`: "tensormap,box64x32"; `type`: "f16"; `extent`: "w,h", between the brackets. Errors: an unknown word, an extent that is
// not a number, a tensor map that the driver does not support; the sentence does not name the argument.
[[nodiscard]] Result<TensorMapDescription> parse_tensor_map(
    std::string_view kind, ptx::Type type, std::string_view extent, const Names& names);

} // namespace warpstage::problem

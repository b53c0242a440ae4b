// A texture as it is typed: `image:tex2d,linear,wrap,normalized:u8x4[w,h]=random:7`.
//
//   KIND[,OPTION...]:TEXEL[WIDTH[,HEIGHT]]=CONTENTS
//
// KIND is tex1dfetch (linear memory), tex1d, tex2d (arrays) or tex2dpitch (rows of memory), TEXEL an element type of textures
// with the number of channels: f32, u8x4. OPTION is nearest or linear, texels or normalized, wrap, clamp, mirror or border, and
// float (whole numbers of 8 and 16 bits read as 0 to 1). Without one: nearest, texels, clamp, elements as they are.
#pragma once

#include "core/base/result.h"
#include "core/base/texture_description.h"
#include "core/problem/expressions/expression.h"
#include "core/ptx/type.h"

#include <string_view>

namespace warpstage::problem {

// Whether the words in front of a colon begin a texture: "tex2d,linear".
[[nodiscard]] bool is_texture_kind(std::string_view words);

// `kind`: "tex2d,linear,wrap"; `texel`: "u8x4"; `extent`: "w,h", between the brackets. Errors: a word that is none, an extent
// that is no number, a texture that no GPU would make; the sentence names no argument.
[[nodiscard]] Result<TextureDescription> parse_texture(
    std::string_view kind, std::string_view texel, std::string_view extent, const Names& names);

[[nodiscard]] ptx::Type type_of(TextureElement element);

} // namespace warpstage::problem

// The text form of a texture: `image:tex2d,linear,wrap,normalized:u8x4[w,h]=random:7`.
//
//   KIND[,OPTION...]:TEXEL[WIDTH[,HEIGHT][,DEPTH]]=CONTENTS
//
// KIND is tex1dfetch (linear memory), tex2dpitch (rows of memory), or an array: tex1d, tex2d, tex3d, tex1dlayered, tex2dlayered,
// texcubemap, texcubemaplayered; surfaces, which have no options, are named the same with surf instead of tex. DEPTH is the
// number of slices or layers; cubes have no HEIGHT. TEXEL is an element type of textures with the number of channels: f32, u8x4.
// OPTION is nearest or linear, texels or normalized, wrap, clamp, mirror or border, and float (integers of 8 and 16 bits read as
// 0 to 1). Defaults: nearest, texels, clamp, unconverted elements.
#pragma once

#include "core/base/objects/texture_description.h"
#include "core/base/result.h"
#include "core/problem/expressions/expression.h"
#include "core/ptx/type.h"

#include <string>
#include <string_view>

namespace warpstage::problem {

// Whether the words before a colon describe a texture: "tex2d,linear".
[[nodiscard]] bool is_texture_kind(std::string_view words);

// `kind`: "tex2d,linear,wrap"; `texel`: "u8x4"; `extent`: "w,h", between the brackets. Errors: an unknown word, an extent that is
// not a number, a texture that GPUs do not support; the sentence does not name the argument.
[[nodiscard]] Result<TextureDescription> parse_texture(
    std::string_view kind, std::string_view texel, std::string_view extent, const Names& names);

// The words that parse_texture() reads.
struct TextureWords {
    std::string kind;
    std::string texel;
    std::string extent;
};
// The words of a texture; its pitch has none. Error: address modes that differ between the dimensions.
[[nodiscard]] Result<TextureWords> write_texture(const TextureDescription& texture);

[[nodiscard]] ptx::Type type_of(TextureElement element);

} // namespace warpstage::problem

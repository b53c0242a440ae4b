// The description of a CUDA texture object, as in cudaTextureDesc and cudaResourceDesc: the layout of the texels in memory and
// the mode of a kernel's fetches (CUDA C++ Programming Guide, "Texture Object API" and "Texture Fetching").
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage {

enum class TextureShape : std::uint8_t {
    linear, // linear memory; read only with tex1Dfetch() (cudaResourceTypeLinear)
    pitched, // rows in memory, `pitch` bytes apart; tex2D() (cudaResourceTypePitch2D)
    array_1d, // a CUDA array of one row; tex1D()
    array_2d, // a CUDA array of rows; tex2D() and tex2Dgather()
};

enum class TextureElement : std::uint8_t { u8, s8, u16, s16, u32, s32, f16, f32 };

// The texel that replaces one outside the texture.
enum class AddressMode : std::uint8_t {
    wrap, // the texture is repeated; normalized coordinates only
    clamp, // the nearest texel inside
    mirror, // repeated, every other time reversed; normalized coordinates only
    border, // zero
};

enum class FilterMode : std::uint8_t {
    nearest,
    linear, // interpolates between two texels, in two dimensions between four
};

enum class ReadMode : std::uint8_t {
    element, // as stored; halves become floats
    normalized_float, // integers of 8 and 16 bits become 0 to 1, signed ones -1 to 1
};

enum class Coordinates : std::uint8_t {
    texels, // 0 to width
    normalized, // 0 to 1
};

struct TextureDescription {
    TextureShape shape = TextureShape::pitched;
    TextureElement element = TextureElement::f32;
    std::uint32_t channels = 1; // 1, 2 or 4
    std::uint64_t width = 1; // texels
    std::uint64_t height = 1; // rows; 1 where the shape has one dimension
    std::uint64_t pitch = 0; // bytes between rows, only for pitched memory; 0: rows without padding
    std::array<AddressMode, 2> address { AddressMode::clamp, AddressMode::clamp }; // x, y; not for linear memory
    FilterMode filter = FilterMode::nearest;
    ReadMode read = ReadMode::element;
    Coordinates coordinates = Coordinates::texels;

    [[nodiscard]] std::uint32_t element_bytes() const;
    [[nodiscard]] std::uint32_t texel_bytes() const { return element_bytes() * channels; }
    // Bytes between rows; arrays are filled from rows without padding.
    [[nodiscard]] std::uint64_t row_bytes() const { return pitch != 0 ? pitch : width * texel_bytes(); }
    // Bytes of memory from the first texel to the end of the last one.
    [[nodiscard]] std::uint64_t bytes() const { return (height - 1) * row_bytes() + width * texel_bytes(); }
    // Whether fetches return floats; else integers.
    [[nodiscard]] bool gives_floats() const;
    [[nodiscard]] bool has_two_dimensions() const { return shape == TextureShape::pitched || shape == TextureShape::array_2d; }

    bool operator==(const TextureDescription&) const = default;
};

// "u8x4", "f32".
[[nodiscard]] std::string texel_name(const TextureDescription& texture);
// "u8"; the inverse returns nothing for an unknown name.
[[nodiscard]] std::string_view name_of(TextureElement element);
[[nodiscard]] std::optional<TextureElement> parse_texture_element(std::string_view word);

// Whether a GPU can create the texture object in `memory_bytes` of memory. Errors, each one sentence with `what` ("texture
// `image`"): unsupported channels, extents or pitch, insufficient memory, incompatible modes.
[[nodiscard]] Result<void> check_texture(const TextureDescription& texture, std::uint64_t memory_bytes, std::string_view what);

} // namespace warpstage

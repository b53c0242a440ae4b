// The description of a CUDA texture or surface object, as in cudaTextureDesc and cudaResourceDesc: the layout of the texels in
// memory and the mode of a kernel's fetches (CUDA C++ Programming Guide, "Texture Object API", "Texture Fetching" and "Surface
// Object API").
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstddef>
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
    array_3d, // a CUDA array of slices; tex3D()
    layered_1d, // layers of one row each; tex1DLayered()
    layered_2d, // layers of rows; tex2DLayered()
    cube, // six square faces in the order +x, -x, +y, -y, +z, -z; texCubemap()
    layered_cube, // cubes of six faces each; texCubemapLayered()
};
inline constexpr std::size_t kTextureShapes = 9;
inline constexpr std::uint64_t kCubeFaces = 6;

// The kernel reads through texture units (tex, tld4), or reads and writes unfiltered bytes (suld, sust).
enum class TextureUse : std::uint8_t { texture, surface };

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
    std::uint64_t height = 1; // rows; 1 where the shape has one dimension, the width for cubes
    std::uint64_t depth = 1; // slices of a 3-D array, layers, or layers of six faces; else 1
    std::uint64_t pitch = 0; // bytes between rows, only for pitched memory; 0: rows without padding
    std::array<AddressMode, 3> address { AddressMode::clamp, AddressMode::clamp, AddressMode::clamp }; // x, y, z; not for
                                                                                                       // linear memory
    FilterMode filter = FilterMode::nearest;
    ReadMode read = ReadMode::element;
    Coordinates coordinates = Coordinates::texels; // always normalized for cubes
    TextureUse use = TextureUse::texture;

    [[nodiscard]] std::uint32_t element_bytes() const;
    [[nodiscard]] std::uint32_t texel_bytes() const { return element_bytes() * channels; }
    // Bytes between rows; arrays are filled from rows without padding.
    [[nodiscard]] std::uint64_t row_bytes() const { return pitch != 0 ? pitch : width * texel_bytes(); }
    // Planes of `height` rows, one behind the other in memory: slices, layers or faces.
    [[nodiscard]] std::uint64_t planes() const { return is_cube() ? depth * kCubeFaces : depth; }
    [[nodiscard]] std::uint64_t plane_bytes() const { return height * row_bytes(); }
    [[nodiscard]] std::uint64_t texels() const { return width * height * planes(); }
    // Bytes of memory from the first texel to the end of the last one.
    [[nodiscard]] std::uint64_t bytes() const { return (planes() * height - 1) * row_bytes() + width * texel_bytes(); }
    // Whether fetches return floats; else integers.
    [[nodiscard]] bool gives_floats() const;
    // Of coordinates within a layer: 1, 2 or 3; 2 for a cube, within its face.
    [[nodiscard]] std::uint32_t dimensions() const;
    [[nodiscard]] bool is_array() const { return shape != TextureShape::linear && shape != TextureShape::pitched; }
    [[nodiscard]] bool is_layered() const;
    [[nodiscard]] bool is_cube() const { return shape == TextureShape::cube || shape == TextureShape::layered_cube; }
    [[nodiscard]] bool is_surface() const { return use == TextureUse::surface; }

    bool operator==(const TextureDescription&) const = default;
};

// "u8x4", "f32".
[[nodiscard]] std::string texel_name(const TextureDescription& texture);
// "u8"; the inverse returns nothing for an unknown name.
[[nodiscard]] std::string_view name_of(TextureElement element);
[[nodiscard]] std::optional<TextureElement> parse_texture_element(std::string_view word);

// Whether a GPU can create the texture or surface object in `memory_bytes` of memory. Errors, each one sentence with `what`
// ("texture `image`"): unsupported channels, extents or pitch, insufficient memory, incompatible modes.
[[nodiscard]] Result<void> check_texture(const TextureDescription& texture, std::uint64_t memory_bytes, std::string_view what);

} // namespace warpstage

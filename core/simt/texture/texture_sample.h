// Selects and filters the texels of a fetch (CUDA C++ Programming Guide, "Texture Fetching"): pure arithmetic on one texture,
// without warps.
#pragma once

#include "core/base/objects/texture_description.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace warpstage::simt {

// What the fetches of one texture need, computed once for the lanes of a warp.
class TextureFrame {
public:
    TextureFrame(const TextureDescription& texture); // NOLINT(google-explicit-constructor): the same texture

    [[nodiscard]] std::uint32_t dimensions() const { return m_dimensions; }
    [[nodiscard]] bool is_cube() const { return m_is_cube; }
    [[nodiscard]] bool is_layered() const { return m_is_layered; }
    [[nodiscard]] std::uint32_t element_bytes() const { return m_element_bytes; }
    // By axis: texels, and bytes between them.
    [[nodiscard]] std::uint64_t extent(std::size_t axis) const { return m_extents[axis]; }
    [[nodiscard]] std::uint64_t stride(std::size_t axis) const { return m_strides[axis]; }

    // As in the description.
    TextureElement element;
    std::uint32_t channels;
    std::array<AddressMode, 3> address;
    FilterMode filter;
    ReadMode read;
    Coordinates coordinates;

private:
    std::uint32_t m_dimensions;
    std::uint32_t m_element_bytes;
    std::array<std::uint64_t, 3> m_extents;
    std::array<std::uint64_t, 3> m_strides;
    bool m_is_cube;
    bool m_is_layered;
};

// Where a fetch reads: the coordinates and, of a layered texture, the layer. For a cube x, y and z are a direction.
struct TexturePoint {
    float x = 0.0F;
    float y = 0.0F;
    float z = 0.0F;
    std::uint32_t layer = 0;
};

// The texels that a fetch reads from a texture, with their weights.
struct Footprint {
    static constexpr std::uint64_t kBorder = ~std::uint64_t { 0 };
    struct Texel {
        std::uint64_t offset; // bytes from the texture's start; kBorder: outside a texture with a border
        double weight;

        [[nodiscard]] bool is_border() const { return offset == kBorder; }
    };
    // In the order of tld4: (0,1), (1,1), (1,0), (0,0); of two: left, right; of eight: four of one slice, then of the next one.
    // Those behind `count` have no value: filling them would cost more than many fetches.
    std::array<Texel, 8> texels; // NOLINT(cppcoreguidelines-pro-type-member-init)
    unsigned count = 0; // 1, 2, 4 or 8
};

// tex1Dfetch(): no texel outside, independent of the address mode.
[[nodiscard]] Footprint fetch_footprint(const TextureFrame& texture, std::int32_t x);
// All other functions that sample, with the texture's filter. Weights have 8 fractional bits, as on hardware. A layer behind the
// last one is the last one. Each face of a cube is filtered alone.
[[nodiscard]] Footprint sample_footprint(const TextureFrame& texture, const TexturePoint& point);
// tex2Dgather(): the four texels of a linear filter in a plane, a layer or a face.
[[nodiscard]] Footprint gather_footprint(const TextureFrame& texture, const TexturePoint& point);

// The bits of the four channels: floats, or integers if TextureDescription::gives_floats() is false. Missing channels are 0.
using Channels = std::array<std::uint32_t, 4>;
[[nodiscard]] Channels channels_at(const TextureFrame& texture, const std::byte* texels, const Footprint::Texel& texel);
// The weighted sum, or the single texel unchanged.
[[nodiscard]] Channels filtered(const TextureFrame& texture, const std::byte* texels, const Footprint& footprint);

} // namespace warpstage::simt

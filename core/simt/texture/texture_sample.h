// Selects and filters the texels of a fetch (CUDA C++ Programming Guide, "Texture Fetching"): pure arithmetic on one texture,
// without warps.
#pragma once

#include "core/base/texture_description.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace warpstage::simt {

// The one, two or four texels that a fetch reads from a texture, with their weights.
struct Footprint {
    struct Texel {
        std::optional<std::uint64_t> offset; // bytes from the texture's start; empty outside a texture with a border
        double weight = 1.0;
    };
    std::array<Texel, 4> texels {}; // in the order of tld4: (0,1), (1,1), (1,0), (0,0); of two: left, right
    unsigned count = 0;
};

// tex1Dfetch(): no texel outside, independent of the address mode.
[[nodiscard]] Footprint fetch_footprint(const TextureDescription& texture, std::int32_t x);
// tex1D() and tex2D(), with the texture's filter. Weights have 8 fractional bits, as on hardware.
[[nodiscard]] Footprint sample_footprint(const TextureDescription& texture, float x, float y);
// tex2Dgather(): the four texels of a linear filter.
[[nodiscard]] Footprint gather_footprint(const TextureDescription& texture, float x, float y);

// The bits of the four channels: floats, or integers if TextureDescription::gives_floats() is false. Missing channels are 0.
using Channels = std::array<std::uint32_t, 4>;
[[nodiscard]] Channels channels_at(const TextureDescription& texture, const std::byte* texels, const Footprint::Texel& texel);
// The weighted sum, or the single texel unchanged.
[[nodiscard]] Channels filtered(const TextureDescription& texture, const std::byte* texels, const Footprint& footprint);

} // namespace warpstage::simt

#include "core/simt/texture/texture_sample.h"

#include "core/base/verify.h"
#include "core/simt/conversion.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace warpstage::simt {

namespace {

// One axis of a fetch, before the address mode is applied.
struct Place {
    std::int64_t texel = 0; // the nearest one, or the left one of two that are filtered
    double weight = 0.0; // of the right one
};

// In texels. Repeating modes first remove whole periods, so large coordinates stay exact.
double in_texels(float coordinate, const TextureDescription& texture, AddressMode mode, std::uint64_t extent)
{
    // Far outside, all coordinates are equivalent, and NaN reads as 0.
    constexpr double kFar = 1U << 30U;
    auto value = static_cast<double>(coordinate);
    if (std::isnan(value))
        return 0.0;
    if (texture.coordinates == Coordinates::texels)
        return std::clamp(value, -kFar, kFar);
    if (mode == AddressMode::wrap || mode == AddressMode::mirror)
        value = std::isinf(value) ? 0.0 : value - 2.0 * std::floor(value / 2.0);
    return std::clamp(value * static_cast<double>(extent), -kFar, kFar);
}

Place nearest(double position)
{
    return { static_cast<std::int64_t>(std::floor(position)), 0.0 };
}

// Positions are fixed-point numbers with 8 fractional bits ("9-bit fixed point format with 8 bits of fractional value",
// "Linear Filtering"); the center of texel i is at i + 0.5.
Place between(double position)
{
    const auto fixed = static_cast<std::int64_t>(std::nearbyint(position * 256.0)) - 128;
    return { fixed >> 8, static_cast<double>(fixed & 255) / 256.0 };
}

// The texel for `index`; empty for the border.
std::optional<std::uint64_t> addressed(std::int64_t index, AddressMode mode, std::uint64_t extent)
{
    const auto size = static_cast<std::int64_t>(extent);
    const auto remainder = [](std::int64_t value, std::int64_t period) {
        return (value % period + period) % period;
    };
    if (index >= 0 && index < size)
        return static_cast<std::uint64_t>(index);
    switch (mode) {
    case AddressMode::clamp:
        return index < 0 ? 0 : extent - 1;
    case AddressMode::wrap:
        return static_cast<std::uint64_t>(remainder(index, size));
    case AddressMode::mirror: {
        const std::int64_t within = remainder(index, 2 * size);
        return static_cast<std::uint64_t>(within < size ? within : 2 * size - 1 - within);
    }
    case AddressMode::border:
        return std::nullopt;
    }
    VERIFY_NOT_REACHED();
}

Footprint::Texel texel_at(const TextureDescription& texture, std::int64_t x, std::int64_t y, double weight)
{
    const auto column = addressed(x, texture.address[0], texture.width);
    const auto row = texture.has_two_dimensions() ? addressed(y, texture.address[1], texture.height) : 0;
    if (!column || !row)
        return { std::nullopt, weight };
    return { *row * texture.row_bytes() + *column * texture.texel_bytes(), weight };
}

Footprint four_texels(const TextureDescription& texture, const Place& x, const Place& y)
{
    Footprint footprint;
    footprint.count = 4;
    footprint.texels = { texel_at(texture, x.texel, y.texel + 1, (1.0 - x.weight) * y.weight),
        texel_at(texture, x.texel + 1, y.texel + 1, x.weight * y.weight),
        texel_at(texture, x.texel + 1, y.texel, x.weight * (1.0 - y.weight)),
        texel_at(texture, x.texel, y.texel, (1.0 - x.weight) * (1.0 - y.weight)) };
    return footprint;
}

float half_as_float(std::uint32_t bits)
{
    const Conversion conversion { ptx::Type::f32, ptx::Type::f16, 4, 2 };
    return std::bit_cast<float>(static_cast<std::uint32_t>(convert(bits, conversion)));
}

// "Normalized float": the largest number is 1; for signed types the two smallest are -1.
std::uint32_t normalized(double value, double greatest)
{
    return std::bit_cast<std::uint32_t>(static_cast<float>(std::max(value / greatest, -1.0)));
}

std::uint32_t channel_of(const TextureDescription& texture, std::uint32_t bits)
{
    const bool floats = texture.read == ReadMode::normalized_float;
    const auto small = static_cast<std::int8_t>(bits);
    const auto medium = static_cast<std::int16_t>(bits);
    switch (texture.element) {
    case TextureElement::u8:
        return floats ? normalized(bits, 255.0) : bits;
    case TextureElement::s8:
        return floats ? normalized(small, 127.0) : static_cast<std::uint32_t>(small);
    case TextureElement::u16:
        return floats ? normalized(bits, 65535.0) : bits;
    case TextureElement::s16:
        return floats ? normalized(medium, 32767.0) : static_cast<std::uint32_t>(medium);
    case TextureElement::f16:
        return std::bit_cast<std::uint32_t>(half_as_float(bits));
    case TextureElement::u32:
    case TextureElement::s32:
    case TextureElement::f32:
        return bits;
    }
    VERIFY_NOT_REACHED();
}

} // namespace

Footprint fetch_footprint(const TextureDescription& texture, std::int32_t x)
{
    Footprint footprint;
    footprint.count = 1;
    if (x >= 0 && static_cast<std::uint64_t>(x) < texture.width)
        footprint.texels[0].offset = static_cast<std::uint64_t>(x) * texture.texel_bytes();
    return footprint;
}

Footprint sample_footprint(const TextureDescription& texture, float x, float y)
{
    const double column = in_texels(x, texture, texture.address[0], texture.width);
    const double row = in_texels(y, texture, texture.address[1], texture.height);
    Footprint footprint;
    if (texture.filter == FilterMode::nearest) {
        footprint.count = 1;
        footprint.texels[0] = texel_at(texture, nearest(column).texel, nearest(row).texel, 1.0);
        return footprint;
    }
    if (texture.has_two_dimensions())
        return four_texels(texture, between(column), between(row));
    const Place place = between(column);
    footprint.count = 2;
    footprint.texels[0] = texel_at(texture, place.texel, 0, 1.0 - place.weight);
    footprint.texels[1] = texel_at(texture, place.texel + 1, 0, place.weight);
    return footprint;
}

Footprint gather_footprint(const TextureDescription& texture, float x, float y)
{
    return four_texels(texture, between(in_texels(x, texture, texture.address[0], texture.width)),
        between(in_texels(y, texture, texture.address[1], texture.height)));
}

Channels channels_at(const TextureDescription& texture, const std::byte* texels, const Footprint::Texel& texel)
{
    Channels channels {};
    if (!texel.offset)
        return channels;
    for (std::uint32_t channel = 0; channel < texture.channels; ++channel) {
        std::uint32_t bits = 0;
        const std::uint32_t bytes = texture.element_bytes();
        std::memcpy(&bits, texels + *texel.offset + std::size_t { channel } * bytes, bytes);
        channels[channel] = channel_of(texture, bits);
    }
    return channels;
}

Channels filtered(const TextureDescription& texture, const std::byte* texels, const Footprint& footprint)
{
    if (footprint.count == 1)
        return channels_at(texture, texels, footprint.texels[0]);
    std::array<double, 4> sums {};
    for (unsigned i = 0; i < footprint.count; ++i) {
        const Footprint::Texel& texel = footprint.texels[i];
        // A texel with weight 0 is ignored, even if it is NaN.
        if (texel.weight == 0.0)
            continue;
        const Channels channels = channels_at(texture, texels, texel);
        for (std::size_t channel = 0; channel < sums.size(); ++channel)
            sums[channel] += texel.weight * static_cast<double>(std::bit_cast<float>(channels[channel]));
    }
    Channels result {};
    for (std::size_t channel = 0; channel < sums.size(); ++channel)
        result[channel] = std::bit_cast<std::uint32_t>(static_cast<float>(sums[channel]));
    return result;
}

} // namespace warpstage::simt

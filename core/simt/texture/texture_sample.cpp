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
    int weight = 0; // of the right one, in 256ths
};

constexpr int kWhole = 256; // all weights of a fetch together

// For numbers that in_texels() returns: std::floor() and std::nearbyint() are calls where the processor level has no
// instruction for them.
std::int64_t floor_of(double value)
{
    const auto whole = static_cast<std::int64_t>(value);
    return whole - (static_cast<double>(whole) > value ? 1 : 0);
}

std::int64_t nearest_integer(double value)
{
    constexpr double kNoFraction = 6755399441055744.0; // 1.5 * 2^52: a sum with it has no fractional bits
    return static_cast<std::int64_t>(value + kNoFraction - kNoFraction);
}

// `weight` divided between the left and the right texel of an axis, rounded to whole 256ths; half of one goes to the texel
// `half`.
enum class Half : std::uint8_t { left, right };
std::array<int, 2> divided(int weight, const Place& place, Half half)
{
    const int right = (weight * place.weight + (half == Half::right ? kWhole / 2 : kWhole / 2 - 1)) / kWhole;
    return { weight - right, right };
}

// In texels. Repeating modes first remove whole periods, so large coordinates stay exact.
double in_texels(double value, const TextureFrame& texture, AddressMode mode, std::uint64_t extent)
{
    // Far outside, all coordinates are equivalent, and NaN reads as 0.
    constexpr double kFar = 1U << 30U;
    if (std::isnan(value))
        return 0.0;
    if (texture.coordinates == Coordinates::texels && !texture.is_cube())
        return std::clamp(value, -kFar, kFar);
    if (mode == AddressMode::wrap || mode == AddressMode::mirror)
        value = std::isinf(value) ? 0.0 : value - 2.0 * std::floor(value / 2.0);
    return std::clamp(value * static_cast<double>(extent), -kFar, kFar);
}

Place nearest(double position)
{
    return { floor_of(position), 0 };
}

// Positions are fixed-point numbers with 8 fractional bits ("9-bit fixed point format with 8 bits of fractional value",
// "Linear Filtering"); the center of texel i is at i + 0.5.
Place between(double position)
{
    const std::int64_t fixed = nearest_integer(position * 256.0) - 128;
    return { fixed >> 8, static_cast<int>(fixed & 255) };
}

// The texel for `index`, or Footprint::kBorder.
std::uint64_t addressed(std::int64_t index, AddressMode mode, std::uint64_t extent)
{
    if (static_cast<std::uint64_t>(index) < extent)
        return static_cast<std::uint64_t>(index);
    const auto size = static_cast<std::int64_t>(extent);
    const auto remainder = [](std::int64_t value, std::int64_t period) {
        return (value % period + period) % period;
    };
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
        return Footprint::kBorder;
    }
    VERIFY_NOT_REACHED();
}

// A fetch within the planes of a texture: of a layer, a face or all slices.
struct Sampled {
    std::array<double, 3> coordinates {}; // as the texture has them
    std::uint64_t plane = 0; // the first one: layer or face
};

// The face of a direction, and the coordinates on it (CUDA C++ Programming Guide, "Cubemap Textures").
Sampled on_cube(const TexturePoint& point)
{
    const auto x = static_cast<double>(point.x);
    const auto y = static_cast<double>(point.y);
    const auto z = static_cast<double>(point.z);
    struct Face {
        std::uint64_t positive; // the face behind it is the negative one
        double major;
        double s;
        double t;
    };
    const auto face = [&]() -> Face {
        if (std::abs(x) >= std::abs(y) && std::abs(x) >= std::abs(z))
            return { 0, x, std::signbit(x) ? z : -z, -y };
        if (std::abs(y) >= std::abs(z))
            return { 2, y, x, std::signbit(y) ? -z : z };
        return { 4, z, std::signbit(z) ? -x : x, -y };
    }();
    const double major = std::abs(face.major);
    return { { (face.s / major + 1.0) / 2.0, (face.t / major + 1.0) / 2.0, 0.0 },
        face.positive + (std::signbit(face.major) ? 1 : 0) };
}

Sampled sampled(const TextureFrame& texture, const TexturePoint& point)
{
    const std::uint64_t layer = texture.is_layered() ? std::min<std::uint64_t>(point.layer, texture.extent(2) - 1) : 0;
    if (texture.is_cube()) {
        Sampled on_face = on_cube(point);
        on_face.plane += layer * kCubeFaces;
        return on_face;
    }
    return { { static_cast<double>(point.x), static_cast<double>(point.y), static_cast<double>(point.z) }, layer };
}

// One fetch from one texture; axes behind its dimensions have one texel.
class Sampling {
public:
    Sampling(const TextureFrame& texture, const TexturePoint& point)
        : m_texture(texture)
        , m_at(sampled(texture, point))
    {
    }

    // The place on an axis: nearest() or between() of it.
    template <typename PlaceOf> [[nodiscard]] Place along(std::size_t axis, const PlaceOf& place_of) const
    {
        if (axis >= m_texture.dimensions())
            return {};
        return place_of(in_texels(m_at.coordinates[axis], m_texture, m_texture.address[axis], m_texture.extent(axis)));
    }

    // The place between texel centers for linear filtering. Where the nearest texel continues outside, an H200 first moves the
    // position to the center of that texel, which matters for the rounding of the weights of other axes.
    [[nodiscard]] Place filtered(std::size_t axis) const
    {
        return along(axis, [&](double position) {
            if (m_texture.address[axis] == AddressMode::clamp && !m_texture.is_cube())
                position = std::clamp(position, 0.5, static_cast<double>(m_texture.extent(axis)) - 0.5);
            return between(position);
        });
    }

    // The distance of the texel from the first one on its axis in bytes, or kBorder.
    [[nodiscard]] std::uint64_t start(std::size_t axis, std::int64_t index) const
    {
        if (axis >= m_texture.dimensions())
            return 0;
        const std::uint64_t found = addressed(index, m_texture.address[axis], m_texture.extent(axis));
        return found == Footprint::kBorder ? found : found * m_texture.stride(axis);
    }

    // With the starts on its axes.
    [[nodiscard]] Footprint::Texel texel(std::uint64_t x, std::uint64_t y, std::uint64_t z, int weight_in_256ths) const
    {
        const double weight = weight_in_256ths / static_cast<double>(kWhole);
        if (x == Footprint::kBorder || y == Footprint::kBorder || z == Footprint::kBorder)
            return { Footprint::kBorder, weight };
        return { m_at.plane * m_texture.stride(2) + z + y + x, weight };
    }

    // Four texels of a slice, with `weight` together, behind those that are there. An H200 divides the weights in this order,
    // with these roundings: measured with textures of 2 x 2 x 2 (tests/fixtures/simt/texture_weights.csv) and 8 x 8 x 4 texels.
    void add_square(Footprint& footprint, const Place& x, const Place& y, std::uint64_t z, int weight) const
    {
        const auto [left, right] = divided(weight, x, Half::right);
        const auto [left_low, left_high] = divided(left, y, Half::left);
        const auto [right_low, right_high] = divided(right, y, Half::right);
        const std::array<std::uint64_t, 2> columns { start(0, x.texel), start(0, x.texel + 1) };
        const std::array<std::uint64_t, 2> rows { start(1, y.texel), start(1, y.texel + 1) };
        Footprint::Texel* const square = footprint.texels.data() + footprint.count;
        square[0] = texel(columns[0], rows[1], z, left_high);
        square[1] = texel(columns[1], rows[1], z, right_high);
        square[2] = texel(columns[1], rows[0], z, right_low);
        square[3] = texel(columns[0], rows[0], z, left_low);
        footprint.count += 4;
    }

private:
    const TextureFrame& m_texture;
    Sampled m_at;
};

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

std::uint32_t channel_of(const TextureFrame& texture, std::uint32_t bits)
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

// A copy of a length that is not constant calls a function.
std::uint32_t element_at(const std::byte* place, std::uint32_t bytes)
{
    const auto read = [&]<typename Element>(Element element) {
        std::memcpy(&element, place, sizeof(element));
        return std::uint32_t { element };
    };
    if (bytes == sizeof(std::uint32_t))
        return read(std::uint32_t {});
    return bytes == sizeof(std::uint16_t) ? read(std::uint16_t {}) : read(std::uint8_t {});
}

float float_at(const std::byte* place)
{
    return std::bit_cast<float>(element_at(place, sizeof(float)));
}

} // namespace

TextureFrame::TextureFrame(const TextureDescription& texture)
    : element(texture.element)
    , channels(texture.channels)
    , address(texture.address)
    , filter(texture.filter)
    , read(texture.read)
    , coordinates(texture.coordinates)
    , m_dimensions(texture.dimensions())
    , m_element_bytes(texture.element_bytes())
    , m_extents { texture.width, texture.height, texture.depth }
    , m_strides { texture.texel_bytes(), texture.row_bytes(), texture.plane_bytes() }
    , m_is_cube(texture.is_cube())
    , m_is_layered(texture.is_layered())
{
}

Footprint fetch_footprint(const TextureFrame& texture, std::int32_t x)
{
    Footprint footprint;
    footprint.count = 1;
    const bool is_inside = x >= 0 && static_cast<std::uint64_t>(x) < texture.extent(0);
    footprint.texels[0] = { is_inside ? static_cast<std::uint64_t>(x) * texture.stride(0) : Footprint::kBorder, 1.0 };
    return footprint;
}

Footprint sample_footprint(const TextureFrame& texture, const TexturePoint& point)
{
    const Sampling sampling(texture, point);
    Footprint footprint;
    if (texture.filter == FilterMode::nearest) {
        footprint.count = 1;
        const auto start = [&](std::size_t axis) {
            return sampling.start(axis, sampling.along(axis, nearest).texel);
        };
        footprint.texels[0] = sampling.texel(start(0), start(1), start(2), kWhole);
        return footprint;
    }
    const Place x = sampling.filtered(0);
    if (texture.dimensions() == 1) {
        footprint.count = 2;
        footprint.texels[0] = sampling.texel(sampling.start(0, x.texel), 0, 0, kWhole - x.weight);
        footprint.texels[1] = sampling.texel(sampling.start(0, x.texel + 1), 0, 0, x.weight);
        return footprint;
    }
    const Place y = sampling.filtered(1);
    const Place z = sampling.filtered(2);
    sampling.add_square(footprint, x, y, sampling.start(2, z.texel), kWhole - z.weight);
    if (texture.dimensions() == 3)
        sampling.add_square(footprint, x, y, sampling.start(2, z.texel + 1), z.weight);
    return footprint;
}

Footprint gather_footprint(const TextureFrame& texture, const TexturePoint& point)
{
    const Sampling sampling(texture, point);
    Footprint footprint;
    sampling.add_square(footprint, sampling.along(0, between), sampling.along(1, between), 0, kWhole);
    return footprint;
}

Channels channels_at(const TextureFrame& texture, const std::byte* texels, const Footprint::Texel& texel)
{
    Channels channels {};
    if (texel.is_border())
        return channels;
    const std::byte* place = texels + texel.offset;
    for (std::uint32_t channel = 0; channel < texture.channels; ++channel, place += texture.element_bytes())
        channels[channel] = channel_of(texture, element_at(place, texture.element_bytes()));
    return channels;
}

Channels filtered(const TextureFrame& texture, const std::byte* texels, const Footprint& footprint)
{
    if (footprint.count == 1)
        return channels_at(texture, texels, footprint.texels[0]);
    std::array<double, 4> sums {};
    for (unsigned i = 0; i < footprint.count; ++i) {
        const Footprint::Texel& texel = footprint.texels[i];
        // A texel with weight 0 is ignored, even if it is NaN.
        if (texel.weight == 0.0)
            continue;
        if (texture.element == TextureElement::f32 && texture.channels == 1) { // the most frequent ones
            sums[0] += texel.weight * (texel.is_border() ? 0.0 : float_at(texels + texel.offset));
            continue;
        }
        const Channels channels = channels_at(texture, texels, texel);
        for (std::size_t channel = 0; channel < texture.channels; ++channel)
            sums[channel] += texel.weight * static_cast<double>(std::bit_cast<float>(channels[channel]));
    }
    Channels result {};
    for (std::size_t channel = 0; channel < sums.size(); ++channel)
        result[channel] = std::bit_cast<std::uint32_t>(static_cast<float>(sums[channel]));
    return result;
}

} // namespace warpstage::simt

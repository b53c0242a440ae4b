// The texels of a warp's fetch and their weighted sum, all lanes at once. What each lane gets is what texture_sample.cpp computes
// for one lane, with the same roundings in the same order.
#include "core/simt/operators/row_loops.h"
#include "core/simt/operators/texture_operators.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

constexpr s32 kWhole = 256; // all weights of a fetch together
constexpr f64 kFar = 1U << 30U; // far outside, all coordinates are equivalent

// Of 32 lanes.
using Floats = f64[kMaxLanes];
using Integers = s32[kMaxLanes];

// std::floor() of numbers that an integer can represent.
[[gnu::always_inline]] inline s32 floor_of(f64 value)
{
    const s32 whole = static_cast<s32>(value);
    return whole - (static_cast<f64>(whole) > value ? 1 : 0);
}

// In texels. False where a coordinate needs the care of in_texels().
[[gnu::always_inline]] inline bool find_positions(const TexelFetch& fetch, const TexelAxis& axis, Floats& positions)
{
    const f32* const coordinates = static_cast<const f32*>(axis.coordinates);
    const s32* const blend = fetch.blend;
    alignas(64) f32 values[kMaxLanes];
    u32 far = 0;
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const u32 bits = __builtin_bit_cast(u32, coordinates[lane]) & static_cast<u32>(blend[lane]);
        values[lane] = __builtin_bit_cast(f32, bits);
        constexpr u32 kFarBits = 0x4e80'0000; // of the float 2^30
        far |= (bits & 0x7fff'ffffU) >= kFarBits ? 1U : 0U;
    }
    if (far != 0)
        return false;
    if (!fetch.normalized) {
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            positions[lane] = static_cast<f64>(values[lane]);
        return true;
    }
    const f64 extent = static_cast<f64>(axis.extent);
    if (axis.mode == TexelMode::wrap || axis.mode == TexelMode::mirror) {
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const f64 value = static_cast<f64>(values[lane]);
            positions[lane] = (value - 2.0 * static_cast<f64>(floor_of(value / 2.0))) * extent;
        }
        return true;
    }
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const f64 position = static_cast<f64>(values[lane]) * extent;
        positions[lane] = position < -kFar ? -kFar : (kFar < position ? kFar : position);
    }
    return true;
}

// Positions between texel centers: the left texel, and the weight of the right one in 256ths.
[[gnu::always_inline]] inline void find_pairs(const TexelAxis& axis, const Floats& positions, Integers& texels, Integers& weights)
{
    constexpr f64 kNoFraction = 6755399441055744.0; // 1.5 * 2^52: a sum with it has no fractional bits
    const bool clamps = axis.mode == TexelMode::clamp;
    const f64 lowest = clamps ? 0.5 : -2 * kFar;
    const f64 highest = clamps ? static_cast<f64>(axis.extent) - 0.5 : 2 * kFar;
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        f64 position = positions[lane];
        position = position < lowest ? lowest : (highest < position ? highest : position);
        const f64 fixed = position * 256.0 + kNoFraction - kNoFraction - 128.0;
        const s32 texel = floor_of(fixed / 256.0);
        texels[lane] = texel;
        weights[lane] = static_cast<s32>(fixed - 256.0 * static_cast<f64>(texel));
    }
}

// The distance of each texel from the first one on its axis in bytes, and whether it is inside (-1, else 0).
[[gnu::always_inline]] inline void find_starts(
    const TexelAxis& axis, const Integers& texels, s32 step, u32 (&starts)[kMaxLanes], Integers& inside)
{
    const s32 extent = static_cast<s32>(axis.extent);
    const u32 stride = axis.stride;
    const bool wraps = axis.mode == TexelMode::wrap;
    const bool mirrors = axis.mode == TexelMode::mirror;
    const s32 border = axis.mode == TexelMode::border ? 0 : -1;
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const s32 index = texels[lane] + step;
        inside[lane] = static_cast<u32>(index) < static_cast<u32>(extent) ? -1 : border;
        starts[lane] = static_cast<u32>(index);
    }
    if (wraps || mirrors) { // positions are less than two periods away
        const s32 period = wraps ? extent : 2 * extent;
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            s32 index = static_cast<s32>(starts[lane]);
            index += index < 0 ? period : 0;
            index -= index >= period ? period : 0;
            index -= index >= period ? period : 0;
            const s32 reversed = 2 * extent - 1 - index;
            starts[lane] = static_cast<u32>(index < extent ? index : reversed);
        }
    }
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        const s32 index = static_cast<s32>(starts[lane]);
        const s32 last = extent - 1;
        const s32 clamped = index < 0 ? 0 : (last < index ? last : index);
        starts[lane] = static_cast<u32>(clamped) * stride;
    }
}

// The 32 bits at each place.
[[gnu::always_inline]] inline void read_words(const std::byte* texels, const u32 (&places)[kMaxLanes], u32 (&words)[kMaxLanes])
{
#if defined(__AVX512F__)
    for (unsigned lane = 0; lane < kMaxLanes; lane += 16)
        _mm512_storeu_si512(words + lane,
            _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), 0xffff, _mm512_loadu_si512(places + lane), texels, 1));
#else
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        __builtin_memcpy(&words[lane], texels + places[lane], sizeof(u32));
#endif
}

// A channel of each texel, as channel_of() of texture_sample.cpp; of texels outside of a border 0.
[[gnu::always_inline]] inline void read_channel(
    const TexelFetch& fetch, u32 channel, const u32 (&places)[kMaxLanes], const Integers& inside, u32 (&bits)[kMaxLanes])
{
    alignas(64) u32 found[kMaxLanes];
    if (fetch.channel == ChannelKind::word) {
        read_words(fetch.texels + channel * sizeof(u32), places, found);
    } else {
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            found[lane] = static_cast<u8>(fetch.texels[places[lane] + channel]);
    }
    if (fetch.channel == ChannelKind::fraction) {
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            found[lane] = __builtin_bit_cast(u32, static_cast<f32>(static_cast<f64>(static_cast<s32>(found[lane])) / 255.0));
    }
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        bits[lane] = found[lane] & static_cast<u32>(inside[lane]);
}

[[gnu::always_inline]] inline void write_result(const TexelFetch& fetch, u32 channel, const u32 (&bits)[kMaxLanes])
{
    u32* const result = fetch.results[channel];
    const s32* const blend = fetch.blend;
    if (fetch.active == ~LaneMask { 0 }) {
        __builtin_memcpy(result, bits, sizeof(bits));
        return;
    }
    WARPSTAGE_LANES
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        result[lane] = blend[lane] != 0 ? bits[lane] : result[lane];
}

void fetch_nearest(const TexelFetch& fetch, const Integers (&texels)[2])
{
    alignas(64) u32 places[kMaxLanes];
    alignas(64) Integers inside;
    find_starts(fetch.axes[0], texels[0], 0, places, inside);
    if (fetch.dimensions == 2) {
        alignas(64) u32 rows[kMaxLanes];
        alignas(64) Integers rows_inside;
        find_starts(fetch.axes[1], texels[1], 0, rows, rows_inside);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            places[lane] += rows[lane];
            inside[lane] &= rows_inside[lane];
        }
    }
    for (u32 channel = 0; channel < fetch.results.size(); ++channel) {
        if (fetch.results[channel] == nullptr)
            continue;
        alignas(64) u32 bits[kMaxLanes] = {};
        if (channel < fetch.channels)
            read_channel(fetch, channel, places, inside, bits);
        write_result(fetch, channel, bits);
    }
}

struct WeightedTexels {
    alignas(64) u32 places[kMaxLanes];
    alignas(64) Integers inside;
    alignas(64) Integers weights; // in 256ths
};

void add_up(const TexelFetch& fetch, const WeightedTexels* footprint, unsigned count)
{
    for (u32 channel = 0; channel < fetch.results.size(); ++channel) {
        if (fetch.results[channel] == nullptr)
            continue;
        if (channel >= fetch.channels) {
            alignas(64) constexpr u32 kZeros[kMaxLanes] = {};
            write_result(fetch, channel, kZeros);
            continue;
        }
        alignas(64) Floats sums = {};
        for (unsigned i = 0; i < count; ++i) {
            const WeightedTexels& texel = footprint[i];
            alignas(64) u32 bits[kMaxLanes];
            read_channel(fetch, channel, texel.places, texel.inside, bits);
            WARPSTAGE_LANES
            for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
                // A texel with weight 0 is ignored, even if it is NaN.
                const u32 used = texel.weights[lane] != 0 ? bits[lane] : 0;
                const f64 weight = static_cast<f64>(texel.weights[lane]) / kWhole;
                sums[lane] += weight * static_cast<f64>(__builtin_bit_cast(f32, used));
            }
        }
        alignas(64) u32 results[kMaxLanes];
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            results[lane] = __builtin_bit_cast(u32, static_cast<f32>(sums[lane]));
        write_result(fetch, channel, results);
    }
}

void fetch_linear(const TexelFetch& fetch, const Integers (&texels)[2], const Integers (&weights)[2])
{
    WeightedTexels footprint[4];
    alignas(64) u32 columns[2][kMaxLanes];
    alignas(64) Integers columns_inside[2];
    for (s32 side = 0; side < 2; ++side)
        find_starts(fetch.axes[0], texels[0], side, columns[side], columns_inside[side]);
    if (fetch.dimensions == 1) {
        for (unsigned side = 0; side < 2; ++side) {
            WARPSTAGE_LANES
            for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
                footprint[side].places[lane] = columns[side][lane];
                footprint[side].inside[lane] = columns_inside[side][lane];
                footprint[side].weights[lane] = side == 0 ? kWhole - weights[0][lane] : weights[0][lane];
            }
        }
        return add_up(fetch, footprint, 2);
    }
    alignas(64) u32 rows[2][kMaxLanes];
    alignas(64) Integers rows_inside[2];
    for (s32 side = 0; side < 2; ++side)
        find_starts(fetch.axes[1], texels[1], side, rows[side], rows_inside[side]);
    // The order of Footprint: column and row of each.
    constexpr unsigned kColumns[4] = { 0, 1, 1, 0 };
    constexpr unsigned kRows[4] = { 1, 1, 0, 0 };
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned column = kColumns[i];
        const unsigned row_of_square = kRows[i];
        const s32 half = column == 0 ? kWhole / 2 - 1 : kWhole / 2; // see divided() of texture_sample.cpp
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const s32 of_column = column == 0 ? kWhole - weights[0][lane] : weights[0][lane];
            const s32 high = (of_column * weights[1][lane] + half) >> 8;
            footprint[i].weights[lane] = row_of_square == 1 ? high : of_column - high;
            footprint[i].places[lane] = columns[column][lane] + rows[row_of_square][lane];
            footprint[i].inside[lane] = columns_inside[column][lane] & rows_inside[row_of_square][lane];
        }
    }
    add_up(fetch, footprint, 4);
}

bool fetch(const TexelFetch& fetch)
{
    alignas(64) Integers texels[2];
    alignas(64) Integers weights[2];
    for (u32 axis = 0; axis < fetch.dimensions; ++axis) {
        if (fetch.by_index) {
            const s32* const indices = static_cast<const s32*>(fetch.axes[axis].coordinates);
            WARPSTAGE_LANES
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                texels[axis][lane] = indices[lane];
            continue;
        }
        alignas(64) Floats positions;
        if (!find_positions(fetch, fetch.axes[axis], positions))
            return false;
        if (fetch.linear) {
            find_pairs(fetch.axes[axis], positions, texels[axis], weights[axis]);
        } else {
            WARPSTAGE_LANES
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                texels[axis][lane] = floor_of(positions[lane]);
        }
    }
    if (fetch.linear && !fetch.by_index)
        fetch_linear(fetch, texels, weights);
    else
        fetch_nearest(fetch, texels);
    return true;
}

} // namespace

const TextureOperators& texture_operators()
{
    static constexpr TextureOperators kOperators { &fetch };
    return kOperators;
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

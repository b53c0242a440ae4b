// Vectors of several lanes at once: each lane's vector is one access, and the processor exchanges rows and columns in registers
// of its own.
#pragma once

#include "core/simt/memory/lane_access.h"

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

// The lanes in their order, without a loop over bits if all are active.
template <typename Function> [[gnu::always_inline]] inline void for_each_active(const WarpState& state, const Function& function)
{
    if (state.active == ~LaneMask { 0 }) {
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            function(lane);
        return;
    }
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1)
        function(static_cast<unsigned>(__builtin_ctz(rest)));
}

#if defined(__AVX__)

// Of 8 or 16 bytes: two or four words of 32 bits, or two of 64.
template <typename Element, typename Register, unsigned kCount>
constexpr bool is_transposed = sizeof(Element) == sizeof(Register)
    && ((sizeof(Element) == 4 && (kCount == 2 || kCount == 4)) || (sizeof(Element) == 8 && kCount == 2));

template <typename Element> constexpr unsigned kLanesTogether = 16 / sizeof(Element);

// Element e of the lanes, as it is in the registers of the virtual machine.
template <unsigned kCount> struct Columns {
    __m128i elements[kCount];
};

template <typename Element, unsigned kCount>
[[gnu::always_inline]] inline Columns<kCount> read_lanes(const std::byte* const* places)
{
    if constexpr (sizeof(Element) == 8) {
        const auto first = read_single<__m128i>(places[0]);
        const auto second = read_single<__m128i>(places[1]);
        return { { _mm_unpacklo_epi64(first, second), _mm_unpackhi_epi64(first, second) } };
    } else if constexpr (kCount == 2) {
        const auto pair = [&](unsigned lane) {
            return _mm_castsi128_ps(_mm_set_epi64x(read_single<s64>(places[lane + 1]), read_single<s64>(places[lane])));
        };
        const __m128 first = pair(0);
        const __m128 second = pair(2);
        return { { _mm_castps_si128(_mm_shuffle_ps(first, second, 0x88)),
            _mm_castps_si128(_mm_shuffle_ps(first, second, 0xdd)) } };
    } else {
        const auto a = read_single<__m128i>(places[0]);
        const auto b = read_single<__m128i>(places[1]);
        const auto c = read_single<__m128i>(places[2]);
        const auto d = read_single<__m128i>(places[3]);
        const __m128i low = _mm_unpacklo_epi32(a, b);
        const __m128i next_low = _mm_unpacklo_epi32(c, d);
        const __m128i high = _mm_unpackhi_epi32(a, b);
        const __m128i next_high = _mm_unpackhi_epi32(c, d);
        return { { _mm_unpacklo_epi64(low, next_low), _mm_unpackhi_epi64(low, next_low), _mm_unpacklo_epi64(high, next_high),
            _mm_unpackhi_epi64(high, next_high) } };
    }
}

template <typename Element, unsigned kCount>
[[gnu::always_inline]] inline void write_lanes(std::byte* const* places, const Columns<kCount>& columns)
{
    const __m128i* const e = columns.elements;
    if constexpr (sizeof(Element) == 8) {
        write_single(places[0], _mm_unpacklo_epi64(e[0], e[1]));
        write_single(places[1], _mm_unpackhi_epi64(e[0], e[1]));
    } else if constexpr (kCount == 2) {
        const auto write_pair = [&](unsigned lane, __m128i pair) {
            write_single(places[lane], static_cast<s64>(_mm_cvtsi128_si64(pair)));
            write_single(places[lane + 1], static_cast<s64>(_mm_extract_epi64(pair, 1)));
        };
        write_pair(0, _mm_unpacklo_epi32(e[0], e[1]));
        write_pair(2, _mm_unpackhi_epi32(e[0], e[1]));
    } else {
        const __m128i low = _mm_unpacklo_epi32(e[0], e[1]);
        const __m128i next_low = _mm_unpacklo_epi32(e[2], e[3]);
        const __m128i high = _mm_unpackhi_epi32(e[0], e[1]);
        const __m128i next_high = _mm_unpackhi_epi32(e[2], e[3]);
        write_single(places[0], _mm_unpacklo_epi64(low, next_low));
        write_single(places[1], _mm_unpackhi_epi64(low, next_low));
        write_single(places[2], _mm_unpacklo_epi64(high, next_high));
        write_single(places[3], _mm_unpackhi_epi64(high, next_high));
    }
}

// From `lane` on.
template <typename Element, unsigned kCount>
[[gnu::always_inline]] inline Columns<kCount> load_rows(const Element* const (&rows)[kCount], unsigned lane)
{
    Columns<kCount> columns;
    for (unsigned element = 0; element < kCount; ++element)
        columns.elements[element] = _mm_load_si128(reinterpret_cast<const __m128i*>(rows[element] + lane));
    return columns;
}

template <typename Element, unsigned kCount>
[[gnu::always_inline]] inline void store_rows(Element* const (&rows)[kCount], unsigned lane, const Columns<kCount>& columns)
{
    for (unsigned element = 0; element < kCount; ++element)
        _mm_store_si128(reinterpret_cast<__m128i*>(rows[element] + lane), columns.elements[element]);
}

#endif

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

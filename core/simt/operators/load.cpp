// ld from every space and from generic addresses (PTX ISA, 9.7.9.8). Cache and ordering modifiers have no effect: each lane's
// access is single, and the host orders the accesses of a thread as acquire and release require.
#include "core/simt/operators/load_store.h"
#include "core/simt/operators/transposed_lanes.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <typename Register>
[[gnu::always_inline]] inline void fill(const WarpState& state, Register* destination, Register value)
{
    if (state.active == ~LaneMask { 0 }) {
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            destination[lane] = value;
    } else {
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            destination[lane] = state.blend[lane] != 0 ? value : destination[lane];
    }
}

template <typename Element, typename Register>
[[gnu::always_inline]] inline void copy(const WarpState& state, Register* destination, const std::byte* source)
{
    if (state.active == ~LaneMask { 0 }) {
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            destination[lane] = static_cast<Register>(read<Element>(source + lane * sizeof(Element)));
    } else {
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const Register value = static_cast<Register>(read<Element>(source + lane * sizeof(Element)));
            destination[lane] = state.blend[lane] != 0 ? value : destination[lane];
        }
    }
}

#if defined(__AVX512F__)
// Sixteen or eight lanes in one instruction; each element is read at once.
template <typename Word, typename Address>
[[gnu::always_inline]] inline void gather(
    Word* destination, LaneMask active, const std::byte* data, const Address* a, Address offset)
{
    const auto* const base = reinterpret_cast<const long long*>(data);
    if constexpr (sizeof(Word) == 4 && sizeof(Address) == 4) {
        for (unsigned lane = 0; lane < kMaxLanes; lane += 16) {
            const __m512i places = _mm512_add_epi32(_mm512_loadu_si512(a + lane), _mm512_set1_epi32(static_cast<int>(offset)));
            const __m512i before = _mm512_loadu_si512(destination + lane);
            const auto lanes = static_cast<__mmask16>(active >> lane);
            _mm512_storeu_si512(destination + lane, _mm512_mask_i32gather_epi32(before, lanes, places, base, 1));
        }
    } else {
        for (unsigned lane = 0; lane < kMaxLanes; lane += 8) {
            __m512i places;
            if constexpr (sizeof(Address) == 4)
                places = _mm512_maskz_cvtepu32_epi64(0xff,
                    _mm256_add_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(a + lane)),
                        _mm256_set1_epi32(static_cast<int>(offset))));
            else
                places = _mm512_add_epi64(_mm512_loadu_si512(a + lane), _mm512_set1_epi64(static_cast<s64>(offset)));
            const auto lanes = static_cast<__mmask8>(active >> lane);
            if constexpr (sizeof(Word) == 4) {
                auto* const to = reinterpret_cast<__m256i*>(destination + lane);
                _mm256_storeu_si256(to, _mm512_mask_i64gather_epi32(_mm256_loadu_si256(to), lanes, places, base, 1));
            } else {
                const __m512i before = _mm512_loadu_si512(destination + lane);
                _mm512_storeu_si512(destination + lane, _mm512_mask_i64gather_epi64(before, lanes, places, base, 1));
            }
        }
    }
}
#endif

template <typename Element, typename Register> struct Load {
    static constexpr u64 kBytes = sizeof(Element);
    static constexpr bool kInGroups = sizeof(Element) == sizeof(Register) && sizeof(Element) >= 4; // others are rare

    template <unsigned kCount>
    [[gnu::always_inline]] static void uniform(const WarpState& state, const Operation& operation, const std::byte* place)
    {
        const auto value = read_single<Vector<Element, kCount>>(place);
        for (unsigned element = 0; element < kCount; ++element)
            fill(state, row<Register>(state, element_row(operation, element)), static_cast<Register>(value.elements[element]));
    }

    [[gnu::always_inline]] static bool consecutive(const WarpState& state, const Operation& operation, const std::byte* place)
    {
        copy<Element>(state, row<Register>(state, operation.d), place);
        return true;
    }

    [[gnu::always_inline]] static void group(
        const WarpState& state, const Operation& operation, const std::byte* place, unsigned group, bool consecutive)
    {
        Register* const destination = row<Register>(state, operation.d) + group * kGroup;
        if (consecutive) {
            for (unsigned lane = 0; lane < kGroup; ++lane)
                destination[lane] = static_cast<Register>(read<Element>(place + lane * sizeof(Element)));
            return;
        }
        const auto value = static_cast<Register>(read<Element>(place));
        for (unsigned lane = 0; lane < kGroup; ++lane)
            destination[lane] = value;
    }

    template <typename Address>
    [[gnu::always_inline]] static void scattered(
        const WarpState& state, const Operation& operation, const std::byte* data, const Address* a, Address offset)
    {
        Register* const destination = row<Register>(state, operation.d);
#if defined(__AVX512F__)
        if constexpr (sizeof(Element) == sizeof(Register) && sizeof(Element) >= 4) {
            gather(destination, state.active, data, a, offset);
            return;
        }
#endif
        for_each_active(state, [&](unsigned lane) {
            const auto value = read_single<Vector<Element, 1>>(data + static_cast<Address>(a[lane] + offset));
            destination[lane] = static_cast<Register>(value.elements[0]);
        });
    }

    template <unsigned kCount>
    [[gnu::noinline]] static void places(
        const WarpState& state, const Operation& operation, std::byte* const (&places)[kMaxLanes])
    {
        Register* rows[kCount];
        for (unsigned element = 0; element < kCount; ++element)
            rows[element] = row<Register>(state, element_row(operation, element));
#if defined(__AVX__)
        if constexpr (is_transposed<Element, Register, kCount>) {
            if (state.active == ~LaneMask { 0 }) {
                for (unsigned lane = 0; lane < kMaxLanes; lane += kLanesTogether<Element>)
                    store_rows(rows, lane, read_lanes<Element, kCount>(places + lane));
                return;
            }
        }
#endif
        for_each_active(state, [&](unsigned lane) {
            const auto value = read_single<Vector<Element, kCount>>(places[lane]);
            for (unsigned element = 0; element < kCount; ++element)
                rows[element][lane] = static_cast<Register>(value.elements[element]);
        });
    }
};

#define MOVE Load
// clang-format off
    constexpr Operator kOperators[] = {
        WARPSTAGE_EACH_ELEMENT(ACCESS, Shared32, "ld.shared.a32")
        WARPSTAGE_EACH_ELEMENT(ACCESS, Shared64, "ld.shared.a64")
        WARPSTAGE_EACH_ELEMENT(ACCESS_CLUSTER, u32, "ld.cluster.a32")
        WARPSTAGE_EACH_ELEMENT(ACCESS_CLUSTER, u64, "ld.cluster.a64")
        WARPSTAGE_EACH_ELEMENT(ACCESS, Global, "ld.global.a64")
        WARPSTAGE_EACH_ELEMENT(ACCESS_GENERIC, Global, "ld.generic.a64")
        WARPSTAGE_EACH_ELEMENT(ACCESS_LOCAL, void, "ld.local.a64")
        WARPSTAGE_EACH_ELEMENT(ACCESS, Constant, "ld.const.a64")
        WARPSTAGE_EACH_ELEMENT(ACCESS, Parameter, "ld.param.a64")
    };
// clang-format on

} // namespace

OperatorList load_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

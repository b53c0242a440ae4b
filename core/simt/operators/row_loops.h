// The loops over the lanes of a row, used by every operator. Included by the hot files only, which are compiled once for each
// processor level: everything is in an unnamed namespace within the level's namespace, so the copies never mix.
#pragma once

#include "core/simt/operators/operator_table.h"

#include <cstddef>
#include <cstdint>

#if defined(__clang__)
#define WARPSTAGE_LANES _Pragma("clang loop vectorize(assume_safety)")
#else
// Two rows are either identical or disjoint, so no lane depends on another.
#define WARPSTAGE_LANES _Pragma("GCC ivdep")
#endif

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using f32 = float;
using f64 = double;

template <typename T> [[gnu::always_inline]] inline T* row(const WarpState& state, u32 offset)
{
    return static_cast<T*>(__builtin_assume_aligned(state.registers + offset, 64));
}

[[gnu::always_inline]] inline LaneMask& predicate(const WarpState& state, u32 offset)
{
    return *static_cast<LaneMask*>(__builtin_assume_aligned(state.registers + offset, sizeof(LaneMask)));
}

// Predicates are lane masks: inactive lanes keep their bit.
[[gnu::always_inline]] inline void write_predicate(const WarpState& state, u32 offset, LaneMask bits)
{
    LaneMask& target = predicate(state, offset);
    target = (target & ~state.active) | (bits & state.active);
}

template <typename Function, typename D, typename A> struct Unary {
    static constexpr u8 kSizes[4] = { sizeof(D), sizeof(A), 0, 0 };

    static bool full(WarpState& state, const Operation& operation)
    {
        D* d = row<D>(state, operation.d);
        const A* a = row<A>(state, operation.a);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            d[lane] = Function::template apply<A>(a[lane]);
        return true;
    }

    static bool masked(WarpState& state, const Operation& operation)
    {
        D* d = row<D>(state, operation.d);
        const A* a = row<A>(state, operation.a);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const D result = Function::template apply<A>(a[lane]);
            d[lane] = state.blend[lane] != 0 ? result : d[lane];
        }
        return true;
    }
};

template <typename Function, typename D, typename A, typename B> struct Binary {
    static constexpr u8 kSizes[4] = { sizeof(D), sizeof(A), sizeof(B), 0 };

    static bool full(WarpState& state, const Operation& operation)
    {
        D* d = row<D>(state, operation.d);
        const A* a = row<A>(state, operation.a);
        const B* b = row<B>(state, operation.b);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            d[lane] = Function::template apply<A>(a[lane], b[lane]);
        return true;
    }

    static bool masked(WarpState& state, const Operation& operation)
    {
        D* d = row<D>(state, operation.d);
        const A* a = row<A>(state, operation.a);
        const B* b = row<B>(state, operation.b);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const D result = Function::template apply<A>(a[lane], b[lane]);
            d[lane] = state.blend[lane] != 0 ? result : d[lane];
        }
        return true;
    }
};

template <typename Function, typename D, typename A, typename B, typename C> struct TernaryOf {
    static constexpr u8 kSizes[4] = { sizeof(D), sizeof(A), sizeof(B), sizeof(C) };

    static bool full(WarpState& state, const Operation& operation)
    {
        D* d = row<D>(state, operation.d);
        const A* a = row<A>(state, operation.a);
        const B* b = row<B>(state, operation.b);
        const C* c = row<C>(state, operation.c);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            d[lane] = Function::template apply<A>(a[lane], b[lane], c[lane]);
        return true;
    }

    static bool masked(WarpState& state, const Operation& operation)
    {
        D* d = row<D>(state, operation.d);
        const A* a = row<A>(state, operation.a);
        const B* b = row<B>(state, operation.b);
        const C* c = row<C>(state, operation.c);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const D result = Function::template apply<A>(a[lane], b[lane], c[lane]);
            d[lane] = state.blend[lane] != 0 ? result : d[lane];
        }
        return true;
    }
};
template <typename Function, typename D, typename A, typename C> using Ternary = TernaryOf<Function, D, A, A, C>;

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

// A line of an operator list: the key, then the loop with its function and types.
#define OPERATOR(key, ...)                                                                                                       \
    Operator { key, &__VA_ARGS__::full, &__VA_ARGS__::masked, __VA_ARGS__::kSizes[0], __VA_ARGS__::kSizes[1],                    \
        __VA_ARGS__::kSizes[2], __VA_ARGS__::kSizes[3] },

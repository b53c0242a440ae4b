// atom and red on shared, global and generic addresses (PTX ISA, 9.7.13.15 and 9.7.13.16). Lanes of a warp are executed in lane
// order; blocks run at the same time, so accesses to global memory are atomic on the host too.
#include "core/simt/operators/memory_pattern.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

// Each function returns the new value, from the previous value and the operands b and c.
struct Add {
    template <typename T> static T apply(T before, T b, T) { return static_cast<T>(before + b); }
};
struct And {
    template <typename T> static T apply(T before, T b, T) { return before & b; }
};
struct Or {
    template <typename T> static T apply(T before, T b, T) { return before | b; }
};
struct Xor {
    template <typename T> static T apply(T before, T b, T) { return before ^ b; }
};
struct Exchange {
    template <typename T> static T apply(T, T b, T) { return b; }
};
struct Minimum {
    template <typename T> static T apply(T before, T b, T) { return b < before ? b : before; }
};
struct Maximum {
    template <typename T> static T apply(T before, T b, T) { return b > before ? b : before; }
};
struct Increment {
    template <typename T> static T apply(T before, T b, T) { return before >= b ? 0 : before + 1; }
};
struct Decrement {
    template <typename T> static T apply(T before, T b, T) { return before == 0 || before > b ? b : before - 1; }
};
struct CompareSwap {
    template <typename T> static T apply(T before, T b, T c) { return before == b ? c : before; }
};

// Floating-point numbers are handled as bits. NaN is the canonical NaN of the type, see float.cpp.
inline u32 sum_of_floats(u32 before, u32 b)
{
    const f32 sum = __builtin_bit_cast(f32, before) + __builtin_bit_cast(f32, b);
    return __builtin_isnan(sum) ? 0x7fff'ffffU : __builtin_bit_cast(u32, sum);
}

inline u32 flushed(u32 bits)
{
    return (bits & 0x7f80'0000U) == 0 ? bits & 0x8000'0000U : bits;
}

inline u32 float_of_half(u16 half)
{
    const u32 sign = (u32 { half } & 0x8000U) << 16U;
    const u32 exponent = u32 { half } >> 10U & 31U;
    const u32 fraction = half & 0x3ffU;
    if (exponent == 31)
        return sign | 0x7f80'0000U | fraction << 13U;
    if (exponent == 0)
        return sign | __builtin_bit_cast(u32, static_cast<f32>(fraction) * 0x1p-24F);
    return sign | (exponent + 112) << 23U | fraction << 13U;
}

// To the nearest, ties to even.
inline u16 half_of_float(u32 bits)
{
    const u32 sign = bits >> 16U & 0x8000U;
    const u32 magnitude = bits & 0x7fff'ffffU;
    if (magnitude > 0x7f80'0000U)
        return 0x7fff;
    if (magnitude >= 0x477f'f000U) // 65520, half way to the first number that f16 cannot represent
        return static_cast<u16>(sign | 0x7c00U);
    if (magnitude < 0x3880'0000U) { // 2^-14: below it halves are multiples of 2^-24, as floats next to 0.5 are
        const f32 rounded = __builtin_bit_cast(f32, magnitude) + 0.5F;
        return static_cast<u16>(sign | (__builtin_bit_cast(u32, rounded) - 0x3f00'0000U));
    }
    const u32 rounded = magnitude + 0xfffU + (magnitude >> 13U & 1U);
    return static_cast<u16>(sign | (rounded - (112U << 23U)) >> 13U);
}

inline u16 brain_of_float(u32 bits)
{
    if ((bits & 0x7fff'ffffU) > 0x7f80'0000U)
        return 0x7fff;
    return static_cast<u16>((bits + 0x7fffU + (bits >> 16U & 1U)) >> 16U);
}

// A float has more than twice the significand bits of a half, so rounding its sum again yields the half nearest to the exact sum.
inline u16 sum_of_halves(u16 before, u16 b)
{
    return half_of_float(sum_of_floats(float_of_half(before), float_of_half(b)));
}

inline u16 sum_of_brains(u16 before, u16 b)
{
    return brain_of_float(sum_of_floats(u32 { before } << 16U, u32 { b } << 16U));
}

struct AddFloat {
    template <typename T> static T apply(T before, T b, T) { return sum_of_floats(before, b); }
};
// On global memory atom.add.f32 flushes subnormal inputs and results to zero, on shared memory it does not.
struct AddFlushed {
    template <typename T> static T apply(T before, T b, T) { return flushed(sum_of_floats(flushed(before), flushed(b))); }
};
struct AddDouble {
    template <typename T> static T apply(T before, T b, T)
    {
        const f64 sum = __builtin_bit_cast(f64, before) + __builtin_bit_cast(f64, b);
        return __builtin_isnan(sum) ? 0xfff8'0000'0000'0000U : __builtin_bit_cast(u64, sum);
    }
};
struct AddHalf {
    template <typename T> static T apply(T before, T b, T) { return sum_of_halves(before, b); }
};
struct AddBrain {
    template <typename T> static T apply(T before, T b, T) { return sum_of_brains(before, b); }
};
template <u16 (*sum)(u16, u16)> struct AddPair {
    template <typename T> static T apply(T before, T b, T)
    {
        const u32 low = sum(static_cast<u16>(before), static_cast<u16>(b));
        const u32 high = sum(static_cast<u16>(before >> 16U), static_cast<u16>(b >> 16U));
        return low | high << 16U;
    }
};
using AddHalves = AddPair<sum_of_halves>;
using AddBrains = AddPair<sum_of_brains>;

// The smaller or the greater of two numbers given as bits, as min and max of half floats: a number rather than NaN, and -0 is
// smaller than +0.
template <u32 (*widened)(u16), bool kGreater> struct ExtremeHalf {
    template <typename T> static T apply(T before, T b, T)
    {
        const f32 x = __builtin_bit_cast(f32, widened(before));
        const f32 y = __builtin_bit_cast(f32, widened(b));
        if (__builtin_isnan(x))
            return __builtin_isnan(y) ? static_cast<T>(0x7fff) : b;
        if (__builtin_isnan(y))
            return before;
        if (x == y)
            return static_cast<T>(kGreater ? before & b : before | b); // the same but for the sign of zero
        return (y < x) != kGreater ? b : before;
    }
};
inline u32 float_of_brain(u16 brain)
{
    return u32 { brain } << 16U;
}
using MinimumHalf = ExtremeHalf<float_of_half, false>;
using MaximumHalf = ExtremeHalf<float_of_half, true>;
using MinimumBrain = ExtremeHalf<float_of_brain, false>;
using MaximumBrain = ExtremeHalf<float_of_brain, true>;

enum class Found : u8 { fault, one, several };

// Addresses of the active lanes' elements: places[0] for all of them, or one per lane.
template <typename Space>
[[gnu::noinline]] Found locate(WarpState& state, const Operation& operation, u64 bytes, std::byte* (&places)[kMaxLanes])
{
    const Request request = classify<Space, 0>(state, operation, bytes);
    switch (request.pattern) {
    case Pattern::uniform:
        places[0] = request.data + request.first;
        return Found::one;
    case Pattern::consecutive:
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            places[lane] = request.data + request.first + lane * bytes;
        return Found::several;
    case Pattern::grouped:
    case Pattern::scattered: {
        using Address = typename Space::Address;
        const Address* a = row<Address>(state, operation.a);
        const Address offset = static_cast<Address>(operation.displacement) - static_cast<Address>(request.base);
        for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
            const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
            places[lane] = request.data + static_cast<Address>(a[lane] + offset);
        }
        return Found::several;
    }
    case Pattern::apart:
        return places_apart(state, operation, bytes, places) ? Found::several : Found::fault;
    case Pattern::fault:
        return Found::fault;
    }
    __builtin_unreachable();
}

// Replaces the value by change(value), in one atomic operation if other blocks may write there too. A value that stays the same
// is not written, so that blocks which poll do not take it from each other's processor; the fence that a locked instruction would
// have been then comes before the read, once for all lanes: `ordered` is false before the first lane.
template <typename T, typename Space, typename Change>
[[gnu::always_inline]] inline void replace(std::byte* place, bool& ordered, Change change)
{
    if (!Space::kGlobal) {
        write<T>(place, change(read<T>(place)));
        return;
    }
    T* word = reinterpret_cast<T*>(place);
    T before = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    while (true) {
        const T after = change(before);
        if (after == before) {
            if (ordered)
                return;
            __atomic_thread_fence(__ATOMIC_SEQ_CST);
            ordered = true;
            const T now = __atomic_load_n(word, __ATOMIC_SEQ_CST);
            if (now == before)
                return;
            before = now;
        } else if (__atomic_compare_exchange_n(word, &before, after, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            ordered = true;
            return;
        }
    }
}

// Rows: b and c are the operands, d is the previous value.
template <typename Space, typename Function, typename T>
[[gnu::always_inline]] inline bool change_at(
    WarpState& state, const Operation& operation, Found found, std::byte* const (&places)[kMaxLanes])
{
    if (found == Found::fault) [[unlikely]]
        return false;
    const T* b = row<T>(state, operation.b);
    const T* c = row<T>(state, operation.c);
    T* d = row<T>(state, operation.d);
    const LaneMask active = state.active;
    bool ordered = false;
    if (found == Found::one) {
        // All lanes in sequence, but written once: the difference is not observable. The result may share an operand's row, and
        // other blocks may force a retry.
        alignas(64) T results[kMaxLanes];
        replace<T, Space>(places[0], ordered, [&](T value) {
            for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
                const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
                results[lane] = value;
                value = Function::template apply<T>(value, b[lane], c[lane]);
            }
            return value;
        });
        for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
            const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
            d[lane] = results[lane];
        }
        return true;
    }
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        T before {};
        replace<T, Space>(places[lane], ordered, [&](T value) {
            before = value;
            return Function::template apply<T>(value, b[lane], c[lane]);
        });
        d[lane] = before;
    }
    return true;
}

// All 32 lanes in sequence, in memory that only their block accesses. The row of the previous values may be that of an operand.
template <typename Function, typename T, typename Address>
[[gnu::always_inline]] inline void change_each(
    const WarpState& state, const Operation& operation, std::byte* data, Address offset)
{
    const Address* a = row<Address>(state, operation.a);
    const T* b = row<T>(state, operation.b);
    const T* c = row<T>(state, operation.c);
    T* d = row<T>(state, operation.d);
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        std::byte* const place = data + static_cast<Address>(a[lane] + offset);
        const T before = read<T>(place);
        write<T>(place, Function::template apply<T>(before, b[lane], c[lane]));
        d[lane] = before;
    }
}

template <typename Space, typename Function, typename T> bool change(WarpState& state, const Operation& operation)
{
    if constexpr (!Space::kGlobal) {
        if (state.active == ~LaneMask { 0 }) {
            const Request request = classify<Space, 0>(state, operation, sizeof(T));
            if (request.pattern == Pattern::fault) [[unlikely]]
                return false;
            if (request.pattern != Pattern::uniform) {
                using Address = typename Space::Address;
                const Address offset = static_cast<Address>(operation.displacement) - static_cast<Address>(request.base);
                change_each<Function, T>(state, operation, request.data, offset);
                return true;
            }
        }
    }
    std::byte* places[kMaxLanes];
    const Found found = locate<Space>(state, operation, sizeof(T), places);
    return change_at<Space, Function, T>(state, operation, found, places);
}

// Lanes whose generic addresses refer to local memory, or to different spaces: no fast path.
template <typename Space, typename Function, typename T> bool change_apart(WarpState& state, const Operation& operation)
{
    std::byte* places[kMaxLanes];
    const Found found = places_generic(state, operation, sizeof(T), places) ? Found::several : Found::fault;
    return change_at<Space, Function, T>(state, operation, found, places);
}

template <typename Address, typename Function, typename T> bool change_in_cluster(WarpState& state, const Operation& operation)
{
    std::byte* places[kMaxLanes];
    const Found found = places_cluster<Address>(state, operation, sizeof(T), places) ? Found::several : Found::fault;
    return change_at<Shared32, Function, T>(state, operation, found, places);
}

template <typename Space, typename Function, typename GlobalFunction, typename T>
bool change_generic(WarpState& state, const Operation& operation)
{
    return generic<&change<SharedGeneric, Function, T>, &change_apart<Space, Function, T>, &change<Space, GlobalFunction, T>,
        &change_apart<Space, Function, T>>(state, operation);
}

#define ATOMIC(key, Space, Function, T)                                                                                          \
    Operator { key, &change<Space, Function, T>, &change<Space, Function, T>, sizeof(T), sizeof(Space::Address), sizeof(T),      \
        sizeof(T) },
#define ATOMIC_CLUSTER(key, Address, Function, T)                                                                                \
    Operator { key, &change_in_cluster<Address, Function, T>, &change_in_cluster<Address, Function, T>, sizeof(T),               \
        sizeof(Address), sizeof(T), sizeof(T) },
#define ATOMIC_GENERIC(key, Space, Function, T)                                                                                  \
    Operator { key, &change_generic<Space, Function, Function, T>, &change_generic<Space, Function, Function, T>, sizeof(T),     \
        sizeof(u64), sizeof(T), sizeof(T) },
// Only atom.add.f32 behaves differently on global and shared memory.
#define ATOMIC_ADD_FLOAT(key)                                                                                                    \
    Operator { key, &change_generic<Global, AddFloat, AddFlushed, u32>, &change_generic<Global, AddFloat, AddFlushed, u32>,      \
        sizeof(u32), sizeof(u64), sizeof(u32), sizeof(u32) },

#define EACH_ATOMIC(LINE, Space, word)                                                                                           \
    LINE(word ".add.u32", Space, Add, u32)                                                                                       \
    LINE(word ".add.u64", Space, Add, u64)                                                                                       \
    LINE(word ".add.f64", Space, AddDouble, u64)                                                                                 \
    LINE(word ".add.f16", Space, AddHalf, u16)                                                                                   \
    LINE(word ".add.f16x2", Space, AddHalves, u32)                                                                               \
    LINE(word ".add.bf16", Space, AddBrain, u16)                                                                                 \
    LINE(word ".add.bf16x2", Space, AddBrains, u32)                                                                              \
    LINE(word ".and.b32", Space, And, u32)                                                                                       \
    LINE(word ".and.b64", Space, And, u64)                                                                                       \
    LINE(word ".or.b32", Space, Or, u32)                                                                                         \
    LINE(word ".or.b64", Space, Or, u64)                                                                                         \
    LINE(word ".xor.b32", Space, Xor, u32)                                                                                       \
    LINE(word ".xor.b64", Space, Xor, u64)                                                                                       \
    LINE(word ".exch.b32", Space, Exchange, u32)                                                                                 \
    LINE(word ".exch.b64", Space, Exchange, u64)                                                                                 \
    LINE(word ".cas.b16", Space, CompareSwap, u16)                                                                               \
    LINE(word ".cas.b32", Space, CompareSwap, u32)                                                                               \
    LINE(word ".cas.b64", Space, CompareSwap, u64)                                                                               \
    LINE(word ".min.u32", Space, Minimum, u32)                                                                                   \
    LINE(word ".min.s32", Space, Minimum, s32)                                                                                   \
    LINE(word ".min.u64", Space, Minimum, u64)                                                                                   \
    LINE(word ".min.s64", Space, Minimum, s64)                                                                                   \
    LINE(word ".max.u32", Space, Maximum, u32)                                                                                   \
    LINE(word ".max.s32", Space, Maximum, s32)                                                                                   \
    LINE(word ".max.u64", Space, Maximum, u64)                                                                                   \
    LINE(word ".max.s64", Space, Maximum, s64)                                                                                   \
    LINE(word ".inc.u32", Space, Increment, u32)                                                                                 \
    LINE(word ".dec.u32", Space, Decrement, u32)

// clang-format off
    constexpr Operator kOperators[] = {
        EACH_ATOMIC(ATOMIC, Shared32, "atom.shared.a32")
        EACH_ATOMIC(ATOMIC, Shared64, "atom.shared.a64")
        EACH_ATOMIC(ATOMIC_CLUSTER, u32, "atom.cluster.a32")
        EACH_ATOMIC(ATOMIC_CLUSTER, u64, "atom.cluster.a64")
        EACH_ATOMIC(ATOMIC, Global, "atom.global.a64")
        EACH_ATOMIC(ATOMIC_GENERIC, Global, "atom.generic.a64")
        ATOMIC("atom.shared.a32.add.f32", Shared32, AddFloat, u32)
        ATOMIC("atom.shared.a64.add.f32", Shared64, AddFloat, u32)
        ATOMIC_CLUSTER("atom.cluster.a32.add.f32", u32, AddFloat, u32)
        ATOMIC_CLUSTER("atom.cluster.a64.add.f32", u64, AddFloat, u32)
        ATOMIC("atom.global.a64.add.f32", Global, AddFlushed, u32)
        ATOMIC_ADD_FLOAT("atom.generic.a64.add.f32")
        ATOMIC_GENERIC("bulk.generic.a64.min.f16", Global, MinimumHalf, u16)
        ATOMIC_GENERIC("bulk.generic.a64.max.f16", Global, MaximumHalf, u16)
        ATOMIC_GENERIC("bulk.generic.a64.min.bf16", Global, MinimumBrain, u16)
        ATOMIC_GENERIC("bulk.generic.a64.max.bf16", Global, MaximumBrain, u16)
    };
// clang-format on

} // namespace

OperatorList atomic_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

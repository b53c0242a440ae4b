// The comparisons of setp and set, and the combination of their results (PTX ISA, 9.7.6). Predicates are lane masks, so the logic
// is one machine instruction and masking is free.
#pragma once

#include "core/simt/operators/row_loops.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

inline LaneMask combined(Combine combine, LaneMask bits, LaneMask other)
{
    switch (combine) {
    case Combine::none:
        return bits;
    case Combine::logical_and:
        return bits & other;
    case Combine::logical_or:
        return bits | other;
    case Combine::logical_xor:
        return bits ^ other;
    }
    __builtin_unreachable();
}

inline LaneMask third_operand(const WarpState& state, const Operation& operation)
{
    if (operation.combine == Combine::none)
        return 0;
    return predicate(state, operation.c) ^ (operation.predicate_negated ? ~LaneMask { 0 } : 0);
}

// set: row e gets `truth` (Operation::displacement) for true and 0 for false.
template <typename T> void write_values(WarpState& state, const Operation& operation, LaneMask bits)
{
    T* d = row<T>(state, operation.e);
    const T truth = static_cast<T>(operation.displacement);
    for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
        if ((state.active >> lane & 1U) != 0)
            d[lane] = (bits >> lane & 1U) != 0 ? truth : T { 0 };
    }
}

// "setp.lt.and.f32 p|q, a, b, !c": p = (a < b) and !c, q = !(a < b) and !c. For set, which has no predicate to write,
// element_bytes is the width of the result.
[[gnu::noinline]] void write_combined(WarpState& state, const Operation& operation, LaneMask bits)
{
    const LaneMask other = third_operand(state, operation);
    if (operation.element_bytes == sizeof(u32))
        return write_values<u32>(state, operation, combined(operation.combine, bits, other));
    if (operation.element_bytes == sizeof(u16))
        return write_values<u16>(state, operation, combined(operation.combine, bits, other));
    if (operation.d != kNoRow)
        write_predicate(state, operation.d, combined(operation.combine, bits, other));
    if (operation.e != kNoRow)
        write_predicate(state, operation.e, combined(operation.combine, ~bits, other));
}

template <typename Function, typename T> struct Compare {
    static constexpr u8 kSizes[4] = { kPredicateSize, sizeof(T), sizeof(T), 0 };

    static bool full(WarpState& state, const Operation& operation)
    {
        const T* a = row<T>(state, operation.a);
        const T* b = row<T>(state, operation.b);
        LaneMask bits = 0;
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            bits |= Function::template apply<T>(a[lane], b[lane]) ? LaneMask { 1 } << lane : LaneMask { 0 };
        if (operation.combine == Combine::none && operation.e == kNoRow) [[likely]]
            write_predicate(state, operation.d, bits);
        else
            write_combined(state, operation, bits);
        return true;
    }
    static bool masked(WarpState& state, const Operation& operation) { return full(state, operation); }
};

struct Equal {
    template <typename T> static bool apply(T a, T b) { return a == b; }
};
struct NotEqual {
    template <typename T> static bool apply(T a, T b) { return a != b; }
};
struct Less {
    template <typename T> static bool apply(T a, T b) { return a < b; }
};
struct LessEqual {
    template <typename T> static bool apply(T a, T b) { return a <= b; }
};
struct Greater {
    template <typename T> static bool apply(T a, T b) { return a > b; }
};
struct GreaterEqual {
    template <typename T> static bool apply(T a, T b) { return a >= b; }
};
// Floating point: "ne" is false if an operand is NaN; the forms with a "u" are then true.
struct OrderedNotEqual {
    template <typename T> static bool apply(T a, T b) { return a < b || a > b; }
};
struct UnorderedEqual {
    template <typename T> static bool apply(T a, T b) { return !(a < b || a > b); }
};
struct UnorderedLess {
    template <typename T> static bool apply(T a, T b) { return !(a >= b); }
};
struct UnorderedLessEqual {
    template <typename T> static bool apply(T a, T b) { return !(a > b); }
};
struct UnorderedGreater {
    template <typename T> static bool apply(T a, T b) { return !(a <= b); }
};
struct UnorderedGreaterEqual {
    template <typename T> static bool apply(T a, T b) { return !(a < b); }
};
struct BothNumbers {
    template <typename T> static bool apply(T a, T b) { return !__builtin_isnan(a) && !__builtin_isnan(b); }
};
struct AnyNan {
    template <typename T> static bool apply(T a, T b) { return __builtin_isnan(a) || __builtin_isnan(b); }
};

inline f32 without_subnormal(f32 a)
{
    return __builtin_fabsf(a) < __FLT_MIN__ ? 0.0F : a;
}

template <typename Function> struct Flushing {
    template <typename T> static bool apply(T a, T b)
    {
        return Function::template apply<T>(without_subnormal(a), without_subnormal(b));
    }
};

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

#define COMPARE(key, Function, T) OPERATOR(key, Compare<Function, T>)

// setp, and the predicate logic (PTX ISA, 9.7.6 and 9.7.8). Predicates are lane masks, so the logic is one machine instruction
// and masking is free.
#include "core/simt/operators/row_loops.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

inline void write_predicate(WarpState& state, u32 offset, LaneMask bits)
{
    LaneMask& target = predicate(state, offset);
    target = (target & ~state.active) | (bits & state.active);
}

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

// "setp.lt.and.f32 p|q, a, b, !c": p = (a < b) and !c, q = !(a < b) and !c.
[[gnu::noinline]] void write_combined(WarpState& state, const Operation& operation, LaneMask bits)
{
    LaneMask other = 0;
    if (operation.combine != Combine::none)
        other = predicate(state, operation.c) ^ (operation.predicate_negated ? ~LaneMask { 0 } : 0);
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
// Floating point: "ne" is false where an operand is NaN; the forms with a "u" are true there.
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

template <typename Function> struct PredicateLogic {
    static constexpr u8 kSizes[4] = { kPredicateSize, kPredicateSize, Function::kSources > 1 ? kPredicateSize : u8 { 0 }, 0 };

    static bool full(WarpState& state, const Operation& operation)
    {
        const LaneMask a = predicate(state, operation.a);
        const LaneMask b = Function::kSources > 1 ? predicate(state, operation.b) : 0;
        write_predicate(state, operation.d, Function::apply(a, b));
        return true;
    }
    static bool masked(WarpState& state, const Operation& operation) { return full(state, operation); }
};
struct And {
    static constexpr int kSources = 2;
    static LaneMask apply(LaneMask a, LaneMask b) { return a & b; }
};
struct Or {
    static constexpr int kSources = 2;
    static LaneMask apply(LaneMask a, LaneMask b) { return a | b; }
};
struct ExclusiveOr {
    static constexpr int kSources = 2;
    static LaneMask apply(LaneMask a, LaneMask b) { return a ^ b; }
};
struct Not {
    static constexpr int kSources = 1;
    static LaneMask apply(LaneMask a, LaneMask) { return ~a; }
};
struct Copy {
    static constexpr int kSources = 1;
    static LaneMask apply(LaneMask a, LaneMask) { return a; }
};

#define COMPARE(key, Function, T)                                                                                                \
    Operator { key, &Compare<Function, T>::full, &Compare<Function, T>::masked, Compare<Function, T>::kSizes[0],                 \
        Compare<Function, T>::kSizes[1], Compare<Function, T>::kSizes[2], Compare<Function, T>::kSizes[3] },
#define LOGIC(key, Function)                                                                                                     \
    Operator { key, &PredicateLogic<Function>::full, &PredicateLogic<Function>::masked, PredicateLogic<Function>::kSizes[0],     \
        PredicateLogic<Function>::kSizes[1], PredicateLogic<Function>::kSizes[2], PredicateLogic<Function>::kSizes[3] },
#define EACH_BITS(word, Function)                                                                                                \
    COMPARE(word ".b16", Function, u16)                                                                                          \
    COMPARE(word ".b32", Function, u32)                                                                                          \
    COMPARE(word ".b64", Function, u64)
#define EACH_UNSIGNED(word, Function)                                                                                            \
    COMPARE(word ".u16", Function, u16)                                                                                          \
    COMPARE(word ".u32", Function, u32)                                                                                          \
    COMPARE(word ".u64", Function, u64)
#define EACH_INTEGER(word, Function)                                                                                             \
    COMPARE(word ".s16", Function, s16)                                                                                          \
    COMPARE(word ".s32", Function, s32)                                                                                          \
    COMPARE(word ".s64", Function, s64)                                                                                          \
    EACH_UNSIGNED(word, Function)
#define EACH_FLOAT(word, Function)                                                                                               \
    COMPARE(word ".f32", Function, f32)                                                                                          \
    COMPARE(word ".ftz.f32", Flushing<Function>, f32)                                                                            \
    COMPARE(word ".f64", Function, f64)

// clang-format off
    constexpr Operator kOperators[] = {
        EACH_INTEGER("setp.eq", Equal)
        EACH_INTEGER("setp.ne", NotEqual)
        EACH_BITS("setp.eq", Equal)
        EACH_BITS("setp.ne", NotEqual)
        EACH_INTEGER("setp.lt", Less)
        EACH_INTEGER("setp.le", LessEqual)
        EACH_INTEGER("setp.gt", Greater)
        EACH_INTEGER("setp.ge", GreaterEqual)
        EACH_UNSIGNED("setp.lo", Less)
        EACH_UNSIGNED("setp.ls", LessEqual)
        EACH_UNSIGNED("setp.hi", Greater)
        EACH_UNSIGNED("setp.hs", GreaterEqual)
        EACH_FLOAT("setp.eq", Equal)
        EACH_FLOAT("setp.ne", OrderedNotEqual)
        EACH_FLOAT("setp.lt", Less)
        EACH_FLOAT("setp.le", LessEqual)
        EACH_FLOAT("setp.gt", Greater)
        EACH_FLOAT("setp.ge", GreaterEqual)
        EACH_FLOAT("setp.equ", UnorderedEqual)
        EACH_FLOAT("setp.neu", NotEqual)
        EACH_FLOAT("setp.ltu", UnorderedLess)
        EACH_FLOAT("setp.leu", UnorderedLessEqual)
        EACH_FLOAT("setp.gtu", UnorderedGreater)
        EACH_FLOAT("setp.geu", UnorderedGreaterEqual)
        EACH_FLOAT("setp.num", BothNumbers)
        EACH_FLOAT("setp.nan", AnyNan)
        LOGIC("and.pred", And)
        LOGIC("or.pred", Or)
        LOGIC("xor.pred", ExclusiveOr)
        LOGIC("not.pred", Not)
        LOGIC("mov.pred", Copy)
    };
// clang-format on

} // namespace

OperatorList comparison_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

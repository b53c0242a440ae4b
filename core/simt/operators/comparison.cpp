// setp of integers and floats, and the predicate logic (PTX ISA, 9.7.6 and 9.7.8).
#include "core/simt/operators/comparisons.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

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

#define LOGIC(key, Function) OPERATOR(key, PredicateLogic<Function>)
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

// setp and set of f16 and bf16, scalar and packed in pairs (PTX ISA, 9.7.7).
#include "core/simt/operators/comparisons.h"
#include "core/simt/operators/half.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <typename Format, typename Mode, typename Function> struct OfHalf {
    template <typename T> static bool apply(u16 a, u16 b)
    {
        return Function::template apply<f64>(
            widened<Format>(flushed_half<Format, Mode>(a)), widened<Format>(flushed_half<Format, Mode>(b)));
    }
};

// "setp.lt.f16x2 p|q, a, b": p for the low halves, q for the high ones. For set, element_bytes is the width of the halves of the
// result.
[[gnu::noinline]] void write_pair(WarpState& state, const Operation& operation, LaneMask low, LaneMask high)
{
    const LaneMask other = third_operand(state, operation);
    const LaneMask first = combined(operation.combine, low, other);
    const LaneMask second = combined(operation.combine, high, other);
    if (operation.element_bytes != 0) {
        u32* d = row<u32>(state, operation.e);
        const u32 truth = static_cast<u32>(operation.displacement);
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            if ((state.active >> lane & 1U) != 0)
                d[lane] = ((first >> lane & 1U) != 0 ? truth : 0) | ((second >> lane & 1U) != 0 ? truth << 16U : 0);
        }
        return;
    }
    write_predicate(state, operation.d, first);
    if (operation.e != kNoRow)
        write_predicate(state, operation.e, second);
}

template <typename Function> struct ComparePairs {
    static constexpr u8 kSizes[4] = { kPredicateSize, sizeof(u32), sizeof(u32), 0 };

    static bool full(WarpState& state, const Operation& operation)
    {
        const u32* a = row<u32>(state, operation.a);
        const u32* b = row<u32>(state, operation.b);
        LaneMask low = 0;
        LaneMask high = 0;
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const LaneMask bit = LaneMask { 1 } << lane;
            low |= Function::template apply<u16>(static_cast<u16>(a[lane]), static_cast<u16>(b[lane])) ? bit : 0;
            high |= Function::template apply<u16>(static_cast<u16>(a[lane] >> 16U), static_cast<u16>(b[lane] >> 16U)) ? bit : 0;
        }
        write_pair(state, operation, low, high);
        return true;
    }
    static bool masked(WarpState& state, const Operation& operation) { return full(state, operation); }
};

#define COMPARE_HALF(word, type, ...)                                                                                            \
    OPERATOR(word "." type, Compare<OfHalf<__VA_ARGS__>, u16>)                                                                   \
    OPERATOR(word "." type "x2", ComparePairs<OfHalf<__VA_ARGS__>>)
#define EACH_HALF(word, Function)                                                                                                \
    COMPARE_HALF("setp." word, "f16", F16, HalfPlain, Function)                                                                  \
    COMPARE_HALF("setp." word ".ftz", "f16", F16, HalfFtz, Function)                                                             \
    COMPARE_HALF("setp." word, "bf16", Bf16, HalfPlain, Function)

// clang-format off
    constexpr Operator kOperators[] = {
        EACH_HALF("eq", Equal)
        EACH_HALF("ne", OrderedNotEqual)
        EACH_HALF("lt", Less)
        EACH_HALF("le", LessEqual)
        EACH_HALF("gt", Greater)
        EACH_HALF("ge", GreaterEqual)
        EACH_HALF("equ", UnorderedEqual)
        EACH_HALF("neu", NotEqual)
        EACH_HALF("ltu", UnorderedLess)
        EACH_HALF("leu", UnorderedLessEqual)
        EACH_HALF("gtu", UnorderedGreater)
        EACH_HALF("geu", UnorderedGreaterEqual)
        EACH_HALF("num", BothNumbers)
        EACH_HALF("nan", AnyNan)
    };
// clang-format on

} // namespace

OperatorList half_comparison_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

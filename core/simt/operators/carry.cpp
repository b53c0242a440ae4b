// Arithmetic of more than 64 bits: the carry flag is one lane mask, row e of the operation (PTX ISA, 9.7.2).
#include "core/simt/operators/integer_types.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

struct Add {
    static constexpr LaneMask kFirst = 0;

    template <typename T> static T apply(T a, T b, T carry, bool& out)
    {
        const T sum = a + b;
        const T result = sum + carry;
        out = sum < a || result < sum;
        return result;
    }
};
// The hardware adds the complement, so the flag is the carry of that sum: set if nothing is borrowed. The PTX ISA calls the flag
// a borrow, which is equivalent in pure chains of subtractions.
struct Subtract {
    static constexpr LaneMask kFirst = ~LaneMask { 0 };

    template <typename T> static T apply(T a, T b, T carry, bool& out)
    {
        return Add::apply<T>(a, static_cast<T>(~b), carry, out);
    }
};
struct Low {
    template <typename T> static Arithmetic<T> apply(T a, T b) { return Arithmetic<T>(a) * Arithmetic<T>(b); }
};
struct High {
    template <typename T> static Arithmetic<T> apply(T a, T b) { return static_cast<Arithmetic<T>>(high_half(a, b)); }
};

enum class Carry : u8 { out, in, in_and_out };

// `kFirst`: what the first instruction of a chain adds: no carry for a sum, 1 for the complement of a difference.
template <Carry kCarry, LaneMask kFirst> LaneMask carries_in(const WarpState& state, const Operation& operation)
{
    return kCarry == Carry::out ? kFirst : predicate(state, operation.e);
}

template <Carry kCarry> void write_carries(const WarpState& state, const Operation& operation, LaneMask bits)
{
    if constexpr (kCarry != Carry::in)
        write_predicate(state, operation.e, bits);
}

template <typename Function, Carry kCarry, typename T> struct CarryBinary {
    static constexpr u8 kSizes[4] = { sizeof(T), sizeof(T), sizeof(T), 0 };

    static bool full(WarpState& state, const Operation& operation)
    {
        T* d = row<T>(state, operation.d);
        const T* a = row<T>(state, operation.a);
        const T* b = row<T>(state, operation.b);
        const LaneMask in = carries_in<kCarry, Function::kFirst>(state, operation);
        LaneMask out = 0;
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            bool carry = false;
            const T result = Function::template apply<T>(a[lane], b[lane], T { in >> lane & 1U }, carry);
            out |= carry ? LaneMask { 1 } << lane : LaneMask { 0 };
            d[lane] = state.blend[lane] != 0 ? result : d[lane];
        }
        write_carries<kCarry>(state, operation, out);
        return true;
    }
    static bool masked(WarpState& state, const Operation& operation) { return full(state, operation); }
};

// mad: the carry is that of the sum only.
template <typename Half, Carry kCarry, typename T> struct CarryMultiplyAdd {
    static constexpr u8 kSizes[4] = { sizeof(T), sizeof(T), sizeof(T), sizeof(T) };

    static bool full(WarpState& state, const Operation& operation)
    {
        using U = Arithmetic<T>;
        U* d = row<U>(state, operation.d);
        const T* a = row<T>(state, operation.a);
        const T* b = row<T>(state, operation.b);
        const U* c = row<U>(state, operation.c);
        const LaneMask in = carries_in<kCarry, Add::kFirst>(state, operation);
        LaneMask out = 0;
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            bool carry = false;
            const U product = Half::template apply<T>(a[lane], b[lane]);
            const U result = Add::apply<U>(product, c[lane], U { in >> lane & 1U }, carry);
            out |= carry ? LaneMask { 1 } << lane : LaneMask { 0 };
            d[lane] = state.blend[lane] != 0 ? result : d[lane];
        }
        write_carries<kCarry>(state, operation, out);
        return true;
    }
    static bool masked(WarpState& state, const Operation& operation) { return full(state, operation); }
};

#define EACH_TYPE(LINE, word, ...)                                                                                               \
    LINE(word ".u32", u32, __VA_ARGS__)                                                                                          \
    LINE(word ".s32", s32, __VA_ARGS__)                                                                                          \
    LINE(word ".u64", u64, __VA_ARGS__)                                                                                          \
    LINE(word ".s64", s64, __VA_ARGS__)
#define SUM(key, T, Function, kCarry) OPERATOR(key, CarryBinary<Function, kCarry, Arithmetic<T>>)
#define PRODUCT(key, T, Half, kCarry) OPERATOR(key, CarryMultiplyAdd<Half, kCarry, T>)

// clang-format off
    constexpr Operator kOperators[] = {
        EACH_TYPE(SUM, "add.cc", Add, Carry::out)
        EACH_TYPE(SUM, "addc", Add, Carry::in)
        EACH_TYPE(SUM, "addc.cc", Add, Carry::in_and_out)
        EACH_TYPE(SUM, "sub.cc", Subtract, Carry::out)
        EACH_TYPE(SUM, "subc", Subtract, Carry::in)
        EACH_TYPE(SUM, "subc.cc", Subtract, Carry::in_and_out)
        EACH_TYPE(PRODUCT, "mad.lo.cc", Low, Carry::out)
        EACH_TYPE(PRODUCT, "madc.lo", Low, Carry::in)
        EACH_TYPE(PRODUCT, "madc.lo.cc", Low, Carry::in_and_out)
        EACH_TYPE(PRODUCT, "mad.hi.cc", High, Carry::out)
        EACH_TYPE(PRODUCT, "madc.hi", High, Carry::in)
        EACH_TYPE(PRODUCT, "madc.hi.cc", High, Carry::in_and_out)
    };
// clang-format on

} // namespace

OperatorList carry_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

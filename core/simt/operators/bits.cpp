// Counting, finding and moving bits (PTX ISA, 9.7.1.13 to 9.7.1.22 and 9.7.8): fields, permutations of bytes, logic by table.
#include "core/simt/operators/integer_types.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

template <typename T> constexpr bool kWide = sizeof(T) == 8;

struct Population {
    template <typename T> static u32 apply(T a)
    {
        return static_cast<u32>(kWide<T> ? __builtin_popcountll(a) : __builtin_popcount(static_cast<u32>(a)));
    }
};
struct LeadingZeros {
    template <typename T> static u32 apply(T a)
    {
        if (a == 0)
            return kBits<T>;
        return static_cast<u32>(kWide<T> ? __builtin_clzll(a) : __builtin_clz(static_cast<u32>(a)));
    }
};
constexpr u32 kNotFound = 0xffff'ffff;
// The highest bit that differs from the sign.
struct FindHighest {
    template <typename T> static u32 apply(T a)
    {
        using U = Arithmetic<T>;
        const U bits = static_cast<U>(kSigned<T> && a < T { 0 } ? ~a : a);
        return bits == 0 ? kNotFound : kBits<T> - 1 - LeadingZeros::apply<U>(bits);
    }
};
struct FindHighestShift {
    template <typename T> static u32 apply(T a)
    {
        const u32 found = FindHighest::apply<T>(a);
        return found == kNotFound ? kNotFound : kBits<T> - 1 - found;
    }
};
// The n-th set bit from `base` upward (n > 0) or downward (PTX ISA, 9.7.1.17).
struct FindNthSet {
    template <typename T> static u32 apply(T mask, T base, T nth)
    {
        const auto wanted = static_cast<s32>(nth);
        if (wanted == 0)
            return base < 32 && (mask >> base & 1U) != 0 ? base : kNotFound;
        u32 count = wanted < 0 ? 0 - nth : nth;
        for (u32 position = base; position < 32; position += wanted < 0 ? kNotFound : 1) {
            if ((mask >> position & 1U) != 0 && --count == 0)
                return position;
        }
        return kNotFound;
    }
};
struct Reverse {
    template <typename T> static T apply(T a)
    {
        T result = a;
        const auto swap = [&result](unsigned distance, u64 mask) {
            const T low = static_cast<T>(mask);
            result = static_cast<T>(((result >> distance) & low) | ((result & low) << distance));
        };
        swap(1, 0x5555'5555'5555'5555);
        swap(2, 0x3333'3333'3333'3333);
        swap(4, 0x0f0f'0f0f'0f0f'0f0f);
        swap(8, 0x00ff'00ff'00ff'00ff);
        swap(16, 0x0000'ffff'0000'ffff);
        if constexpr (kWide<T>)
            swap(32, 0x0000'0000'ffff'ffff);
        return result;
    }
};
// Logical not as in C: 1 for 0, and 0 for all other numbers.
struct LogicalNot {
    template <typename T> static T apply(T a) { return a == 0 ? T { 1 } : T { 0 }; }
};

// The lowest `count` bits set.
template <typename T> T low_mask(u32 count)
{
    return count >= kBits<T> ? static_cast<T>(~T { 0 }) : static_cast<T>((T { 1 } << (count & (kBits<T> - 1))) - 1);
}
template <typename T> u32 within(u32 operand)
{
    if (sizeof(T) == 4)
        return operand & 0xffU;
    return operand < 255 ? operand : 255;
}
// Only the lowest 8 bits of position and length are used; an H200 uses all bits for a 64-bit field, which PTX leaves undefined. A
// signed field that extends beyond the top bit is filled with the operand's sign.
struct ExtractField {
    template <typename T> static T apply(T a, u32 position_operand, u32 length_operand)
    {
        using U = Arithmetic<T>;
        const u32 position = within<T>(position_operand);
        const u32 length = within<T>(length_operand);
        const u32 last = position + length - 1 < kBits<T> - 1 ? position + length - 1 : kBits<T> - 1;
        const U bits = static_cast<U>(a);
        const U shifted = position < kBits<T> ? bits >> (position & (kBits<T> - 1)) : 0;
        const u32 there = position < kBits<T> ? kBits<T> - position : 0;
        const U mask = low_mask<U>(length < there ? length : there);
        const bool sign = kSigned<T> && length != 0 && (bits >> (last & (kBits<T> - 1)) & 1U) != 0;
        return static_cast<T>((shifted & mask) | (sign ? ~mask : U { 0 }));
    }
};
template <typename T> T with_field(T field, T whole, u32 position_operand, u32 length_operand)
{
    const u32 position = within<T>(position_operand);
    const unsigned shift = position & (kBits<T> - 1);
    const T mask = position < kBits<T> ? static_cast<T>(low_mask<T>(within<T>(length_operand)) << shift) : T { 0 };
    return static_cast<T>((whole & ~mask) | (static_cast<T>(field << shift) & mask));
}
// bfi has four sources; the fourth, the length, is row e.
template <typename T> struct InsertField {
    static constexpr u8 kSizes[4] = { sizeof(T), sizeof(T), sizeof(T), sizeof(u32) };

    static bool full(WarpState& state, const Operation& operation)
    {
        T* d = row<T>(state, operation.d);
        const T* a = row<T>(state, operation.a);
        const T* b = row<T>(state, operation.b);
        const u32* position = row<u32>(state, operation.c);
        const u32* length = row<u32>(state, operation.e);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            d[lane] = with_field(a[lane], b[lane], position[lane], length[lane]);
        return true;
    }
    static bool masked(WarpState& state, const Operation& operation)
    {
        T* d = row<T>(state, operation.d);
        const T* a = row<T>(state, operation.a);
        const T* b = row<T>(state, operation.b);
        const u32* position = row<u32>(state, operation.c);
        const u32* length = row<u32>(state, operation.e);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const T result = with_field(a[lane], b[lane], position[lane], length[lane]);
            d[lane] = state.blend[lane] != 0 ? result : d[lane];
        }
        return true;
    }
};

// Result for an operand that is not a number of bits from 0 to 31.
struct Clamp {
    static u32 apply(u32 count) { return count < 32 ? count : 32; }
};
struct Wrap {
    static u32 apply(u32 count) { return count & 31U; }
};
// A run of ones from bit `first`.
template <typename Mode> struct BitMask {
    template <typename T> static T apply(T first, T count)
    {
        const u64 ones = (u64 { 1 } << Mode::apply(count)) - 1;
        return static_cast<u32>(ones << Mode::apply(first));
    }
};
// The lowest `count` bits as a number of that width.
template <typename Mode> struct ExtendSized {
    template <typename T> static T apply(T a, u32 count_operand)
    {
        const u32 count = Mode::apply(count_operand);
        const u32 unused = 32 - count;
        const u64 top = static_cast<u64>(static_cast<u32>(a)) << unused; // the field at the top of the low word
        return static_cast<T>(static_cast<s64>(static_cast<T>(static_cast<u32>(top))) >> unused);
    }
};
// With 32-bit shifts, so that sixteen lanes are shifted at once: hash functions rotate in most of their instructions. A shift by
// 32 takes two steps.
template <typename Mode> struct FunnelLeft {
    template <typename T> static T apply(T low, T high, T count)
    {
        const u32 shift = Mode::apply(count);
        const u32 part = shift & 31U;
        const u32 joined = high << part | low >> 1U >> (31U - part);
        return shift > 31U ? low : joined;
    }
};
template <typename Mode> struct FunnelRight {
    template <typename T> static T apply(T low, T high, T count)
    {
        const u32 shift = Mode::apply(count);
        const u32 part = shift & 31U;
        const u32 joined = low >> part | high << 1U << (31U - part);
        return shift > 31U ? high : joined;
    }
};

// prmt: b:a are bytes 7 to 0. Each digit of the selector selects a byte; its highest bit replicates that byte's sign.
struct Permute {
    template <typename T> static T apply(T a, T b, T selector)
    {
        const u64 bytes = static_cast<u64>(b) << 32 | a;
        u32 result = 0;
        for (unsigned i = 0; i < 4; ++i) {
            const u32 digit = selector >> (4 * i) & 0xfU;
            const u32 byte = static_cast<u32>(bytes >> (8 * (digit & 7U))) & 0xffU;
            const u32 sign = 0 - (byte >> 7);
            result |= ((digit & 8U) != 0 ? sign & 0xffU : byte) << (8 * i);
        }
        return result;
    }
};
// The modes of prmt: the byte selected for position i by the two low bits of the selector (PTX ISA, 9.7.9.7).
struct Forward4 {
    static u32 byte(u32 selector, u32 i) { return selector + i; }
};
struct Backward4 {
    static u32 byte(u32 selector, u32 i) { return (selector - i) & 7U; }
};
struct Replicate8 {
    static u32 byte(u32 selector, u32) { return selector; }
};
struct EdgeClampLeft {
    static u32 byte(u32 selector, u32 i) { return i > selector ? i : selector; }
};
struct EdgeClampRight {
    static u32 byte(u32 selector, u32 i) { return i < selector ? i : selector; }
};
struct Replicate16 {
    static u32 byte(u32 selector, u32 i) { return (selector & 1U) * 2 + (i & 1U); }
};
template <typename Mode> struct PermuteBy {
    template <typename T> static T apply(T a, T b, T selector)
    {
        const u64 bytes = static_cast<u64>(b) << 32 | a;
        u32 result = 0;
        for (u32 i = 0; i < 4; ++i)
            result |= (static_cast<u32>(bytes >> (8 * Mode::byte(selector & 3U, i))) & 0xffU) << (8 * i);
        return result;
    }
};

// lop3: bit i of the table (Operation::displacement) is the result where the bits of a, b and c are the bits 2, 1 and 0 of i.
// Rows of the table are chosen by c, then by b, then by a, for 32 bits at once.
struct LogicTable {
    static constexpr u8 kSizes[4] = { sizeof(u32), sizeof(u32), sizeof(u32), sizeof(u32) };

    struct Entries {
        u32 even[4]; // all ones if the bit of the table is set
        u32 odd[4];
    };
    static Entries entries(const Operation& operation)
    {
        Entries entries {};
        for (unsigned i = 0; i < 4; ++i) {
            entries.even[i] = 0 - static_cast<u32>(operation.displacement >> (2 * i) & 1);
            entries.odd[i] = 0 - static_cast<u32>(operation.displacement >> (2 * i + 1) & 1);
        }
        return entries;
    }
    static u32 choose(u32 by, u32 zero, u32 one) { return zero ^ (by & (zero ^ one)); }
    static u32 look_up(const Entries& table, u32 a, u32 b, u32 c)
    {
        const u32 low = choose(b, choose(c, table.even[0], table.odd[0]), choose(c, table.even[1], table.odd[1]));
        const u32 high = choose(b, choose(c, table.even[2], table.odd[2]), choose(c, table.even[3], table.odd[3]));
        return choose(a, low, high);
    }

    static bool full(WarpState& state, const Operation& operation)
    {
        u32* d = row<u32>(state, operation.d);
        const u32* a = row<u32>(state, operation.a);
        const u32* b = row<u32>(state, operation.b);
        const u32* c = row<u32>(state, operation.c);
        const Entries table = entries(operation);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            d[lane] = look_up(table, a[lane], b[lane], c[lane]);
        return true;
    }
    static bool masked(WarpState& state, const Operation& operation)
    {
        u32* d = row<u32>(state, operation.d);
        const u32* a = row<u32>(state, operation.a);
        const u32* b = row<u32>(state, operation.b);
        const u32* c = row<u32>(state, operation.c);
        const Entries table = entries(operation);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const u32 result = look_up(table, a[lane], b[lane], c[lane]);
            d[lane] = state.blend[lane] != 0 ? result : d[lane];
        }
        return true;
    }
};

#define TO_COUNT(key, Function, T) OPERATOR(key, Unary<Function, u32, T>)
#define UNARY(key, Function, T) OPERATOR(key, Unary<Function, T, T>)
#define FIELD(key, Function, T) OPERATOR(key, TernaryOf<Function, T, T, u32, u32>)
#define BINARY(key, Function, T) OPERATOR(key, Binary<Function, T, T, T>)
#define SIZED(key, Function, T) OPERATOR(key, Binary<Function, T, T, u32>)
#define TERNARY(key, Function, T) OPERATOR(key, Ternary<Function, T, T, T>)
#define EACH_TYPE(LINE, word, Function)                                                                                          \
    LINE(word ".u32", Function, u32)                                                                                             \
    LINE(word ".s32", Function, s32)                                                                                             \
    LINE(word ".u64", Function, u64)                                                                                             \
    LINE(word ".s64", Function, s64)

// clang-format off
    constexpr Operator kOperators[] = {
        TO_COUNT("popc.b32", Population, u32)
        TO_COUNT("popc.b64", Population, u64)
        TO_COUNT("clz.b32", LeadingZeros, u32)
        TO_COUNT("clz.b64", LeadingZeros, u64)
        EACH_TYPE(TO_COUNT, "bfind", FindHighest)
        EACH_TYPE(TO_COUNT, "bfind.shiftamt", FindHighestShift)
        TERNARY("fns.b32", FindNthSet, u32)
        UNARY("brev.b32", Reverse, u32)
        UNARY("brev.b64", Reverse, u64)
        UNARY("cnot.b16", LogicalNot, u16)
        UNARY("cnot.b32", LogicalNot, u32)
        UNARY("cnot.b64", LogicalNot, u64)
        EACH_TYPE(FIELD, "bfe", ExtractField)
        OPERATOR("bfi.b32", InsertField<u32>)
        OPERATOR("bfi.b64", InsertField<u64>)
        BINARY("bmsk.clamp.b32", BitMask<Clamp>, u32)
        BINARY("bmsk.wrap.b32", BitMask<Wrap>, u32)
        SIZED("szext.clamp.u32", ExtendSized<Clamp>, u32)
        SIZED("szext.wrap.u32", ExtendSized<Wrap>, u32)
        SIZED("szext.clamp.s32", ExtendSized<Clamp>, s32)
        SIZED("szext.wrap.s32", ExtendSized<Wrap>, s32)
        TERNARY("shf.l.clamp.b32", FunnelLeft<Clamp>, u32)
        TERNARY("shf.l.wrap.b32", FunnelLeft<Wrap>, u32)
        TERNARY("shf.r.clamp.b32", FunnelRight<Clamp>, u32)
        TERNARY("shf.r.wrap.b32", FunnelRight<Wrap>, u32)
        TERNARY("prmt.b32", Permute, u32)
        TERNARY("prmt.f4e.b32", PermuteBy<Forward4>, u32)
        TERNARY("prmt.b4e.b32", PermuteBy<Backward4>, u32)
        TERNARY("prmt.rc8.b32", PermuteBy<Replicate8>, u32)
        TERNARY("prmt.ecl.b32", PermuteBy<EdgeClampLeft>, u32)
        TERNARY("prmt.ecr.b32", PermuteBy<EdgeClampRight>, u32)
        TERNARY("prmt.rc16.b32", PermuteBy<Replicate16>, u32)
        OPERATOR("lop3.b32", LogicTable)
    };
// clang-format on

} // namespace

OperatorList bit_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

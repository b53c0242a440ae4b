// mov, selp, packing and unpacking of vectors, and the conversions that compilers emit most often (PTX ISA, 9.7.9).
// All other conversions are in conversion.cpp.
#include "core/simt/operators/row_loops.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

struct Copy {
    template <typename T> static T apply(T a) { return a; }
};

template <typename To> struct Convert {
    template <typename T> static To apply(T a) { return static_cast<To>(a); }
};
// A byte: the low part of a wider register.
template <typename Byte> struct LowByte {
    template <typename T> static T apply(T a) { return static_cast<T>(static_cast<Byte>(a)); }
};
// Double to float keeps the bits of a NaN's payload that fit (measured on an H200), as x86-64 does.
struct Narrow {
    template <typename T> static f32 apply(T a) { return static_cast<f32>(a); }
};
// Float to double: a NaN keeps its payload and is quiet (measured on an H200), as on x86-64.
struct Widen {
    template <typename T> static f64 apply(T a) { return static_cast<f64>(a); }
};
// Out-of-range numbers become the nearest number of the type, and NaN becomes 0 (PTX ISA, 9.7.9.22). 2147483520 is the largest
// float below 2^31.
struct TruncateToS32 {
    template <typename T> static s32 apply(T a)
    {
        const T low = a > -2147483648.0F ? a : -2147483648.0F;
        const s32 inside = static_cast<s32>(low < 2147483520.0F ? low : 2147483520.0F);
        const s32 number = a >= 2147483648.0F ? 0x7fff'ffff : inside;
        return __builtin_isnan(a) ? 0 : number;
    }
};

struct TruncateToU32 {
    template <typename T> static u32 apply(T a)
    {
        const bool upper = a >= 2147483648.0F;
        const T lower = upper ? a - 2147483648.0F : a;
        const T positive = lower > 0.0F ? lower : 0.0F; // also of NaN
        const u32 inside = static_cast<u32>(static_cast<s32>(positive < 2147483520.0F ? positive : 2147483520.0F));
        return a >= 4294967296.0F ? 0xffff'ffff : inside + (upper ? 0x8000'0000 : 0);
    }
};

// Rounding to integral floats: all numbers from 2^23, or 2^52, on are integral, and adding that number rounds a smaller one.
template <typename T> struct Whole;
template <> struct Whole<f32> {
    static constexpr f32 kAll = 8388608.0F;
    static f32 quiet(f32 /*nan*/) { return __builtin_bit_cast(f32, u32 { 0x7fff'ffff }); }
    static f32 magnitude(f32 a) { return __builtin_fabsf(a); }
    static f32 with_sign(f32 magnitude, f32 sign) { return __builtin_copysignf(magnitude, sign); }
};
template <> struct Whole<f64> {
    static constexpr f64 kAll = 4503599627370496.0;
    static f64 quiet(f64 nan) { return __builtin_bit_cast(f64, __builtin_bit_cast(u64, nan) | u64 { 1 } << 51); }
    static f64 magnitude(f64 a) { return __builtin_fabs(a); }
    static f64 with_sign(f64 magnitude, f64 sign) { return __builtin_copysign(magnitude, sign); }
};
template <typename T> T nearest_whole(T a)
{
    const T magnitude = Whole<T>::magnitude(a);
    const T rounded = (magnitude + Whole<T>::kAll) - Whole<T>::kAll;
    return Whole<T>::with_sign(magnitude < Whole<T>::kAll ? rounded : magnitude, a);
}
struct RoundToNearest {
    template <typename T> static T of(T a) { return nearest_whole(a); }
};
struct RoundDown {
    template <typename T> static T of(T a)
    {
        const T near = nearest_whole(a);
        return Whole<T>::with_sign(near > a ? near - 1 : near, a);
    }
};
struct RoundUp {
    template <typename T> static T of(T a)
    {
        const T near = nearest_whole(a);
        return Whole<T>::with_sign(near < a ? near + 1 : near, a);
    }
};
struct RoundTowardsZero {
    template <typename T> static T of(T a) { return Whole<T>::with_sign(RoundDown::of(Whole<T>::magnitude(a)), a); }
};
template <typename Rounding> struct ToWhole {
    template <typename T> static T apply(T a) { return __builtin_isnan(a) ? Whole<T>::quiet(a) : Rounding::of(a); }
};
struct Saturate {
    template <typename T> static T apply(T a)
    {
        const T positive = a > T { 0 } ? a : T { 0 };
        return positive < T { 1 } ? positive : T { 1 };
    }
};

template <typename T> struct Select {
    static constexpr u8 kSizes[4] = { sizeof(T), sizeof(T), sizeof(T), kPredicateSize };

    static bool full(WarpState& state, const Operation& operation)
    {
        T* d = row<T>(state, operation.d);
        const T* a = row<T>(state, operation.a);
        const T* b = row<T>(state, operation.b);
        const LaneMask choice = predicate(state, operation.c) ^ (operation.predicate_negated ? ~LaneMask { 0 } : 0);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            d[lane] = (choice & LaneMask { 1 } << lane) != 0 ? a[lane] : b[lane];
        return true;
    }

    static bool masked(WarpState& state, const Operation& operation)
    {
        T* d = row<T>(state, operation.d);
        const T* a = row<T>(state, operation.a);
        const T* b = row<T>(state, operation.b);
        const LaneMask choice = predicate(state, operation.c) ^ (operation.predicate_negated ? ~LaneMask { 0 } : 0);
        WARPSTAGE_LANES
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const T result = (choice & LaneMask { 1 } << lane) != 0 ? a[lane] : b[lane];
            d[lane] = state.blend[lane] != 0 ? result : d[lane];
        }
        return true;
    }
};

// "mov.b64 %rd1, {%r1, %r2}" and "mov.b64 {%r1, %r2}, %rd1": element 0 is the low part. The whole is row a, the elements are
// rows d, b, c, e. Bytes are the low halves of rows of 16 bits.
template <typename Whole, typename Part, typename Element = Part> struct Vector {
    static constexpr u8 kSizes[4] = { sizeof(Element), sizeof(Whole), sizeof(Element), sizeof(Element) };
    static constexpr unsigned kParts = sizeof(Whole) / sizeof(Part);
    static constexpr unsigned kPartBits = sizeof(Part) * 8;

    static void parts(const WarpState& state, const Operation& operation, Element* (&out)[4])
    {
        out[0] = row<Element>(state, operation.d);
        out[1] = row<Element>(state, operation.b);
        out[2] = kParts > 2 ? row<Element>(state, operation.c) : nullptr;
        out[3] = kParts > 2 ? row<Element>(state, operation.e) : nullptr;
    }

    static bool pack(WarpState& state, const Operation& operation)
    {
        Element* sources[4];
        parts(state, operation, sources);
        Whole* whole = row<Whole>(state, operation.a);
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            if ((state.active >> lane & 1U) == 0)
                continue;
            Whole value = 0;
            for (unsigned part = 0; part < kParts; ++part)
                value = static_cast<Whole>(
                    value | static_cast<Whole>(Whole { static_cast<Part>(sources[part][lane]) } << (part * kPartBits)));
            whole[lane] = value;
        }
        return true;
    }

    static bool unpack(WarpState& state, const Operation& operation)
    {
        Element* destinations[4];
        parts(state, operation, destinations);
        const Whole* whole = row<Whole>(state, operation.a);
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            if ((state.active >> lane & 1U) == 0)
                continue;
            const Whole value = whole[lane];
            for (unsigned part = 0; part < kParts; ++part)
                destinations[part][lane] = static_cast<Part>(value >> (part * kPartBits));
        }
        return true;
    }
};

#define VECTOR(key, function, ...)                                                                                               \
    Operator { key, &Vector<__VA_ARGS__>::function, &Vector<__VA_ARGS__>::function, Vector<__VA_ARGS__>::kSizes[0],              \
        Vector<__VA_ARGS__>::kSizes[1], Vector<__VA_ARGS__>::kSizes[2], Vector<__VA_ARGS__>::kSizes[3] },
#define MOVE(word, Size)                                                                                                         \
    OPERATOR("mov." word, Unary<Copy, Size, Size>)                                                                               \
    OPERATOR("selp." word, Select<Size>)
#define TO_WHOLE(word, Rounding)                                                                                                 \
    OPERATOR(word ".f32.f32", Unary<ToWhole<Rounding>, f32, f32>)                                                                \
    OPERATOR(word ".f64.f64", Unary<ToWhole<Rounding>, f64, f64>)
#define CONVERT(key, To, From) OPERATOR(key, Unary<Convert<To>, To, From>)

// clang-format off
    constexpr Operator kOperators[] = {
        MOVE("b16", u16) MOVE("u16", u16) MOVE("s16", u16)
        MOVE("b32", u32) MOVE("u32", u32) MOVE("s32", u32) MOVE("f32", u32)
        MOVE("b64", u64) MOVE("u64", u64) MOVE("s64", u64) MOVE("f64", u64)
        VECTOR("pack.b16.2", pack, u16, u8, u16)
        VECTOR("pack.b32.4", pack, u32, u8, u16)
        VECTOR("unpack.b16.2", unpack, u16, u8, u16)
        VECTOR("unpack.b32.4", unpack, u32, u8, u16)
        VECTOR("pack.b32.2", pack, u32, u16)
        VECTOR("pack.b64.2", pack, u64, u32)
        VECTOR("pack.b64.4", pack, u64, u16)
        VECTOR("unpack.b32.2", unpack, u32, u16)
        VECTOR("unpack.b64.2", unpack, u64, u32)
        VECTOR("unpack.b64.4", unpack, u64, u16)
        CONVERT("cvt.s64.s32", s64, s32)
        CONVERT("cvt.u64.s32", s64, s32)
        CONVERT("cvt.u64.u32", u64, u32)
        CONVERT("cvt.s64.u32", u64, u32)
        CONVERT("cvt.u32.u64", u32, u64)
        CONVERT("cvt.s32.s64", u32, u64)
        CONVERT("cvt.s32.u64", u32, u64)
        CONVERT("cvt.u32.s64", u32, u64)
        CONVERT("cvt.u16.u32", u16, u32)
        CONVERT("cvt.u32.u16", u32, u16)
        CONVERT("cvt.s32.s16", s32, s16)
        CONVERT("cvt.rn.f32.s32", f32, s32)
        CONVERT("cvt.rn.f32.u32", f32, u32)
        CONVERT("cvt.rn.f64.s32", f64, s32)
        CONVERT("cvt.rn.f64.u32", f64, u32)
        CONVERT("cvt.rn.f32.s64", f32, s64)
        CONVERT("cvt.rn.f32.u64", f32, u64)
        CONVERT("cvt.rn.f64.s64", f64, s64)
        CONVERT("cvt.rn.f64.u64", f64, u64)
        CONVERT("cvt.rn.f32.s16", f32, s16)
        CONVERT("cvt.rn.f32.u16", f32, u16)
        OPERATOR("cvt.s32.s8", Unary<LowByte<s8>, s32, s32>)
        OPERATOR("cvt.u32.u8", Unary<LowByte<u8>, u32, u32>)
        OPERATOR("cvt.s16.s8", Unary<LowByte<s8>, s16, s16>)
        OPERATOR("cvt.u16.u8", Unary<LowByte<u8>, u16, u16>)
        OPERATOR("cvt.rzi.s32.f32", Unary<TruncateToS32, s32, f32>)
        OPERATOR("cvt.rzi.u32.f32", Unary<TruncateToU32, u32, f32>)
        TO_WHOLE("cvt.rni", RoundToNearest)
        TO_WHOLE("cvt.rmi", RoundDown)
        TO_WHOLE("cvt.rpi", RoundUp)
        TO_WHOLE("cvt.rzi", RoundTowardsZero)
        OPERATOR("cvt.sat.f32.f32", Unary<Saturate, f32, f32>)
        OPERATOR("cvt.f64.f32", Unary<Widen, f64, f32>)
        OPERATOR("cvt.rn.f32.f64", Unary<Narrow, f32, f64>)
    };
// clang-format on

} // namespace

OperatorList move_operators()
{
    return { kOperators, sizeof(kOperators) / sizeof(kOperators[0]) };
}

} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

#include "oracle.h"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace warpstage::cosim {

namespace {

using u64 = std::uint64_t;
using u32 = std::uint32_t;

float f(u64 bits)
{
    return std::bit_cast<float>(static_cast<u32>(bits));
}

double d(u64 bits)
{
    return std::bit_cast<double>(bits);
}

u64 of(float value)
{
    return std::isnan(value) ? 0x7fff'ffffU : std::bit_cast<u32>(value);
}

u64 of(double value)
{
    return std::bit_cast<u64>(value);
}

float flushed(float value)
{
    return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0F, value) : value;
}

float saturated(float value)
{
    return std::isnan(value) ? 0.0F : std::clamp(value, 0.0F, 1.0F) + 0.0F;
}

// The processor's scalar instructions with another rounding mode; `volatile` keeps the operation between the two calls.
template <typename T, typename Function> T rounded(int direction, T a, T b, T c, const Function& function)
{
    volatile T x = a;
    volatile T y = b;
    volatile T z = c;
    std::fesetround(direction);
    volatile T result = function(x, y, z);
    std::fesetround(FE_TONEAREST);
    return result;
}

constexpr auto kAdd = [](auto a, auto b, auto) {
    return a + b;
};
constexpr auto kSubtract = [](auto a, auto b, auto) {
    return a - b;
};
constexpr auto kMultiply = [](auto a, auto b, auto) {
    return a * b;
};
constexpr auto kDivide = [](auto a, auto b, auto) {
    return a / b;
};
constexpr auto kFused = [](auto a, auto b, auto c) {
    return std::fma(a, b, c);
};

// The value of a half by definition: sign, exponent, fraction.
long double half_value(u64 half, unsigned fraction_bits)
{
    const auto magnitude = static_cast<unsigned>(half & 0x7fffU);
    const unsigned exponent_bits = 15 - fraction_bits;
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const auto exponent = static_cast<int>(magnitude >> fraction_bits);
    const unsigned fraction = magnitude & ((1U << fraction_bits) - 1);
    long double value = 0;
    if (exponent == (1 << exponent_bits) - 1)
        value = fraction == 0 ? std::numeric_limits<long double>::infinity() : std::numeric_limits<long double>::quiet_NaN();
    else
        value = std::ldexp(static_cast<long double>(exponent == 0 ? fraction : fraction | 1U << fraction_bits),
            std::max(exponent, 1) - bias - static_cast<int>(fraction_bits));
    return (half & 0x8000U) != 0 ? -value : value;
}

// The nearest half; ties to even.
u64 nearest_half(long double value, unsigned fraction_bits)
{
    if (std::isnan(value))
        return 0x7fff;
    const u64 sign = std::signbit(value) ? 0x8000 : 0;
    const long double magnitude = std::fabs(value);
    const u64 infinity = ((1U << (15 - fraction_bits)) - 1) << fraction_bits;
    // Infinity counts as the number that would follow the largest one.
    const long double beyond = 2 * half_value(infinity - 1, fraction_bits) - half_value(infinity - 2, fraction_bits);
    const auto distance = [&](u64 half) {
        return std::fabs((half == infinity ? beyond : half_value(half, fraction_bits)) - magnitude);
    };
    if (magnitude >= beyond)
        return infinity | sign;
    u64 best = 0; // the largest one that is not above
    for (u64 step = 0x4000; step != 0; step /= 2) {
        if (best + step < infinity && half_value(best + step, fraction_bits) <= magnitude)
            best += step;
    }
    const bool next_is_nearer = distance(best + 1) < distance(best);
    const bool next_is_even = distance(best + 1) == distance(best) && best % 2 == 1;
    if (next_is_nearer || next_is_even)
        ++best;
    return best | sign;
}

// Empty if a long double cannot represent the sum.
Result64 fused_half(u64 a, u64 b, u64 c, unsigned fraction_bits)
{
    const long double product = half_value(a, fraction_bits) * half_value(b, fraction_bits);
    const long double addend = half_value(c, fraction_bits);
    const long double sum = product + addend;
    if (std::isfinite(sum) && (sum - product != addend || sum - addend != product))
        return std::nullopt;
    return nearest_half(sum, fraction_bits);
}

u64 half_towards_zero(long double value, unsigned fraction_bits)
{
    const u64 nearest = nearest_half(value, fraction_bits);
    return std::fabs(half_value(nearest, fraction_bits)) > std::fabs(value) ? nearest - 1 : nearest;
}

u64 positive_finite_half(long double value, unsigned fraction_bits)
{
    const u64 infinity = ((1U << (15 - fraction_bits)) - 1) << fraction_bits;
    const u64 half = value < 0 ? 0 : nearest_half(value, fraction_bits) & 0x7fffU;
    return half == infinity ? infinity - 1 : half;
}

#define RESULT [](u64 a, u64 b, u64 c) -> Result64
#define UNUSED static_cast<void>(a), static_cast<void>(b), static_cast<void>(c)
#define EACH_DIRECTION(word, type, value, name, function)                                                                        \
    { "float" type "_rounded", name ".rz" word,                                                                                  \
        RESULT { return of(rounded(FE_TOWARDZERO, value(a), value(b), value(c), function));                                      \
    }                                                                                                                            \
    }                                                                                                                            \
    ,                                                                                                                            \
        { "float" type "_rounded", name ".rm" word,                                                                              \
            RESULT { return of(rounded(FE_DOWNWARD, value(a), value(b), value(c), function));                                    \
    }                                                                                                                            \
    }                                                                                                                            \
    ,                                                                                                                            \
    {                                                                                                                            \
        "float" type "_rounded", name ".rp" word, RESULT                                                                         \
        {                                                                                                                        \
            return of(rounded(FE_UPWARD, value(a), value(b), value(c), function));                                               \
        }                                                                                                                        \
    }

const Oracle kFloatOracles[] = { { "float32", "add.f32 %d, %a, %b;", RESULT { return UNUSED, of(f(a) + f(b));
} // namespace
} // namespace warpstage::cosim
, { "float32", "mul.ftz.f32 %d, %a, %b;", RESULT { return UNUSED, of(flushed(flushed(f(a)) * flushed(f(b))));
}
}
, { "float32", "sub.sat.f32 %d, %a, %b;", RESULT { return UNUSED, of(saturated(f(a) - f(b)));
}
}
, { "float32", "fma.rn.f32 %d, %a, %b, %c;", RESULT { return of(std::fma(f(a), f(b), f(c)));
}
}
, { "float32", "div.rn.ftz.f32 %d, %a, %b;", RESULT { return UNUSED, of(flushed(flushed(f(a)) / flushed(f(b))));
}
}
, { "float32", "sqrt.rn.f32 %d, %a;", RESULT { return UNUSED, of(std::sqrt(f(a)));
}
}
, EACH_DIRECTION(".f32 %d, %a, %b;", "32", f, "add", kAdd), EACH_DIRECTION(".f32 %d, %a, %b;", "32", f, "sub", kSubtract),
    EACH_DIRECTION(".f32 %d, %a, %b;", "32", f, "mul", kMultiply), EACH_DIRECTION(".f32 %d, %a, %b;", "32", f, "div", kDivide),
    EACH_DIRECTION(".f32 %d, %a, %b, %c;", "32", f, "fma", kFused),
    { "float64", "add.rm.f64 %d, %a, %b;", RESULT { return UNUSED, of(rounded(FE_DOWNWARD, d(a), d(b), 0.0, kAdd));
}
}
, { "float64", "mul.rp.f64 %d, %a, %b;", RESULT { return UNUSED, of(rounded(FE_UPWARD, d(a), d(b), 0.0, kMultiply));
}
}
, { "float64", "div.rz.f64 %d, %a, %b;", RESULT { return UNUSED, of(rounded(FE_TOWARDZERO, d(a), d(b), 0.0, kDivide));
}
}
, { "float64", "fma.rn.f64 %d, %a, %b, %c;", RESULT { return of(std::fma(d(a), d(b), d(c)));
}
}
, { "float_parts", "copysign.f32 %d, %a, %b;", RESULT { return UNUSED, (b & 0x7fff'ffffU) | (a & 0x8000'0000U);
}
}
, { "float_parts", "testp.subnormal.f32 %d, %a;", RESULT { return UNUSED, u64 { std::fpclassify(f(a)) == FP_SUBNORMAL };
}
}
, { "float_parts", "testp.notanumber.f64 %d, %a;", RESULT { return UNUSED, u64 { std::isnan(d(a)) };
}
}
, { "float_parts", "slct.b32.f32 %d, %a, %b, %c;", RESULT { return f(c) >= 0 ? a : b;
}
}
,
    { "float_parts", "max.NaN.f32 %d, %a, %b;",
        RESULT { return UNUSED,
            of(f(a) != f(a)                              ? f(a)
                    : f(b) != f(b)                       ? f(b)
                    : f(a) == f(b) && std::signbit(f(a)) ? f(b)
                                                         : std::max(f(a), f(b)));
}
}
,
    { "float32_approximate", "ex2.approx.f32 %d, %a;",
        RESULT { return UNUSED, of(static_cast<float>(std::exp2(static_cast<double>(f(a)))));
}
}
,
    { "float32_approximate", "lg2.approx.f32 %d, %a;",
        RESULT { return UNUSED, of(static_cast<float>(std::log2(static_cast<double>(f(a)))));
}
}
,
    { "float32_approximate", "sin.approx.f32 %d, %a;",
        RESULT { return UNUSED, of(static_cast<float>(std::sin(static_cast<double>(f(a)))));
}
}
,
    { "float32_approximate", "cos.approx.f32 %d, %a;",
        RESULT { return UNUSED, of(static_cast<float>(std::cos(static_cast<double>(f(a)))));
}
}
,
    { "float32_approximate", "tanh.approx.f32 %d, %a;",
        RESULT { return UNUSED, of(static_cast<float>(std::tanh(static_cast<double>(f(a)))));
}
}
,
    { "float32_approximate", "rsqrt.approx.f32 %d, %a;",
        RESULT { return UNUSED, of(static_cast<float>(1 / std::sqrt(static_cast<double>(f(a)))));
}
}
, { "compare_float", "setp.ne.f32 %d, %a, %b;", RESULT { return UNUSED, u64 { f(a) < f(b) || f(a) > f(b) };
}
}
, { "compare_float", "setp.geu.f64 %d, %a, %b;", RESULT { return UNUSED, u64 { !(d(a) < d(b)) };
}
}
, { "compare_half", "setp.ltu.f16x2 %d|%e, %a, %b;", RESULT { const auto below = [&](unsigned shift) {
       return u64 { !(half_value(a >> shift, 10) >= half_value(b >> shift, 10)) };
   };
return UNUSED, below(0) + 2 * below(16);
}
}
, { "f16", "add.f16 %d, %a, %b;", RESULT { return UNUSED, nearest_half(half_value(a, 10) + half_value(b, 10), 10);
}
}
, { "f16", "mul.f16 %d, %a, %b;", RESULT { return UNUSED, nearest_half(half_value(a, 10) * half_value(b, 10), 10);
}
}
, { "f16", "fma.rn.f16 %d, %a, %b, %c;", RESULT { return fused_half(a, b, c, 10);
}
}
, { "bf16", "add.bf16 %d, %a, %b;", RESULT { return UNUSED, nearest_half(half_value(a, 7) + half_value(b, 7), 7);
}
}
, { "bf16", "mul.bf16 %d, %a, %b;", RESULT { return UNUSED, nearest_half(half_value(a, 7) * half_value(b, 7), 7);
}
}
, { "bf16", "fma.rn.bf16 %d, %a, %b, %c;", RESULT { return fused_half(a, b, c, 7);
}
}
, { "f16", "ex2.approx.f16 %d, %a;", RESULT { return UNUSED, nearest_half(std::exp2(half_value(a, 10)), 10);
}
}
, { "bf16", "tanh.approx.bf16 %d, %a;", RESULT { return UNUSED, nearest_half(std::tanh(half_value(a, 7)), 7);
}
}
,
}
;

// The integer of a type nearest to an integral value.
u64 limited(long double whole, unsigned bits, bool is_signed)
{
    const long double high = std::ldexp(1.0L, static_cast<int>(is_signed ? bits - 1 : bits)) - 1;
    const long double low = is_signed ? -high - 1 : 0;
    const long double inside = std::clamp(whole, low, high);
    const u64 value = inside < 0 ? static_cast<u64>(static_cast<std::int64_t>(inside)) : static_cast<u64>(inside);
    return value;
}

const Oracle kConversions[] = { { "convert_float32_to_integer", "cvt.rni.s32.f32 %d, %a;",
    RESULT {
        return UNUSED, std::isnan(f(a)) ? 0 : limited(std::nearbyint(static_cast<long double>(f(a))), 32, true) & 0xffff'ffffU;
}
}
,
    { "convert_float32_to_integer", "cvt.rmi.u64.f32 %d, %a;",
        RESULT { return UNUSED, std::isnan(f(a)) ? Result64 {} : limited(std::floor(static_cast<long double>(f(a))), 64, false);
}
}
,
    { "convert_float64_to_integer", "cvt.rpi.s64.f64 %d, %a;",
        RESULT { return UNUSED, std::isnan(d(a)) ? Result64 {} : limited(std::ceil(static_cast<long double>(d(a))), 64, true);
}
}
,
    { "convert_f16_to_integer", "cvt.rzi.u16.f16 %d, %a;",
        RESULT { return UNUSED, std::isnan(half_value(a, 10)) ? 0 : limited(std::trunc(half_value(a, 10)), 16, false);
}
}
,
    { "convert_integer_to_float", "cvt.rn.f16.s32 %d, %a;",
        RESULT { return UNUSED, nearest_half(static_cast<std::int32_t>(static_cast<u32>(a)), 10);
}
}
, { "convert_integer_to_float", "cvt.rn.bf16.u64 %d, %a;", RESULT { return UNUSED, nearest_half(static_cast<long double>(a), 7);
}
}
,
    { "convert_integer_to_float", "cvt.rn.f32.s64 %d, %a;",
        RESULT { return UNUSED, of(static_cast<float>(static_cast<std::int64_t>(a)));
}
}
, { "convert_float", "cvt.rn.f16.f32 %d, %a;", RESULT { return UNUSED, nearest_half(static_cast<long double>(f(a)), 10);
}
}
,
    { "convert_float", "cvt.rn.bf16.f64 %d, %a;",
        RESULT { // a NaN keeps its upper bits
            return UNUSED,
            std::isnan(d(a)) ? ((a >> 48U) & 0x8000U) | 0x7f80U | (a >> 45U & 0x7fU)
                             : nearest_half(static_cast<long double>(d(a)), 7);
}
}
, { "convert_float", "cvt.f32.f16 %d, %a;", RESULT { return UNUSED, of(static_cast<float>(half_value(a, 10)));
}
}
, { "convert_float", "cvt.f64.bf16 %d, %a;", RESULT { return UNUSED, of(static_cast<double>(half_value(a, 7)));
}
}
,
    { "convert_packed", "cvt.rn.f16x2.f32 %d, %a, %b;",
        RESULT { return UNUSED,
            nearest_half(static_cast<long double>(f(a)), 10) << 16 | nearest_half(static_cast<long double>(f(b)), 10);
}
}
,
    { "convert_packed", "cvt.rz.f16x2.f32 %d, %a, %b;",
        RESULT { return UNUSED,
            half_towards_zero(static_cast<long double>(f(a)), 10) << 16 | half_towards_zero(static_cast<long double>(f(b)), 10);
}
}
, { "convert_packed", "cvt.rz.bf16x2.f32 %d, %a, %b;", RESULT { const auto upper_half = [](u64 value) {
       return std::isnan(f(value)) ? u64 { 0x7fff } : value >> 16;
   };
return UNUSED, upper_half(a) << 16 | upper_half(b);
}
}
,
    { "convert_packed", "cvt.rn.satfinite.relu.bf16x2.f32 %d, %a, %b;",
        RESULT { return UNUSED,
            positive_finite_half(static_cast<long double>(f(a)), 7) << 16
                | positive_finite_half(static_cast<long double>(f(b)), 7);
}
}
, { "convert_packed", "cvt.pack.sat.s4.s32.b32 %d, %a, %b, %c;", RESULT { const auto part = [](u64 value) {
       return limited(static_cast<long double>(static_cast<std::int32_t>(static_cast<u32>(value))), 4, true) & 0xfU;
   };
return (c << 8 & 0xffff'ff00U) | part(a) << 4 | part(b);
}
}
, { "convert_packed", "cvt.pack.sat.u8.s32.b32 %d, %a, %b, %c;", RESULT { const auto byte = [](u64 value) {
       return limited(static_cast<long double>(static_cast<std::int32_t>(static_cast<u32>(value))), 8, false);
   };
return (c << 16 & 0xffff'0000U) | byte(a) << 8 | byte(b);
}
}
,
    { "convert_integer", "cvt.sat.s8.s32 %d, %a;",
        RESULT {
            return UNUSED, limited(static_cast<long double>(static_cast<std::int32_t>(static_cast<u32>(a))), 8, true) & 0xffffU;
}
}
,
    { "convert_integer", "cvt.s64.s8 %d, %a;",
        RESULT { return UNUSED, static_cast<u64>(std::int64_t { static_cast<std::int8_t>(static_cast<std::uint8_t>(a)) });
}
}
,
}
;

} // namespace

std::span<const Oracle> float_oracles()
{
    return kFloatOracles;
}

std::span<const Oracle> conversion_oracles()
{
    return kConversions;
}

} // namespace warpstage::cosim

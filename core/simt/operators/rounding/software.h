// Directed rounding for processors that only round to nearest: exact results in integers, rounded once.
#pragma once

#include "core/simt/operators/row_loops.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

enum class Direction : u32 { down, up, towards_zero };

// Nothing to set.
class RoundingControl {
public:
    explicit RoundingControl(Direction /*direction*/) { }
};

__extension__ using u128 = unsigned __int128;

inline int bit_length(u128 a)
{
    const auto high = static_cast<u64>(a >> 64U);
    if (high != 0)
        return 128 - __builtin_clzll(high);
    const auto low = static_cast<u64>(a);
    return low != 0 ? 64 - __builtin_clzll(low) : 0;
}

template <typename T> struct Layout;
template <> struct Layout<f32> {
    using Bits = u32;
    static constexpr int kFraction = 23;
    static constexpr int kBias = 127;
};
template <> struct Layout<f64> {
    using Bits = u64;
    static constexpr int kFraction = 52;
    static constexpr int kBias = 1023;
};

// A finite number other than zero: magnitude * 2^exponent.
struct Exact {
    bool negative;
    int exponent;
    u128 magnitude;
};

template <typename T> bool is_finite(T a)
{
    return a - a == T { 0 };
}

template <typename T> bool is_negative(T a)
{
    return __builtin_signbit(a) != 0;
}

template <typename T> Exact exact(T a)
{
    using Bits = typename Layout<T>::Bits;
    constexpr int kFraction = Layout<T>::kFraction;
    constexpr int kExponents = 2 * Layout<T>::kBias + 1;
    const Bits bits = __builtin_bit_cast(Bits, a);
    const Bits fraction = bits & ((Bits { 1 } << kFraction) - 1);
    const int exponent = static_cast<int>(bits >> kFraction) & kExponents;
    if (exponent == 0)
        return { is_negative(a), 1 - Layout<T>::kBias - kFraction, fraction };
    return { is_negative(a), exponent - Layout<T>::kBias - kFraction, fraction | Bits { 1 } << kFraction };
}

// Numbers of type T rounded in one direction.
template <Direction kDirection> struct Rounded {
    // With `beyond`, the exact value is farther from zero than `a`, by less than one unit of its magnitude, which then has more
    // bits than T.
    template <typename T> static T round(const Exact& a, bool beyond = false)
    {
        using Bits = typename Layout<T>::Bits;
        constexpr int kFraction = Layout<T>::kFraction;
        constexpr int kLeast = 1 - Layout<T>::kBias - kFraction; // exponent of the subnormal numbers
        constexpr int kLast = 2 * Layout<T>::kBias; // biased exponent of the largest numbers
        const bool away = a.negative ? kDirection == Direction::down : kDirection == Direction::up;
        const int by_width = bit_length(a.magnitude) - (kFraction + 1);
        const int shift = by_width > kLeast - a.exponent ? by_width : kLeast - a.exponent;
        u128 kept = 0;
        bool inexact = beyond;
        if (shift >= 128) {
            inexact = true;
        } else if (shift > 0) {
            kept = a.magnitude >> shift;
            inexact = inexact || (kept << shift) != a.magnitude;
        } else {
            kept = a.magnitude << -shift;
        }
        int exponent = a.exponent + shift;
        if (inexact && away && ++kept == u128 { 1 } << (kFraction + 1)) {
            kept >>= 1U;
            ++exponent;
        }
        const auto mantissa = static_cast<Bits>(kept);
        const bool normal = mantissa >> kFraction != 0;
        const int biased = normal ? exponent + Layout<T>::kBias + kFraction : 0;
        const Bits sign = Bits { a.negative } << (8 * sizeof(T) - 1);
        if (biased > kLast) {
            const Bits infinity = static_cast<Bits>(kLast + 1) << kFraction;
            return __builtin_bit_cast(T, sign | (away ? infinity : infinity - 1));
        }
        const Bits fraction = mantissa & ((Bits { 1 } << kFraction) - 1);
        return __builtin_bit_cast(T, sign | static_cast<Bits>(biased) << kFraction | fraction);
    }

    // The sum of numbers that cancel.
    template <typename T> static T zero() { return kDirection == Direction::down ? -T { 0 } : T { 0 }; }

    static Exact normalized(Exact a)
    {
        const int shift = 126 - bit_length(a.magnitude);
        return { a.negative, a.exponent - shift, a.magnitude << shift };
    }

    // Both have at most 106 bits: if bits of the smaller one are lost, the sum has more bits than T.
    template <typename T> static T sum(const Exact& a, const Exact& b)
    {
        const Exact large = normalized(a);
        const Exact small = normalized(b);
        if (large.exponent < small.exponent || (large.exponent == small.exponent && large.magnitude < small.magnitude))
            return sum<T>(b, a);
        const int shift = large.exponent - small.exponent;
        const u128 aligned = shift < 128 ? small.magnitude >> shift : 0;
        const bool lost = shift >= 128 || (aligned << shift) != small.magnitude;
        Exact result { large.negative, large.exponent, large.magnitude + aligned };
        if (large.negative != small.negative)
            result.magnitude = large.magnitude - aligned - (lost ? 1 : 0);
        return result.magnitude == 0 ? zero<T>() : round<T>(result, lost);
    }

    template <typename T> static T add(T a, T b)
    {
        if (!is_finite(a) || !is_finite(b))
            return a + b;
        if (a == T { 0 } && b == T { 0 })
            return is_negative(a) == is_negative(b) ? a : zero<T>();
        if (a == T { 0 })
            return b;
        return b == T { 0 } ? a : sum<T>(exact(a), exact(b));
    }

    template <typename T> static Exact product(T a, T b)
    {
        const Exact x = exact(a);
        const Exact y = exact(b);
        return { x.negative != y.negative, x.exponent + y.exponent, x.magnitude * y.magnitude };
    }

    template <typename T> static T multiply(T a, T b)
    {
        if (!is_finite(a) || !is_finite(b) || a == T { 0 } || b == T { 0 })
            return a * b;
        return round<T>(product(a, b));
    }

    template <typename T> static T fused(T a, T b, T c)
    {
        if (!is_finite(a) || !is_finite(b) || !is_finite(c))
            return is_finite(c) ? a * b : (is_finite(a) && is_finite(b) ? c : a * b + c);
        if (a == T { 0 } || b == T { 0 })
            return add(a * b, c);
        return c == T { 0 } ? round<T>(product(a, b)) : sum<T>(product(a, b), exact(c));
    }

    template <typename T> static T divide(T a, T b)
    {
        if (!is_finite(a) || !is_finite(b) || a == T { 0 } || b == T { 0 })
            return a / b;
        const Exact x = normalized(exact(a));
        const Exact y = exact(b);
        const u128 quotient = x.magnitude / y.magnitude;
        return round<T>({ x.negative != y.negative, x.exponent - y.exponent, quotient }, quotient * y.magnitude != x.magnitude);
    }

    template <typename T> static T root(T a)
    {
        if (!is_finite(a) || !(a > T { 0 }))
            return a == T { 0 } || a > T { 0 } ? a : static_cast<T>(__builtin_nan(""));
        Exact x = normalized(exact(a));
        x.magnitude >>= 6U; // room for the square below
        x.exponent += 6;
        if (x.exponent % 2 != 0) {
            x.magnitude >>= 1U;
            ++x.exponent;
        }
        u128 root = static_cast<u128>(__builtin_sqrt(static_cast<f64>(x.magnitude)));
        root = (root + x.magnitude / root) / 2;
        while (root * root > x.magnitude)
            --root;
        while ((root + 1) * (root + 1) <= x.magnitude)
            ++root;
        return round<T>({ false, x.exponent / 2, root }, root * root != x.magnitude);
    }
};

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

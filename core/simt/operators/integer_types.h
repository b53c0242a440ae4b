// The types that integer operators compute in.
#pragma once

#include "core/simt/operators/row_loops.h"

namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET { // NOLINT(readability-identifier-naming): the macro names the build
namespace {

__extension__ using s128 = __int128;
__extension__ using u128 = unsigned __int128;

template <typename T> struct Traits;
template <> struct Traits<u16> {
    using Wide = u32;
    using Arithmetic = u32; // 16-bit operands would be promoted to a signed int, whose overflow is undefined
};
template <> struct Traits<s16> {
    using Wide = s32;
    using Arithmetic = u32;
};
template <> struct Traits<u32> {
    using Wide = u64;
    using Arithmetic = u32;
};
template <> struct Traits<s32> {
    using Wide = s64;
    using Arithmetic = u32;
};
template <> struct Traits<u64> {
    using Wide = u128;
    using Arithmetic = u64;
};
template <> struct Traits<s64> {
    using Wide = s128;
    using Arithmetic = u64;
};
template <typename T> using Wide = typename Traits<T>::Wide;
template <typename T> using Arithmetic = typename Traits<T>::Arithmetic;
template <typename T> constexpr bool kSigned = T(-1) < T(0);
template <typename T> constexpr unsigned kBits = sizeof(T) * 8;

template <typename T> T high_half(T a, T b)
{
    return static_cast<T>((static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b)) >> kBits<T>);
}

} // namespace
} // namespace warpstage::simt::WARPSTAGE_INSTRUCTION_SET

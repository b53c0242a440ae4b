#include "core/gpu/nvrtc/nvrtc_headers.h"

#include <array>

namespace warpstage::gpu {

namespace {

constexpr const char* kNothing = "";

// <limits.h> and <math.h> of 64-bit Linux, which nvcc includes implicitly.
constexpr const char* kPreludeText = R"(#pragma once
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX 9223372036854775807L
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX 18446744073709551615ULL
#define INFINITY (__builtin_bit_cast(float, 0x7f800000))
#define HUGE_VALF INFINITY
#define HUGE_VAL (__builtin_bit_cast(double, 0x7ff0000000000000LL))
#define NAN (__builtin_bit_cast(float, 0x7fc00000))
#define M_E 2.7182818284590452354
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
)";

// The same types as libcu++ (cuda/std/cstdint) declares for NVRTC, so that both can be included.
constexpr const char* kStdint = R"(#pragma once
typedef signed char int8_t;
typedef signed short int16_t;
typedef signed int int32_t;
typedef signed long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef signed long long intptr_t;
typedef unsigned long long uintptr_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MAX 2147483647
#define INT32_MIN (-INT32_MAX - 1)
#define UINT32_MAX 4294967295U
#define INT64_MAX 9223372036854775807LL
#define INT64_MIN (-INT64_MAX - 1LL)
#define UINT64_MAX 18446744073709551615ULL
)";

constexpr const char* kFloat = R"(#pragma once
#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_EPSILON 1.1920928955078125e-7F
#define FLT_MIN 1.17549435082228750797e-38F
#define FLT_MAX 3.40282346638528859812e+38F
#define DBL_DIG 15
#define DBL_MANT_DIG 53
#define DBL_EPSILON 2.2204460492503130808e-16
#define DBL_MIN 2.22507385850720138309e-308
#define DBL_MAX 1.79769313486231570815e+308
)";

constexpr std::array kHeaders = std::to_array<StandInHeader>({
    { kPrelude, kPreludeText },
    { "stdint.h", kStdint },
    { "cstdint", kStdint },
    { "float.h", kFloat },
    { "cfloat", kFloat },
    { "assert.h", kNothing },
    { "cassert", kNothing },
    { "limits.h", kNothing },
    { "climits", kNothing },
    { "math.h", kNothing },
    { "cmath", kNothing },
    { "stddef.h", kNothing },
    { "cstddef", kNothing },
    { "stdio.h", kNothing },
    { "cstdio", kNothing },
    { "stdlib.h", kNothing },
    { "cstdlib", kNothing },
    { "string.h", kNothing },
    { "cstring", kNothing },
    { "iostream", kNothing },
    { "cuda_runtime.h", kNothing },
    { "device_launch_parameters.h", kNothing },
});

} // namespace

std::span<const StandInHeader> stand_in_headers()
{
    return kHeaders;
}

} // namespace warpstage::gpu

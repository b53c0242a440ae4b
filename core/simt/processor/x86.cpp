#include "core/base/verify.h"
#include "core/simt/processor/processor.h"

#include <cpuid.h>

namespace warpstage::simt {

namespace {

// Leaves and bits: "AMD64 Architecture Programmer's Manual", volume 3, appendix E.
bool has_f16c_lzcnt_and_movbe()
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned basic = 0;
    unsigned extended = 0;
    unsigned d = 0;
    if (__get_cpuid(1, &a, &b, &basic, &d) == 0 || __get_cpuid(0x8000'0001U, &a, &b, &extended, &d) == 0)
        return false;
    constexpr unsigned kMovbe = 1U << 22U;
    constexpr unsigned kF16c = 1U << 29U;
    constexpr unsigned kLzcnt = 1U << 5U;
    return (basic & kMovbe) != 0 && (basic & kF16c) != 0 && (extended & kLzcnt) != 0;
}

// The features that a compiler may use at this level in addition to level 2, except those that __builtin_cpu_supports does not
// recognize with every compiler.
bool runs_v3()
{
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 && __builtin_cpu_supports("bmi") != 0
        && __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0 && has_f16c_lzcnt_and_movbe();
}

bool runs_v4()
{
    return runs_v3() && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0
        && __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0
        && __builtin_cpu_supports("avx512vl") != 0;
}

} // namespace

bool processor_has(ProcessorLevel level)
{
    switch (level) {
    case ProcessorLevel::any:
        return true;
    case ProcessorLevel::x86_64_v3:
        return runs_v3();
    case ProcessorLevel::x86_64_v4:
        return runs_v4();
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::simt

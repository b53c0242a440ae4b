#include "core/simt/instruction_set.h"

#include "core/base/verify.h"
#include "core/simt/machine.h"

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

const char* name_of(InstructionSet set)
{
    switch (set) {
    case InstructionSet::x86_64:
        return "x86-64";
    case InstructionSet::x86_64_v3:
        return "x86-64-v3";
    case InstructionSet::x86_64_v4:
        return "x86-64-v4";
    }
    VERIFY_NOT_REACHED();
}

std::vector<InstructionSet> available_instruction_sets()
{
    std::vector<InstructionSet> sets { InstructionSet::x86_64 };
    if (runs_v3())
        sets.push_back(InstructionSet::x86_64_v3);
    if (runs_v4())
        sets.push_back(InstructionSet::x86_64_v4);
    return sets;
}

InstructionSet best_instruction_set()
{
    static const InstructionSet best = available_instruction_sets().back();
    return best;
}

const char* instruction_set()
{
    return name_of(best_instruction_set());
}

} // namespace warpstage::simt

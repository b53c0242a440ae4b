#include "core/simt/instruction_set.h"

#include "core/base/verify.h"
#include "core/simt/machine.h"

namespace warpstage::simt {

namespace {

// GCC 12 knows the features, not yet the names of the levels; these are the ones that the compiler may use beyond level 2.
bool runs_v3()
{
    return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 && __builtin_cpu_supports("bmi") != 0
        && __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0 && __builtin_cpu_supports("lzcnt") != 0
        && __builtin_cpu_supports("f16c") != 0 && __builtin_cpu_supports("movbe") != 0;
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

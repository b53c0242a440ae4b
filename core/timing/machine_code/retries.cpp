#include "core/timing/machine_code/retries.h"

#include "core/ptx/branch_target.h"

#include <algorithm>
#include <set>

namespace warpstage::timing {

namespace {

using ptx::Opcode;

// Whether the branch goes back to `index` or before it.
bool repeats(const ptx::Instruction& branch, std::uint32_t index)
{
    const auto target = ptx::branch_target(branch);
    return branch.guard && target && *target <= index;
}

bool decides_about_a_repetition(
    const ptx::Function& function, std::uint32_t first, std::uint32_t index, const RegisterNumbers& numbers)
{
    const auto& results = numbers.use(first + index).writes;
    std::set<std::uint32_t> depend(results.begin(), results.end());
    for (std::uint32_t i = index + 1; i < function.instructions.size(); ++i) {
        const auto& [reads, writes] = numbers.use(first + i);
        if (!std::ranges::any_of(reads, [&](std::uint32_t reg) { return depend.contains(reg); }))
            continue;
        if (repeats(function.instructions[i], index))
            return true;
        depend.insert(writes.begin(), writes.end());
    }
    return false;
}

} // namespace

void find_retries(const ptx::Function& function, std::uint32_t first, const RegisterNumbers& numbers, MachineCode& code)
{
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i)
        if (function.instructions[i].opcode == Opcode::atom && function.instructions[i].has_modifier("cas"))
            code.operations[first + i].retries = decides_about_a_repetition(function, first, i, numbers);
}

} // namespace warpstage::timing

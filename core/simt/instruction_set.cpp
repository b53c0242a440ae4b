#include "core/simt/instruction_set.h"

#include "core/simt/machine.h"
#include "core/simt/processor/processor.h"

#include <array>

namespace warpstage::simt {

namespace {

struct OperatorSet {
    InstructionSet set;
    const char* name;
    ProcessorLevel level;
};

constexpr std::array kOperatorSets {
#define OPERATOR_SET(id, name, level) OperatorSet { InstructionSet::id, name, ProcessorLevel::level },
#include "core/simt/operator_sets.inc"
#undef OPERATOR_SET
};

} // namespace

const char* name_of(InstructionSet set)
{
    return kOperatorSets.at(static_cast<std::size_t>(set)).name;
}

ProcessorLevel level_of(InstructionSet set)
{
    return kOperatorSets.at(static_cast<std::size_t>(set)).level;
}

std::vector<InstructionSet> available_instruction_sets()
{
    std::vector<InstructionSet> sets;
    for (const OperatorSet& row : kOperatorSets)
        if (processor_has(row.level))
            sets.push_back(row.set);
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

// Counters of a launch in the machine code that the model derives from the PTX: what hardware counts, where the assembler merges
// loads and turns branches into predicates.
#pragma once

#include "core/analysis/kernel_report.h"
#include "core/timing/block_stream.h"
#include "core/timing/machine_code/machine_code.h"

#include <cstdint>
#include <span>

namespace warpstage::timing {

struct MachineCounters {
    std::uint64_t instructions = 0; // smsp__inst_executed.sum
    std::uint64_t wavefronts = 0; // of loads and stores of shared memory
    std::uint64_t divergent_branches = 0;
};

// `reports`: of the whole launch, in any order, several per instruction; `streams`: of some blocks, which show how often merged
// loads are aligned.
[[nodiscard]] MachineCounters machine_counters(
    const MachineCode& code, std::span<const analysis::InstructionReport> reports, std::span<const BlockStream> streams);

} // namespace warpstage::timing

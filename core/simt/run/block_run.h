// Runs the warps of one block, one after the other between barriers.
#pragma once

#include "core/simt/checks/checker.h"
#include "core/simt/observer.h"
#include "core/simt/run/block.h"
#include "core/simt/run/instruction_budget.h"
#include "core/simt/trap.h"

#include <optional>

namespace warpstage::simt {

enum class BlockEnd : std::uint8_t { finished, trapped, stopped };

struct BlockResult {
    BlockEnd end = BlockEnd::finished;
    std::optional<Trap> trap;
};

struct BlockOptions {
    Observer* observer = nullptr;
    Checker* checker = nullptr; // where there is one, it hands on to the observer
    Scheduling scheduling {};
};

// The block has been started, and the checker for it.
[[nodiscard]] BlockResult run_block(Block& block, const BlockOptions& options, InstructionBudget budget);

} // namespace warpstage::simt

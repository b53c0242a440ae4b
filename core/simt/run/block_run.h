// Runs the warps of one block between barriers, one after the other; a warp that runs for long or waits for another one lets the
// others run.
#pragma once

#include "core/simt/checks/checker.h"
#include "core/simt/observer.h"
#include "core/simt/run/block.h"
#include "core/simt/run/instruction_budget.h"
#include "core/simt/trap.h"

#include <optional>

namespace warpstage::simt {

// Warp instructions, longer than anything that changes memory while all warps of a block wait for it to change.
inline constexpr std::uint64_t kMaxWait = 1U << 24U;

enum class BlockEnd : std::uint8_t {
    finished,
    trapped,
    stopped,
    suspended, // other blocks get their turn; run_block() goes on with it
};

struct BlockResult {
    BlockEnd end = BlockEnd::finished;
    std::optional<Trap> trap;
};

enum class Turns : std::uint8_t {
    whole_block, // the block runs to its end
    shared, // it is suspended while its warps wait for other blocks, or when it has run for long
};

struct BlockOptions {
    Observer* observer = nullptr;
    Checker* checker = nullptr; // where there is one, it hands on to the observer
    Scheduling scheduling {};
    Turns turns = Turns::whole_block;
};

// The block has been started, or suspended, and the checker started for it. Lock step alone can share turns, without a checker.
[[nodiscard]] BlockResult run_block(Block& block, const BlockOptions& options, InstructionBudget& budget);

} // namespace warpstage::simt

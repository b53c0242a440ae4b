// Runs the warps of one block in sequence between barriers; a warp that runs for long or waits for another warp yields.
#pragma once

#include "core/simt/checks/checker.h"
#include "core/simt/faults/fault_place.h"
#include "core/simt/observer.h"
#include "core/simt/run/block.h"
#include "core/simt/run/instruction_budget.h"
#include "core/simt/trap.h"

#include <optional>

namespace warpstage::simt {

enum class BlockEnd : std::uint8_t {
    finished,
    trapped,
    stopped,
    suspended, // other blocks take their turn; run_block() continues later
    yields, // the same, because the checks want it, not because the block waits or has run for long
};

struct BlockResult {
    BlockEnd end = BlockEnd::finished;
    std::optional<Trap> trap;
    std::optional<FaultPlace> stopped_at {}; // of a stopped block; the warp that ran
};

enum class Turns : std::uint8_t {
    whole_block, // the block runs to its end
    shared, // the block is suspended while its warps wait for other blocks, or after it has run for long
    while_waiting, // the block is suspended only while its warps wait for other blocks
};

class IndependentRun;
class LaunchGate; // core/simt/run/launch_gate.h
class WaitQuestion; // core/simt/hang/wait_question.h

struct BlockOptions {
    Observer* observer = nullptr;
    Checker* checker = nullptr; // if present, it forwards to the observer
    Scheduling scheduling {};
    Turns turns = Turns::whole_block;
    // The state of the block with the independent schedule, or of its warps whose lanes are apart in lock step.
    std::optional<IndependentRun>* drifting = nullptr;
    WaitQuestion* question = nullptr; // may be null
    LaunchGate* gate = nullptr; // may be null
};

// The block has been started, or was suspended before, and the checker has been started for it.
[[nodiscard]] BlockResult run_block(Block& block, const BlockOptions& options, InstructionBudget& budget);

} // namespace warpstage::simt

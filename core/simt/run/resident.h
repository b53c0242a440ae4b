// A block that has started, with everything that belongs to its run. Used again for other blocks of the launch.
#pragma once

#include "core/simt/checks/checker.h"
#include "core/simt/run/block.h"
#include "core/simt/run/block_run.h"
#include "core/simt/run/independent/independent_run.h"
#include "core/simt/run/instruction_budget.h"

#include <memory>
#include <optional>

namespace warpstage::simt {

struct Resident {
    explicit Resident(std::unique_ptr<Block> its_block)
        : block(std::move(its_block))
    {
    }

    // The block of this linear index begins; `observer` may be null.
    void start(std::uint64_t linear, Observer* observer, const Scheduling& scheduling, const InstructionBudget& its_budget,
        WaitQuestion* question, LaunchGate* gate)
    {
        block->start(linear);
        budget.emplace(its_budget);
        if (checker) {
            checker->start(observer);
            observer = &*checker;
        }
        drifting.reset();
        options = { observer, checker ? &*checker : nullptr, scheduling, Turns::whole_block, &drifting, question, gate };
        if (scheduling.policy == Scheduling::Policy::independent)
            drifting.emplace(*block, observer, options.checker, *budget, DriftPolicy::random, scheduling.seed);
    }

    [[nodiscard]] BlockResult run(Turns turns)
    {
        options.turns = turns;
        if (!checker)
            return run_block(*block, options, *budget);
        checker->resume();
        BlockResult result = run_block(*block, options, *budget);
        if (result.end == BlockEnd::suspended && block->waiting_instructions > 0)
            checker->wait_for_others();
        return result;
    }

    std::unique_ptr<Block> block;
    std::optional<Checker> checker;
    std::optional<InstructionBudget> budget;
    std::optional<IndependentRun> drifting;
    BlockOptions options;
};

} // namespace warpstage::simt

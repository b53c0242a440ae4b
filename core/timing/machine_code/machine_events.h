// What lanes do in the machine code of a launch but not in its PTX: they take slow paths, and they pass through unrolled loops in
// turns.
#pragma once

#include "core/simt/summing_observer.h"
#include "core/timing/machine_code/loop_turns.h"
#include "core/timing/machine_code/slow_paths.h"

namespace warpstage::timing {

struct MachineEvents final : public simt::InstructionWatch {
    // All must outlive it.
    MachineEvents(const ptx::Listing& listing, const MachineCode& code, const arch::Traits& traits)
        : slow_paths(listing)
        , loops(listing, code, traits)
    {
    }

    // Whether there is something to count.
    [[nodiscard]] static bool concern(const ptx::Listing& listing, const MachineCode& code, const arch::Traits& traits)
    {
        return SlowPaths::concern(listing) || LoopTurns::concern(code, traits);
    }

    MachineEvents& operator+=(const MachineEvents& other)
    {
        slow_paths += other.slow_paths;
        loops += other.loops;
        return *this;
    }

    [[nodiscard]] bool follows(std::uint32_t pc) const override { return slow_paths.follows(pc) || loops.follows(pc); }
    void on_step(const simt::Step& step) override { loops.on_step(step); }
    void before(const simt::Step& step, const simt::WarpState& state, const simt::Operation& operation) override
    {
        slow_paths.before(step, state, operation);
    }
    void on_branch(const simt::Step& step, LaneMask taken, LaneMask not_taken) override
    {
        loops.on_branch(step, taken, not_taken);
    }
    void on_addresses(const simt::Step& step, const simt::AddressRow& row) override { loops.on_addresses(step, row); }
    void on_access(const simt::Step& step, const simt::Access& access) override { loops.on_access(step, access); }

    SlowPaths slow_paths;
    LoopTurns loops;
};

} // namespace warpstage::timing

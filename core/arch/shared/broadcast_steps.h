// The steps in which CC 1.x serves a half-warp. Source: CUDA C Programming Guide 4.2, F.3.3: in each step one of the remaining
// words is selected as the broadcast word; the step serves all lanes that requested it, and one lane of each other bank. The
// selection is not documented; here it is the word of the lowest lane, and a bank serves its lowest lane, as in the figures of
// the guide.
#pragma once

#include "core/arch/shared/shared_banks.h"
#include "core/arch/shared/shared_phases.h"
#include "core/base/lane_mask.h"

namespace warpstage::arch {

// Calls visit(BankWord) for each word that a bank serves in a step, and returns the number of steps. Allocates nothing.
template <typename Visit>
std::uint32_t for_each_step(const Traits& traits, const SharedRequest& request, const SharedPhase& phase, Visit&& visit)
{
    const auto word_of = [&](unsigned lane) {
        return request.addresses[lane] / traits.bank_bytes + phase.part;
    };
    const auto bank_of = [&](std::uint64_t word) {
        return static_cast<std::uint32_t>(word % traits.shared_banks);
    };
    std::uint32_t step = 0;
    for (LaneMask waiting = phase.lanes; waiting != 0; ++step) {
        const std::uint64_t broadcast = word_of(lowest_lane(waiting));
        LaneMask served = 0;
        for_each_lane(waiting, [&](unsigned lane) { served |= word_of(lane) == broadcast ? LaneMask { 1 } << lane : 0; });
        visit(BankWord { .bank = bank_of(broadcast), .word = broadcast, .lanes = served, .wavefront = step });

        std::uint32_t busy = 1U << bank_of(broadcast);
        for_each_lane(waiting & ~served, [&](unsigned lane) {
            const std::uint64_t word = word_of(lane);
            const std::uint32_t bank = 1U << bank_of(word);
            if ((busy & bank) != 0)
                return;
            busy |= bank;
            served |= LaneMask { 1 } << lane;
            visit(BankWord { .bank = bank_of(word), .word = word, .lanes = LaneMask { 1 } << lane, .wavefront = step });
        });
        waiting &= ~served;
    }
    return step;
}

} // namespace warpstage::arch

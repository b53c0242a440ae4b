// Who hears what a warp does: a type, so that a warp without an observer has no cost for it.
#pragma once

#include "core/simt/checks/checker.h"
#include "core/simt/partial_observer.h"
#include "core/simt/state_observer.h"
#include "core/simt/summing_observer.h"

#include <cstdint>

namespace warpstage::simt {

struct Unobserved {
    static constexpr bool kActive = false;
    static constexpr bool kChecked = false;
    static constexpr bool kSums = false;
};

struct Observed {
    static constexpr bool kActive = true;
    static constexpr bool kChecked = false;
    static constexpr bool kSums = false;
    explicit Observed(Observer* its_observer)
        : observer(its_observer)
        , partial(dynamic_cast<const PartialObserver*>(its_observer))
        , of_state(dynamic_cast<StateObserver*>(its_observer))
    {
    }
    [[nodiscard]] bool ignores(std::uint32_t warp) const { return partial != nullptr && partial->ignores(warp); }

    Observer* observer;
    const PartialObserver* partial; // the same; null: it wants all events
    StateObserver* of_state; // the same; null: it does not read registers
};

// Of sums: runs of straight instructions are counted at once.
struct Summed {
    static constexpr bool kActive = true;
    static constexpr bool kChecked = false;
    static constexpr bool kSums = true;
    SummingObserver* observer;
};

struct Checked {
    static constexpr bool kActive = true;
    static constexpr bool kChecked = true;
    static constexpr bool kSums = false;
    Checker* observer; // forwards the events that it receives
};

// Null without an observer.
template <typename Observation> [[nodiscard]] Observer* observer_of(const Observation& observation)
{
    if constexpr (Observation::kActive)
        return observation.observer;
    else
        return nullptr;
}

} // namespace warpstage::simt

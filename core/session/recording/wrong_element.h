// Where the result of kernels that were tried and refused went wrong first.
#pragma once

#include "core/base/dim3.h"
#include "core/problem/difference.h"

#include <cstdint>
#include <optional>

namespace warpstage::session {

struct WrongElement {
    problem::Difference difference; // of a trial, which may be smaller than what is shown
    struct Thread {
        Dim3 block; // in the grid
        std::uint32_t warp = 0; // in the block
        std::uint32_t lane = 0;

        bool operator==(const Thread&) const = default;
    };
    std::optional<Thread> thread; // of the recorded launch, that computes it; nothing: none writes there

    bool operator==(const WrongElement&) const = default;
};

} // namespace warpstage::session

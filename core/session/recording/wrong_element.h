// The first wrong element in the result of kernels that failed the trial.
#pragma once

#include "core/base/dim3.h"
#include "core/problem/difference.h"

#include <cstdint>
#include <optional>

namespace warpstage::session {

struct WrongElement {
    problem::Difference difference; // of the trial, which may be smaller than the shown problem
    struct Thread {
        Dim3 block; // in the grid
        std::uint32_t warp = 0; // in the block
        std::uint32_t lane = 0;

        bool operator==(const Thread&) const = default;
    };
    std::optional<Thread> thread; // of the recorded launch that computes the element; nothing: no thread writes it

    bool operator==(const WrongElement&) const = default;
};

} // namespace warpstage::session

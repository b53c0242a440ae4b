// How far what bodies should keep has drifted.
#pragma once

#include <cstdint>

namespace warpstage::session {

struct DriftView {
    double energy = 0.0; // relative to what it was
    double momentum = 0.0; // relative to the sum of all speeds at the start
    std::uint64_t steps = 0; // since the last restart

    bool operator==(const DriftView&) const = default;
};

} // namespace warpstage::session

// Location of an event in the run.
#pragma once

#include <cstdint>

namespace warpstage::simt {

struct FaultPlace {
    std::uint32_t warp = 0;
    std::uint32_t lane = 0;
    std::uint32_t pc = 0;
};

} // namespace warpstage::simt

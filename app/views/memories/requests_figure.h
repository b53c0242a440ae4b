// One request to constant memory as a sequence of accesses: which lanes each access serves, and which wait for earlier accesses.
// A request to another memory that serves all lanes at once is one access.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct RequestTurns {
    std::string name; // of the variant
    std::string memory; // "constant memory"
    std::vector<LaneMask> turns; // lanes that each access serves, in order
    std::string served; // what one access serves: "1 address", "4 sectors"
    double latency = 0.0; // cycles of the first access; 0: unknown
    double turn = 0.0; // cycles of each further access
    std::uint32_t line = 0;
};

struct RequestsInput {
    std::vector<RequestTurns> sides; // the current variant first
    std::uint32_t warp_width = 32;
    std::string architecture; // "CC 9.0"
};

[[nodiscard]] DrawList requests_figure(const RequestsInput& input, Size size, const Style& style);

} // namespace warpstage::views

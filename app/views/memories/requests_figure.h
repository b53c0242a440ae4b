// One request to constant memory, turn by turn: which lanes are served together, and which wait for the lanes before them. A
// request to another memory that serves all lanes at once is one turn.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct RequestTurns {
    std::string name; // of the variant
    std::string memory; // "constant memory"
    std::vector<LaneMask> turns; // lanes served in each, in order
    std::string served; // what one turn serves: "1 address", "4 sectors"
    double latency = 0.0; // cycles of the first turn; 0: it is not known
    double turn = 0.0; // cycles of each further turn
    std::uint32_t line = 0;
};

struct RequestsInput {
    std::vector<RequestTurns> sides; // the present variant first
    std::uint32_t warp_width = 32;
    std::string architecture; // "CC 9.0"
};

[[nodiscard]] DrawList requests_figure(const RequestsInput& input, Size size, const Style& style);

} // namespace warpstage::views

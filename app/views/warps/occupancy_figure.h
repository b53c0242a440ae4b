// Occupancy: resident warps of a multiprocessor as a function of each resource, the position of the kernel on each curve, and the
// limiter.
#pragma once

#include "app/views/drawing.h"
#include "core/arch/occupancy_curves.h"

namespace warpstage::views {

struct OccupancyInput : arch::OccupancyCurves {
    std::string subtitle {}; // "CC 9.0"
    std::uint32_t threads = 0; // resident on one multiprocessor
    // Texts from the longest to the shortest: the limits of a multiprocessor, and the number of threads that hide the latency of
    // arithmetic.
    std::vector<std::string> limits {};
    std::vector<std::string> latency {};
};

// "registers", "blocks", in the current language.
[[nodiscard]] std::string_view resource_words(arch::Resource resource);
// What limits the occupancy, in the current language: "registers", "blocks and warps". Empty if the maximum number of warps is
// resident.
[[nodiscard]] std::string limiter_words(const arch::Occupancy& occupancy);
[[nodiscard]] DrawList occupancy_figure(const OccupancyInput& input, Size size, const Style& style);

} // namespace warpstage::views

// Occupancy: how many warps one multiprocessor holds as a kernel asks for more registers, shared memory or threads a block, where
// the kernel stands on each curve, and what keeps the next block out.
#pragma once

#include "app/draw/draw_list.h"
#include "app/draw/style.h"
#include "app/views/drawing.h"
#include "app/views/timings/curves_figure.h"
#include "core/arch/occupancy.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::views {

enum class Limits : unsigned char { no, yes };

struct OccupancyCurve {
    std::string name; // "registers a thread"
    std::vector<CurvePoint>
        points; // warps on the multiprocessor by ascending amount; a step holds up to the next point, the last one ends the curve
    double present = 0.0; // the kernel's amount
    Limits limits = Limits::no; // whether this resource keeps the next block out
};

// How many blocks would fit if one resource alone counted.
struct OccupancyResource {
    std::string name; // "registers"
    std::uint32_t blocks = 0;
    bool unlimited = false; // a block needs nothing of it
    Limits limits = Limits::no;
};

struct OccupancyInput {
    std::uint32_t warps = 0; // resident on one multiprocessor
    std::uint32_t warps_at_most = 0;
    std::uint32_t blocks = 0;
    std::vector<OccupancyCurve> curves; // at most four
    std::vector<OccupancyResource> resources;
    std::string subtitle; // "CC 9.0"
    std::string caption;
    std::string nothing = "no kernel to place"; // said where warps_at_most is 0
};

[[nodiscard]] DrawList occupancy_figure(const OccupancyInput& input, Size size, const Style& style);

// Each curve varies one resource of the kernel and keeps the others. Errors: as arch::occupancy.
[[nodiscard]] Result<OccupancyInput> occupancy_input(const arch::Traits& traits, const arch::KernelResources& kernel);

} // namespace warpstage::views

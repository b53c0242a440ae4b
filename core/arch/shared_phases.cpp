#include "core/arch/shared_phases.h"

namespace warpstage::arch {

namespace {

// Whether every active lane has the address of the lane `distance` away from it (by exclusive or), or that lane is inactive.
bool pairs_agree(const SharedRequest& request, unsigned distance)
{
    bool agree = true;
    for_each_lane(request.lanes, [&](unsigned lane) {
        const unsigned partner = lane ^ distance;
        if (has_lane(request.lanes, partner))
            agree = agree && request.addresses[lane] == request.addresses[partner];
    });
    return agree;
}

// Neighbouring phases of a wide load become one where the whole warp obeys one of two conditions; half of the warp obeying one
// and half the other is not enough. Stores never merge. Measured on A100 and H200, not documented by the vendor:
// tests/fixtures/h200.
bool phases_merge(const SharedRequest& request)
{
    return request.operation == SharedOperation::load && (pairs_agree(request, 1) || pairs_agree(request, 2));
}

// CC 5.0 and later: up to 32 bits a lane the whole warp at once, 64 bits by half-warps, 128 bits by quarter-warps.
unsigned lanes_in_phase(const SharedRequest& request)
{
    if (request.bytes <= 4)
        return 32;
    const unsigned lanes = request.bytes == 8 ? 16 : 8;
    return phases_merge(request) ? 2 * lanes : lanes;
}

} // namespace

SharedPhases phases_of(const SharedRequest& request)
{
    SharedPhases phases;
    const unsigned width = lanes_in_phase(request);
    for (unsigned first = 0; first < kMaxLanes; first += width)
        phases.add(request.lanes & (first_lanes(width) << first));
    return phases;
}

} // namespace warpstage::arch

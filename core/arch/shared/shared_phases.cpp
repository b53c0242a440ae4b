#include "core/arch/shared/shared_phases.h"

namespace warpstage::arch {

namespace {

// Whether every active lane has the same address as the lane whose index is its own XOR `distance`, or that lane is inactive.
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

// Neighboring phases of a wide load merge if the whole warp satisfies one of two conditions; a different condition for each half
// is not enough. Stores, ldmatrix and stmatrix never merge. Measured on A100 and H200, not documented by NVIDIA:
// tests/fixtures/h200.
bool phases_merge(const SharedRequest& request)
{
    return request.operation == SharedOperation::load && (pairs_agree(request, 1) || pairs_agree(request, 2));
}

// CC 5.0 and later: up to 32 bits per lane the whole warp at once, 64 bits by half-warps, 128 bits by quarter-warps.
unsigned lanes_of_merging_phase(const SharedRequest& request)
{
    if (request.bytes <= 4)
        return 32;
    const unsigned lanes = request.bytes == 8 ? 16 : 8;
    return phases_merge(request) ? 2 * lanes : lanes;
}

unsigned lanes_of_phase(const Traits& traits, const SharedRequest& request)
{
    switch (traits.shared_rule) {
    case SharedRule::broadcast_word:
        return 16;
    case SharedRule::half_warps:
        // CUDA C Programming Guide 4.2, F.4.3: conflicts of a 64-bit access are those inside a half-warp; most 128-bit accesses
        // are 2-way conflicts, which matches a half-warp with 64 words in 32 banks.
        return request.bytes <= 4 ? 32 : 16;
    case SharedRule::wide_banks:
        // Same guide, F.5.3: the 64-bit words of a warp fill the 32 banks of 64 bits once.
        return request.bytes <= 8 ? 32 : 16;
    case SharedRule::merging_phases:
        return lanes_of_merging_phase(request);
    }
    return 32;
}

// CUDA C Programming Guide 4.2, F.3.3: an access of more than 32 bits is compiled into several of 32 bits.
std::uint32_t parts_of(const Traits& traits, const SharedRequest& request)
{
    return traits.shared_rule == SharedRule::broadcast_word && request.bytes > 4 ? request.bytes / 4 : 1;
}

} // namespace

SharedPhases phases_of(const Traits& traits, const SharedRequest& request)
{
    SharedPhases phases;
    const unsigned width = lanes_of_phase(traits, request);
    for (std::uint32_t part = 0; part < parts_of(traits, request); ++part) {
        for (unsigned first = 0; first < kMaxLanes; first += width)
            phases.add({ .lanes = request.lanes & (first_lanes(width) << first), .part = part });
    }
    return phases;
}

} // namespace warpstage::arch

#include "core/arch/global/moved_segments.h"

#include <algorithm>
#include <set>

namespace warpstage::arch {

namespace {

// Groups of lanes that form a request: see core/arch/coalescing.h.
std::uint32_t lanes_together(const Traits& traits, const GlobalRequest& request)
{
    switch (traits.global_rule) {
    case GlobalRule::words_in_order:
    case GlobalRule::segments:
        return 16;
    case GlobalRule::parts_of_warp:
        return request.bytes >= 16 ? 8 : request.bytes == 8 ? 16 : 32;
    case GlobalRule::sectors:
        return 32;
    }
    return 32;
}

std::uint32_t transactions_side_by_side(const Traits& traits, const GlobalRequest& request)
{
    std::array<std::uint64_t, kMaxLanes> addresses {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        addresses[lane] = std::uint64_t { lane } * request.bytes;
    return count_global(traits, { request.bytes, request.lanes, addresses, request.operation }).transactions;
}

} // namespace

SectorBytes bytes_of(const MovedSegments& moved)
{
    SectorBytes result;
    for (const MemorySegment& segment : moved.segments) {
        std::set<std::uint64_t> used;
        for_each_lane(segment.lanes & moved.lanes, [&](unsigned lane) {
            for (std::uint32_t byte = 0; byte < moved.bytes; ++byte)
                if (moved.addresses[lane] + byte - segment.address < segment.bytes)
                    used.insert(moved.addresses[lane] + byte);
        });
        result.moved += segment.bytes;
        result.used += used.size();
    }
    return result;
}

MovedSegments moved_segments(const Traits& traits, const GlobalRequest& request)
{
    MovedSegments moved;
    moved.bytes = request.bytes;
    moved.lanes = request.lanes;
    std::copy(request.addresses.begin(), request.addresses.end(), moved.addresses.begin());
    moved.lanes_together = lanes_together(traits, request);
    const GlobalService service = serve_global(traits, request);
    for (const Transaction& transaction : service.transactions) {
        MemorySegment segment { transaction.address, transaction.bytes, transaction.lanes, 0 };
        // The unused half of a segment belongs to the group of the used half.
        if (transaction.lanes != 0)
            segment.group = lowest_lane(transaction.lanes) / moved.lanes_together;
        else if (!moved.segments.empty())
            segment.group = moved.segments.back().group;
        moved.segments.push_back(segment);
    }
    const bool sectors = std::all_of(moved.segments.begin(), moved.segments.end(), [&](const MemorySegment& segment) {
        return segment.bytes == traits.sector_bytes;
    }) && (traits.global_rule == GlobalRule::sectors || traits.global_rule == GlobalRule::parts_of_warp);
    if (sectors) {
        moved.ideal = service.count.ideal;
    } else {
        moved.one = traits.global_rule == GlobalRule::parts_of_warp ? "cache line" : "transaction";
        moved.ideal = std::min(service.count.transactions, transactions_side_by_side(traits, request));
    }
    if (!moved.segments.empty())
        moved.origin = std::min_element(moved.segments.begin(), moved.segments.end(), [](const auto& a, const auto& b) {
            return a.address < b.address;
        })->address;
    return moved;
}

} // namespace warpstage::arch

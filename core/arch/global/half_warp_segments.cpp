#include "core/arch/global/half_warp_segments.h"

#include <algorithm>

namespace warpstage::arch {

namespace {

constexpr unsigned kHalfWarp = 16;
constexpr std::uint32_t kSmallest = 32; // bytes of the smallest transaction
constexpr std::uint32_t kMaxSegmentBytes = 128;

// Whether lane k accesses word k of one aligned segment; lanes may be inactive. 8- and 16-bit words never qualify.
bool in_order(const GlobalRequest& request, LaneMask lanes)
{
    if (request.bytes < 4)
        return false;
    const auto start_of = [&](unsigned lane) {
        return request.addresses[lane] - lane % kHalfWarp * request.bytes;
    };
    const std::uint64_t start = start_of(lowest_lane(lanes));
    bool same = true;
    for_each_lane(lanes, [&](unsigned lane) { same = same && start_of(lane) == start; });
    return same && start % (kHalfWarp * request.bytes) == 0;
}

// The lanes of `lanes` whose word starts in a segment.
LaneMask lanes_in(const GlobalRequest& request, LaneMask lanes, std::uint64_t segment, std::uint32_t bytes)
{
    LaneMask inside = 0;
    for_each_lane(lanes, [&](unsigned lane) {
        if (request.addresses[lane] >= segment && request.addresses[lane] - segment < bytes)
            inside |= LaneMask { 1 } << lane;
    });
    return inside;
}

std::uint32_t largest_segment(std::uint32_t word_bytes)
{
    return word_bytes == 1 ? 32 : word_bytes == 2 ? 64 : kMaxSegmentBytes;
}

// "Reduce the transaction size, if possible": to the half that holds all words, again and again.
Transaction shrunk(const GlobalRequest& request, Transaction transaction)
{
    std::uint64_t lowest = ~std::uint64_t { 0 };
    std::uint64_t highest = 0;
    for_each_lane(transaction.lanes, [&](unsigned lane) {
        lowest = std::min(lowest, request.addresses[lane]);
        highest = std::max(highest, request.addresses[lane] + request.bytes - 1);
    });
    while (transaction.bytes > kSmallest) {
        const std::uint64_t middle = transaction.address + transaction.bytes / 2;
        if (lowest < middle && highest >= middle)
            break;
        if (lowest >= middle)
            transaction.address = middle;
        transaction.bytes /= 2;
    }
    return transaction;
}

} // namespace

HalfWarpTransactions words_in_order(const GlobalRequest& request, LaneMask lanes)
{
    HalfWarpTransactions transactions;
    if (!in_order(request, lanes)) {
        for_each_lane(lanes, [&](unsigned lane) {
            transactions.add({ .address = request.addresses[lane] / kSmallest * kSmallest,
                .bytes = kSmallest,
                .lanes = LaneMask { 1 } << lane });
        });
        return transactions;
    }
    // One of 64 bytes, one of 128, or two of 128, regardless of inactive lanes.
    const unsigned first = lowest_lane(lanes);
    const std::uint64_t segment = request.addresses[first] - first % kHalfWarp * request.bytes;
    const std::uint32_t size = std::min(kHalfWarp * request.bytes, kMaxSegmentBytes);
    for (std::uint32_t offset = 0; offset < kHalfWarp * request.bytes; offset += size)
        transactions.add(
            { .address = segment + offset, .bytes = size, .lanes = lanes_in(request, lanes, segment + offset, size) });
    return transactions;
}

HalfWarpTransactions shrinking_segments(const GlobalRequest& request, LaneMask lanes)
{
    HalfWarpTransactions transactions;
    const std::uint32_t size = largest_segment(request.bytes);
    while (lanes != 0) {
        const std::uint64_t segment = request.addresses[lowest_lane(lanes)] / size * size;
        const LaneMask served = lanes_in(request, lanes, segment, size);
        transactions.add(shrunk(request, { .address = segment, .bytes = size, .lanes = served }));
        lanes &= ~served;
    }
    return transactions;
}

} // namespace warpstage::arch

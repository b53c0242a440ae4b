#include "core/arch/global/coalescing.h"

#include "core/arch/global/half_warp_segments.h"
#include "core/arch/row_counts.h"
#include "core/base/verify.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace warpstage::arch {

namespace {

// The first bytes of the active lanes in ascending order. Lanes are usually in order already; then no sort is needed.
class SortedAddresses {
public:
    SortedAddresses(const GlobalRequest& request, LaneMask lanes)
    {
        for_each_lane(lanes, [&](unsigned lane) { m_addresses[m_count++] = request.addresses[lane]; });
        if (!std::is_sorted(begin(), end()))
            std::sort(m_addresses.begin(), m_addresses.begin() + static_cast<std::ptrdiff_t>(m_count));
    }

    [[nodiscard]] const std::uint64_t* begin() const { return m_addresses.data(); }
    [[nodiscard]] const std::uint64_t* end() const { return m_addresses.data() + m_count; }

private:
    std::array<std::uint64_t, kMaxLanes> m_addresses; // valid up to m_count
    std::size_t m_count = 0;
};

// Calls visit(index) for each distinct aligned segment of `bytes` that the lanes access, in ascending order, and returns the
// number of distinct bytes.
template <typename Visit> std::uint64_t sweep(const GlobalRequest& request, LaneMask lanes, std::uint32_t bytes, Visit&& visit)
{
    VERIFY(std::has_single_bit(request.bytes) && request.bytes <= 16);
    VERIFY(std::has_single_bit(bytes));
    const auto shift = static_cast<unsigned>(std::countr_zero(bytes));
    std::uint64_t distinct_bytes = 0;
    std::uint64_t bytes_end = 0; // one past the highest byte so far
    std::uint64_t pieces_end = 0; // one past the highest segment so far
    for (const std::uint64_t address : SortedAddresses(request, lanes)) {
        const std::uint64_t end = address + request.bytes;
        distinct_bytes += end - std::clamp(bytes_end, address, end);
        bytes_end = end;
        for (std::uint64_t piece = std::max(address >> shift, pieces_end); piece <= (end - 1) >> shift; ++piece) {
            visit(piece);
            pieces_end = piece + 1;
        }
    }
    return distinct_bytes;
}

// CC 2.x and 3.x: "a memory request for a warp is split into two for 8-byte words, one for each half-warp, into four for 16-byte
// words"; CC 1.x: always by half-warps; 5.0 and later: the whole warp.
unsigned lanes_of_request(const Traits& traits, const GlobalRequest& request)
{
    switch (traits.global_rule) {
    case GlobalRule::words_in_order:
    case GlobalRule::segments:
        return 16;
    case GlobalRule::parts_of_warp:
        return request.bytes == 16 ? 8 : request.bytes == 8 ? 16 : 32;
    case GlobalRule::sectors:
        return 32;
    }
    return 32;
}

// CC 2.x: accesses cached in L1 transfer lines of 128 bytes, all others 32-byte segments.
std::uint32_t bytes_of_piece(const Traits& traits, const GlobalRequest& request)
{
    return request.operation == GlobalOperation::load ? traits.load_bytes : traits.sector_bytes;
}

bool without_cache(const Traits& traits)
{
    return traits.global_rule == GlobalRule::words_in_order || traits.global_rule == GlobalRule::segments;
}

HalfWarpTransactions serve_half_warp(const Traits& traits, const GlobalRequest& request, LaneMask lanes)
{
    return traits.global_rule == GlobalRule::segments ? shrinking_segments(request, lanes) : words_in_order(request, lanes);
}

LaneMask lanes_touching(const GlobalRequest& request, LaneMask lanes, std::uint64_t address, std::uint32_t bytes)
{
    LaneMask touching = 0;
    for_each_lane(lanes, [&](unsigned lane) {
        const std::uint64_t first = request.addresses[lane];
        if (first + request.bytes > address && first < address + bytes)
            touching |= LaneMask { 1 } << lane;
    });
    return touching;
}

std::uint32_t rounded_up(std::uint64_t bytes, std::uint32_t unit)
{
    return static_cast<std::uint32_t>((bytes + unit - 1) / unit);
}

} // namespace

GlobalCount count_global(const Traits& traits, const GlobalRequest& request)
{
    GlobalCount count;
    if (request.lanes == 0)
        return count;
    if (traits.global_rule == GlobalRule::sectors) { // the common case: all in one scan
        DistinctCount distinct;
        if (count_global_row(traits, request.bytes, lane_row(request.addresses, request.lanes), distinct, nullptr))
            return { .sectors = distinct.units,
                .ideal = ideal_sectors(traits, request.bytes, distinct.addresses),
                .transactions = distinct.units,
                .requests = 1 };
        const std::uint64_t bytes = sweep(request, request.lanes, traits.sector_bytes, [&](std::uint64_t) { ++count.sectors; });
        count.ideal = rounded_up(bytes, traits.sector_bytes);
        count.transactions = count.sectors;
        count.requests = 1;
        return count;
    }
    const unsigned width = lanes_of_request(traits, request);
    std::uint32_t moved = 0;
    for (unsigned first = 0; first < kMaxLanes; first += width) {
        const LaneMask lanes = request.lanes & (first_lanes(width) << first);
        if (lanes == 0)
            continue;
        ++count.requests;
        if (without_cache(traits)) {
            for (const Transaction& transaction : serve_half_warp(traits, request, lanes)) {
                ++count.transactions;
                moved += transaction.bytes;
            }
        } else {
            const std::uint32_t bytes = bytes_of_piece(traits, request);
            sweep(request, lanes, bytes, [&](std::uint64_t) {
                ++count.transactions;
                moved += bytes;
            });
        }
    }
    count.sectors = moved / traits.sector_bytes;
    count.ideal = rounded_up(sweep(request, request.lanes, traits.sector_bytes, [](std::uint64_t) {}), traits.sector_bytes);
    return count;
}

GlobalService serve_global(const Traits& traits, const GlobalRequest& request)
{
    GlobalService service { .count = count_global(traits, request), .transactions = {} };
    const unsigned width = lanes_of_request(traits, request);
    std::uint32_t index = 0;
    for (unsigned first = 0; first < kMaxLanes; first += width) {
        const LaneMask lanes = request.lanes & (first_lanes(width) << first);
        if (lanes == 0)
            continue;
        if (without_cache(traits)) {
            for (Transaction transaction : serve_half_warp(traits, request, lanes)) {
                transaction.request = index;
                service.transactions.push_back(transaction);
            }
        } else {
            const std::uint32_t bytes = bytes_of_piece(traits, request);
            sweep(request, lanes, bytes, [&](std::uint64_t piece) {
                service.transactions.push_back({ .address = piece * bytes,
                    .bytes = bytes,
                    .lanes = lanes_touching(request, lanes, piece * bytes, bytes),
                    .request = index });
            });
        }
        ++index;
    }
    return service;
}

} // namespace warpstage::arch

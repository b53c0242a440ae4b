#include "core/arch/coalescing.h"

#include "core/base/verify.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace warpstage::arch {

namespace {

// The first bytes of the active lanes in ascending order. Lanes mostly come in order already: then nothing is sorted.
class SortedAddresses {
public:
    explicit SortedAddresses(const GlobalRequest& request)
    {
        for_each_lane(request.lanes, [&](unsigned lane) { m_addresses[m_count++] = request.addresses[lane]; });
        if (!std::is_sorted(begin(), end()))
            std::sort(m_addresses.begin(), m_addresses.begin() + static_cast<std::ptrdiff_t>(m_count));
    }

    [[nodiscard]] const std::uint64_t* begin() const { return m_addresses.data(); }
    [[nodiscard]] const std::uint64_t* end() const { return m_addresses.data() + m_count; }

private:
    std::array<std::uint64_t, kMaxLanes> m_addresses; // the first m_count are set
    std::size_t m_count = 0;
};

// Calls visit(sector) for each distinct sector in ascending order and returns the number of distinct bytes.
// CC 6.0 and later: what counts is the distinct 32-byte sectors of the whole warp, whatever the width of an access.
template <typename Visit> std::uint64_t sweep(const Traits& traits, const GlobalRequest& request, Visit&& visit)
{
    VERIFY(std::has_single_bit(request.bytes) && request.bytes <= 16);
    VERIFY(std::has_single_bit(traits.sector_bytes));
    const auto shift = static_cast<unsigned>(std::countr_zero(traits.sector_bytes));
    std::uint64_t distinct_bytes = 0;
    std::uint64_t bytes_end = 0; // one past the highest byte seen
    std::uint64_t sectors_end = 0; // one past the highest sector seen
    for (const std::uint64_t address : SortedAddresses(request)) {
        const std::uint64_t end = address + request.bytes;
        distinct_bytes += end - std::clamp(bytes_end, address, end);
        bytes_end = end;
        for (std::uint64_t sector = std::max(address >> shift, sectors_end); sector <= (end - 1) >> shift; ++sector) {
            visit(sector);
            sectors_end = sector + 1;
        }
    }
    return distinct_bytes;
}

} // namespace

GlobalCount count_global(const Traits& traits, const GlobalRequest& request)
{
    GlobalCount count;
    const std::uint64_t bytes = sweep(traits, request, [&](std::uint64_t) { ++count.sectors; });
    count.ideal = static_cast<std::uint32_t>((bytes + traits.sector_bytes - 1) / traits.sector_bytes);
    return count;
}

std::vector<std::uint64_t> sectors_of(const Traits& traits, const GlobalRequest& request)
{
    std::vector<std::uint64_t> sectors;
    sweep(traits, request, [&](std::uint64_t sector) { sectors.push_back(sector); });
    return sectors;
}

} // namespace warpstage::arch

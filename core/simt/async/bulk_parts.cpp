#include "core/simt/async/bulk_parts.h"

#include "core/simt/async/mbarrier.h"
#include "core/simt/lane_value.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace warpstage::simt {

std::uint64_t bulk_address(const WarpState& state, const BulkAddress& operand, unsigned lane)
{
    if (operand.row_bytes == sizeof(std::uint32_t))
        return lane_value<std::uint32_t>(state, operand.row, lane) + static_cast<std::uint32_t>(operand.displacement);
    return lane_value<std::uint64_t>(state, operand.row, lane) + static_cast<std::uint64_t>(operand.displacement);
}

std::uint64_t address_in_block(std::uint64_t address, std::uint32_t rank)
{
    const std::uint64_t in_cluster = address >= kSharedWindow ? address - kSharedWindow : address;
    return (rank + 1) * kSharedWindowBytes + in_cluster % kSharedWindowBytes;
}

RefusalKind complete_bytes(
    WarpState& state, const Operation& operation, std::uint64_t address, unsigned lane, std::uint64_t bytes)
{
    std::byte* const place = find_shared(state, address, sizeof(std::uint64_t));
    if (place == nullptr)
        return RefusalKind::barrier_address;
    std::uint64_t word = 0;
    std::memcpy(&word, place, sizeof(word));
    std::memcpy(state.registers + operation.d + lane * sizeof(word), &word, sizeof(word));
    const Mbarrier before = Mbarrier::of(word);
    Mbarrier barrier = before;
    const RefusalKind refusal = barrier.expect(-static_cast<std::int64_t>(bytes));
    if (refusal != RefusalKind::none)
        return refusal;
    word = barrier.word();
    std::memcpy(place, &word, sizeof(word));
    state.phases->act(place, { party_at(state, operation, lane), 0, 0, static_cast<std::int64_t>(bytes) }, before, barrier);
    return RefusalKind::none;
}

bool reduce_elements(WarpState& state, std::uint32_t site, Handler reduction, std::uint32_t element_bytes,
    std::span<const std::uint64_t> addresses, const std::byte* values)
{
    constexpr std::uint32_t kRow = kMaxLanes * sizeof(std::uint64_t);
    alignas(64) std::array<std::byte, std::size_t { 3 } * kRow> rows {};
    WarpState lanes = state;
    lanes.registers = rows.data();
    Operation atom;
    atom.a = 0;
    atom.b = kRow;
    atom.c = kRow;
    atom.d = 2 * kRow;
    atom.site = site;
    for (std::size_t done = 0; done < addresses.size(); done += kMaxLanes) {
        const std::size_t count = std::min<std::size_t>(kMaxLanes, addresses.size() - done);
        for (std::size_t i = 0; i < kMaxLanes; ++i) {
            const std::uint64_t address = addresses[done + std::min(i, count - 1)];
            std::memcpy(rows.data() + i * sizeof(address), &address, sizeof(address));
        }
        std::memcpy(rows.data() + kRow, values + done * element_bytes, count * element_bytes);
        set_active(lanes, first_lanes(static_cast<unsigned>(count)));
        if (!reduction(lanes, atom))
            return false;
    }
    return true;
}

} // namespace warpstage::simt

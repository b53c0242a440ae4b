#include "core/trace/known_rows.h"

#include "core/trace/totals.h"

#include <cstring>
#include <utility>

namespace warpstage::trace {

namespace {

template <typename Address> Address address_at(const std::byte* values, std::size_t lane)
{
    Address address {};
    std::memcpy(&address, values + lane * sizeof(Address), sizeof(Address));
    return address;
}

// Branch-free for vectorization.
template <typename Address>
bool has_distance(const std::byte* values, const std::array<std::uint64_t, kMaxLanes>& known, Address distance)
{
    Address difference = 0;
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
        difference |= static_cast<Address>(address_at<Address>(values, lane) - static_cast<Address>(known[lane])) ^ distance;
    return difference == 0;
}

template <typename Address> void keep(const std::byte* values, std::array<std::uint64_t, kMaxLanes>& known)
{
    for (std::size_t lane = 0; lane < kMaxLanes; ++lane)
        known[lane] = address_at<Address>(values, lane);
}

} // namespace

std::optional<std::uint32_t> KnownRows::find(std::uint32_t pc, const simt::AddressRow& row)
{
    if (m_rows[pc] == nullptr)
        m_rows[pc] = std::make_unique<Rows>();
    const bool is_wide = row.bytes == sizeof(std::uint64_t);
    const std::uint64_t first = is_wide ? address_at<std::uint64_t>(row.values, 0) : address_at<std::uint32_t>(row.values, 0);
    Row& entry = (*m_rows[pc])[first / (PatternCount::kAlignment / kEntries) % kEntries];
    const std::uint64_t distance = first - entry.addresses[0];
    if (entry.pattern && distance % PatternCount::kAlignment == 0
        && (is_wide ? has_distance<std::uint64_t>(row.values, entry.addresses, distance)
                    : has_distance<std::uint32_t>(row.values, entry.addresses, static_cast<std::uint32_t>(distance))))
        return entry.pattern;
    if (is_wide)
        keep<std::uint64_t>(row.values, entry.addresses);
    else
        keep<std::uint32_t>(row.values, entry.addresses);
    entry.pattern.reset();
    m_unknown = &entry;
    m_unknown_pc = pc;
    return std::nullopt;
}

void KnownRows::learn(std::uint32_t pc, std::optional<std::uint32_t> pattern)
{
    if (Row* const entry = std::exchange(m_unknown, nullptr); entry != nullptr && m_unknown_pc == pc)
        entry->pattern = pattern;
}

void KnownRows::clear()
{
    for (std::unique_ptr<Rows>& rows : m_rows)
        rows.reset();
    m_unknown = nullptr;
}

} // namespace warpstage::trace

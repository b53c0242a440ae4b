#include "core/simt/layout/register_layout.h"

#include "core/base/lane_mask.h"
#include "core/simt/operators/operator_table.h"

#include <algorithm>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kRowAlignment = 64; // a cache line, and the widest vector register

std::uint32_t lane_bytes_of(ptx::Type type)
{
    constexpr std::uint32_t kSmallest = 2;
    return type == ptx::Type::pred ? kPredicateSize : std::max(ptx::size_of(type), kSmallest);
}

} // namespace

void RegisterLayout::start(const ptx::Function& function)
{
    m_function = &function;
    m_registers.assign(function.registers.size(), std::nullopt);
    m_extents.clear();
    m_rows.clear();
    m_next_predicate = 0;
    m_predicates_end = 0; // predicates of two functions must not share a cache line, because it is saved as a whole
}

std::optional<Row> RegisterLayout::of(ptx::RegisterId id)
{
    if (id >= m_registers.size())
        return std::nullopt;
    std::optional<Row>& row = m_registers[id];
    if (!row)
        row = fresh(lane_bytes_of(m_function->registers[id].type));
    return row;
}

std::uint32_t RegisterLayout::lane_bytes(ptx::RegisterId id) const
{
    return lane_bytes_of(m_function->registers[id].type);
}

bool RegisterLayout::is_constant(std::uint32_t offset) const
{
    return std::ranges::any_of(m_constants, [&](const ConstantRow& known) { return known.row.offset == offset; });
}

Row RegisterLayout::constant(const decltype(ConstantRow::content)& content, std::uint32_t lane_bytes)
{
    const auto same = std::find_if(m_constants.begin(), m_constants.end(),
        [&](const ConstantRow& known) { return known.row.lane_bytes == lane_bytes && known.content == content; });
    return same != m_constants.end() ? same->row : fresh_constant(content, lane_bytes);
}

Row RegisterLayout::fresh(std::uint32_t lane_bytes)
{
    if (lane_bytes == kPredicateSize) {
        if (m_next_predicate == m_predicates_end) {
            m_next_predicate = m_end;
            note(m_end, kRowAlignment);
            m_end += kRowAlignment;
            m_predicates_end = m_end;
        }
        const Row row { m_next_predicate, lane_bytes };
        m_next_predicate += static_cast<std::uint32_t>(sizeof(LaneMask));
        m_rows.push_back(row);
        return row;
    }
    const Row row = take_row(lane_bytes);
    note(row.offset, lane_bytes * kMaxLanes);
    m_rows.push_back(row);
    return row;
}

Row RegisterLayout::take_row(std::uint32_t lane_bytes)
{
    const Row row { m_end, lane_bytes };
    m_end += lane_bytes * kMaxLanes;
    return row;
}

void RegisterLayout::note(std::uint32_t offset, std::uint32_t bytes)
{
    if (!m_extents.empty() && m_extents.back().offset + m_extents.back().bytes == offset)
        m_extents.back().bytes += bytes;
    else
        m_extents.push_back({ offset, bytes });
}

Row RegisterLayout::fresh_constant(const decltype(ConstantRow::content)& content, std::uint32_t lane_bytes)
{
    const Row row = lane_bytes == kPredicateSize ? fresh(lane_bytes) : take_row(lane_bytes);
    m_constants.push_back({ row, content });
    return row;
}

std::uint32_t RegisterLayout::bytes() const
{
    return std::max(m_end, kRowAlignment);
}

} // namespace warpstage::simt

#include "core/simt/async/bulk_copy.h"

#include "core/simt/async/bulk_parts.h"
#include "core/simt/lane_value.h"
#include "core/simt/memory/address_space.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kPieces = kMaxLanes; // of one request

std::uint32_t bulk_bytes(const WarpState& state, const BulkForm& form, unsigned lane)
{
    return form.has_values() ? std::uint32_t { form.elements } * form.element_bytes
                             : lane_value<std::uint32_t>(state, form.size, lane);
}

// The memory of `bytes` there; null where it is not all in one buffer.
std::byte* find_bulk(WarpState& state, std::uint32_t site, ptx::StateSpace space, std::uint64_t address, std::uint64_t bytes)
{
    if (space == ptx::StateSpace::shared)
        return find_shared_range(state, address, bytes);
    const DeviceMemory::Region* region = find_region(state, site, address, bytes);
    return region == nullptr ? nullptr : region->data + (address - region->base);
}

// One thread's copy to one destination.
class BulkCopy {
public:
    BulkCopy(WarpState& state, const Operation& operation, const BulkForm& form, unsigned lane)
        : m_state(state)
        , m_operation(operation)
        , m_form(form)
        , m_lane(lane)
        , m_bytes(bulk_bytes(state, form, lane))
        , m_alignment(form.has_values() ? m_bytes : kBulkBytes)
    {
    }

    // RefusalKind::none where it was done.
    RefusalKind run()
    {
        if (m_bytes % m_alignment != 0)
            return RefusalKind::bulk_size;
        if (const RefusalKind refusal = find_source(); refusal != RefusalKind::none || m_form.destination.row == kNoRow)
            return refusal;
        const std::uint64_t to = bulk_address(m_state, m_form.destination, m_lane);
        const std::uint64_t barrier = m_form.barrier.row == kNoRow ? 0 : bulk_address(m_state, m_form.barrier, m_lane);
        if (m_form.blocks == kNoRow)
            return copy(to, barrier);
        RefusalKind refusal = RefusalKind::none;
        for (std::uint32_t ranks = lane_value<std::uint16_t>(m_state, m_form.blocks, m_lane); ranks != 0; ranks &= ranks - 1) {
            const auto rank = static_cast<std::uint32_t>(std::countr_zero(ranks));
            if (refusal == RefusalKind::none)
                refusal = copy(address_in_block(to, rank), address_in_block(barrier, rank));
        }
        return refusal;
    }

private:
    RefusalKind find_source()
    {
        if (m_form.has_values()) {
            const std::size_t size = m_form.element_bytes;
            for (std::size_t i = 0; i < m_form.elements; ++i)
                std::memcpy(m_values.data() + i * size, m_state.registers + m_form.values[i] + m_lane * size, size);
            m_source = m_values.data();
            return RefusalKind::none;
        }
        const std::uint64_t from = bulk_address(m_state, m_form.source, m_lane);
        m_source = find_bulk(m_state, m_operation.site, m_form.source.space, from, m_bytes);
        const bool needed = m_form.destination.row != kNoRow; // a prefetch may name what is not there
        return from % m_alignment != 0 || (needed && m_source == nullptr) ? RefusalKind::bulk_source : RefusalKind::none;
    }

    RefusalKind copy(std::uint64_t to, std::uint64_t barrier)
    {
        std::byte* const destination = find_bulk(m_state, m_operation.site, m_form.destination.space, to, m_bytes);
        if (destination == nullptr || to % m_alignment != 0)
            return RefusalKind::bulk_destination;
        if (const RefusalKind refusal = complete(barrier); refusal != RefusalKind::none)
            return refusal;
        if (m_form.reduction != nullptr)
            return reduce(m_form.destination.space == ptx::StateSpace::shared && to < kSharedWindow ? to + kSharedWindow : to);
        if (m_form.byte_mask == kNoRow) {
            std::memmove(destination, m_source, m_bytes);
            return RefusalKind::none;
        }
        const std::uint32_t mask = lane_value<std::uint16_t>(m_state, m_form.byte_mask, m_lane);
        for (std::uint32_t i = 0; i < m_bytes; ++i) {
            if ((mask >> i % kBulkBytes & 1U) != 0)
                destination[i] = m_source[i];
        }
        return RefusalKind::none;
    }

    RefusalKind complete(std::uint64_t address)
    {
        if (m_form.barrier.row == kNoRow)
            return RefusalKind::none;
        return complete_bytes(m_state, m_operation, address, m_lane, m_bytes);
    }

    RefusalKind reduce(std::uint64_t to)
    {
        std::vector<std::uint64_t> addresses;
        for (std::uint32_t done = 0; done < m_bytes; done += m_form.element_bytes)
            addresses.push_back(to + done);
        return reduce_elements(m_state, m_operation.site, m_form.reduction, m_form.element_bytes, addresses, m_source)
            ? RefusalKind::none
            : RefusalKind::bulk_destination;
    }

    WarpState& m_state;
    const Operation& m_operation;
    const BulkForm& m_form;
    unsigned m_lane;
    std::uint32_t m_bytes;
    std::uint64_t m_alignment;
    std::array<std::byte, 32> m_values {};
    const std::byte* m_source = nullptr;
};

// Appends the accesses of one thread to `operand`, up to kPieces pieces of kBulkBytes bytes each. Their values are read at
// `content`.
void add_bulk_requests(WarpState& state, const Operation& operation, const BulkForm& form, const BulkAddress& operand,
    const BulkAddress& content, AccessKind kind, unsigned lane, std::vector<Access>& requests)
{
    std::uint64_t first = bulk_address(state, operand, lane);
    if (operand.space == ptx::StateSpace::shared) {
        const SharedPlace place = resolve_shared(state, first);
        if (place.block != state.shared)
            return;
        first = place.offset;
    }
    const std::uint64_t bytes = bulk_bytes(state, form, lane);
    const std::byte* const values = find_bulk(state, operation.site, content.space, bulk_address(state, content, lane), bytes);
    for (std::uint64_t done = 0; done < bytes; done += kPieces * kBulkBytes) {
        Access access;
        access.space = operand.space;
        access.kind = kind;
        access.bytes = kBulkBytes;
        access.issuer = lane;
        access.lanes = first_lanes(static_cast<unsigned>(std::min<std::uint64_t>(kPieces, (bytes - done) / kBulkBytes)));
        for_each_lane(access.lanes, [&](unsigned piece) {
            const std::uint64_t offset = done + piece * kBulkBytes;
            access.addresses[piece] = first + offset;
            if (values != nullptr)
                std::memcpy(&access.values[piece], values + offset, sizeof(access.values[piece]));
        });
        requests.push_back(access);
    }
}

// Of st.async and red.async: the lanes that write into their own block.
Access value_request(const WarpState& state, const BulkForm& form, AccessKind kind)
{
    Access access;
    access.space = form.destination.space;
    access.kind = kind;
    access.bytes = std::uint32_t { form.elements } * form.element_bytes;
    for_each_lane(state.active, [&](unsigned lane) {
        const SharedPlace place = resolve_shared(state, bulk_address(state, form.destination, lane));
        if (place.block != state.shared)
            return;
        access.lanes |= LaneMask { 1 } << lane;
        access.addresses[lane] = place.offset;
        for (std::size_t i = 0; i < std::min<std::size_t>(form.elements, sizeof(std::uint64_t) / form.element_bytes); ++i) {
            const std::byte* const value = state.registers + form.values[i] + std::size_t { lane } * form.element_bytes;
            std::uint64_t element = 0;
            std::memcpy(&element, value, form.element_bytes);
            access.values[lane] |= element << (8 * i * form.element_bytes);
        }
    });
    return access;
}

} // namespace

bool copy_bulk(WarpState& state, const Operation& operation)
{
    const auto& form = form_of<BulkForm>(operation);
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const RefusalKind refusal = BulkCopy(state, operation, form, lane).run();
        if (refusal != RefusalKind::none) {
            state.refusal = { refusal, lane, bulk_bytes(state, form, lane), 0 };
            return false;
        }
    }
    return true;
}

std::vector<Access> bulk_accesses(WarpState& state, const Operation& operation, const BulkForm& form)
{
    const AccessKind kind = form.reduction == nullptr ? AccessKind::store : AccessKind::atomic;
    if (form.destination.row == kNoRow)
        return {}; // a prefetch is not observed
    if (form.has_values())
        return { value_request(state, form, kind) };
    std::vector<Access> requests;
    for_each_lane(state.active, [&](unsigned lane) {
        add_bulk_requests(state, operation, form, form.source, form.source, AccessKind::load, lane, requests);
        const BulkAddress& content = kind == AccessKind::store ? form.source : form.destination;
        add_bulk_requests(state, operation, form, form.destination, content, kind, lane, requests);
    });
    return requests;
}

MemoryRequest::Fault bulk_fault(const WarpState& state, const BulkForm& form)
{
    const bool of_barrier = state.refusal.kind == RefusalKind::barrier_address;
    const bool reads = state.refusal.kind == RefusalKind::bulk_source;
    const BulkAddress& operand = of_barrier ? form.barrier : reads ? form.source : form.destination;
    const unsigned lane = state.refusal.lane;
    const bool halves = !of_barrier && !form.has_values(); // 16 bytes as two elements
    const std::uint8_t element = form.has_values() && !of_barrier ? form.element_bytes : 8;
    const std::uint8_t elements = of_barrier ? 1 : halves ? 2 : form.elements;
    const MemoryForm piece { operand.space, reads ? AccessKind::load : AccessKind::store, element, elements, 8,
        operand.row_bytes };
    Operation access;
    access.a = operand.row;
    access.displacement = operand.displacement;
    const std::uint64_t bytes = of_barrier ? piece.bytes() : bulk_bytes(state, form, lane);
    for (std::uint64_t done = 0; done < bytes; done += piece.bytes(), access.displacement += piece.bytes()) {
        if (auto fault = MemoryRequest(state, access, piece, LaneMask { 1 } << lane).find_fault(state))
            return std::move(*fault);
    }
    // Another block of the cluster, or two buffers that lie next to each other.
    return {
        TrapKind::out_of_bounds, lane, bulk_address(state, operand, lane),
        "Invalid bulk copy: the copied range is not inside one buffer, nor inside the shared memory of one block of the cluster"
    };
}

} // namespace warpstage::simt

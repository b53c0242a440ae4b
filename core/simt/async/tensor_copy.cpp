#include "core/simt/async/tensor_copy.h"

#include "core/simt/async/bulk_parts.h"
#include "core/simt/lane_value.h"
#include "core/simt/memory/address_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace warpstage::simt {

namespace {

constexpr std::uint64_t kChunkBytes = 16;

// One row of the box along the innermost dimension.
struct BoxRow {
    std::uint64_t in_box = 0; // bytes from the start of the box
    std::uint64_t in_memory = 0; // address of its first element that the tensor has
    std::uint32_t skipped = 0; // elements in front of that one
    std::uint32_t present = 0; // elements that the tensor has
};

std::optional<TensorMap> map_of(WarpState& state, const Operation& operation, const TensorForm& form, unsigned lane)
{
    // Tensor maps are aligned to 64 bytes only.
    constexpr std::uint64_t kHalf = kTensorMapBytes / 2;
    const std::uint64_t address = bulk_address(state, form.map, lane);
    TensorMapBits bits {};
    for (std::uint64_t done = 0; done < kTensorMapBytes; done += kHalf) {
        const std::byte* const place = find_place(state, operation.site, lane, address + done, kHalf);
        if (place == nullptr)
            return std::nullopt;
        std::memcpy(bits.data() + done, place, kHalf);
    }
    return decoded_tensor_map(bits);
}

// The box of one thread's copy.
class Box {
public:
    Box(const WarpState& state, const TensorForm& form, const TensorMap& map, unsigned lane)
        : m_map(map)
    {
        for (std::size_t i = 0; i < form.rank; ++i)
            m_first[i] = lane_value<std::int32_t>(state, form.coordinates[i], lane);
    }

    [[nodiscard]] const TensorMapDescription& description() const { return m_map.description; }
    [[nodiscard]] std::uint64_t row_bytes() const
    {
        return std::uint64_t { description().copied(0) } * description().element_bytes();
    }

    // Rows outside the tensor have no elements that are present.
    template <typename Visit> void for_each_row(const Visit& visit) const
    {
        const TensorMapDescription& tensor = description();
        const std::uint64_t rows = tensor.box_bytes() / row_bytes();
        for (std::uint64_t index = 0; index < rows; ++index) {
            BoxRow row { index * row_bytes(), m_map.address, 0, 0 };
            bool inside = true;
            std::uint64_t rest = index;
            for (std::size_t i = 1; i < tensor.rank; ++i) {
                const std::int64_t at = m_first[i] + static_cast<std::int64_t>(rest % tensor.copied(i)) * tensor.steps[i];
                rest /= tensor.copied(i);
                inside = inside && at >= 0 && at < static_cast<std::int64_t>(tensor.sizes[i]);
                row.in_memory += static_cast<std::uint64_t>(at) * tensor.strides[i];
            }
            const std::int64_t begin = std::clamp<std::int64_t>(m_first[0], 0, tensor.sizes[0]);
            const std::int64_t end = std::clamp<std::int64_t>(m_first[0] + tensor.copied(0), 0, tensor.sizes[0]);
            if (inside && end > begin) {
                row.skipped = static_cast<std::uint32_t>(begin - m_first[0]);
                row.present = static_cast<std::uint32_t>(end - begin);
                row.in_memory += static_cast<std::uint64_t>(begin) * tensor.element_bytes();
            }
            visit(row);
        }
    }

    // Bytes from the start of the box, exchanged as the swizzle mode says: by the bits of the address in shared memory.
    [[nodiscard]] std::uint64_t swizzled(std::uint64_t address) const
    {
        const std::uint64_t chunks = description().swizzle / kChunkBytes;
        return chunks == 0 ? address : address ^ (address / kBoxAlignment % chunks * kChunkBytes);
    }

private:
    const TensorMap& m_map;
    std::array<std::int64_t, kMaxTensorRank> m_first {};
};

// One thread's copy.
class TensorCopy {
public:
    TensorCopy(WarpState& state, const Operation& operation, const TensorForm& form, unsigned lane)
        : m_state(state)
        , m_operation(operation)
        , m_form(form)
        , m_lane(lane)
    {
    }

    // RefusalKind::none where it was done.
    RefusalKind run()
    {
        const auto map = map_of(m_state, m_operation, m_form, m_lane);
        if (!map)
            return RefusalKind::tensor_map;
        const Handler reduction = m_form.reductions[static_cast<std::size_t>(map->description.element)];
        if (map->description.rank != m_form.rank || (m_form.action == TensorAction::reduce && reduction == nullptr))
            return RefusalKind::tensor_form;
        const Box box(m_state, m_form, *map, m_lane);
        if (m_form.action == TensorAction::prefetch)
            return RefusalKind::none;
        if (!find_rows(box))
            return RefusalKind::tensor_map;
        const std::uint64_t at = bulk_address(m_state, m_form.box, m_lane);
        if (m_form.action != TensorAction::load)
            return write_tensor(box, at, reduction);
        const std::uint64_t barrier = bulk_address(m_state, m_form.barrier, m_lane);
        if (m_form.blocks == kNoRow)
            return fill_box(box, at, barrier);
        RefusalKind refusal = RefusalKind::none;
        for (std::uint32_t ranks = lane_value<std::uint16_t>(m_state, m_form.blocks, m_lane); ranks != 0; ranks &= ranks - 1) {
            const auto rank = static_cast<std::uint32_t>(std::countr_zero(ranks));
            if (refusal == RefusalKind::none)
                refusal = fill_box(box, address_in_block(at, rank), address_in_block(barrier, rank));
        }
        return refusal;
    }

private:
    struct FoundRow {
        BoxRow row;
        std::byte* memory = nullptr; // null: nothing of it is in the tensor
    };

    // False where a row is not all in one buffer.
    bool find_rows(const Box& box)
    {
        bool found = true;
        box.for_each_row([&](const BoxRow& row) {
            FoundRow here { row };
            if (row.present != 0) {
                const std::uint64_t bytes = std::uint64_t { row.present } * box.description().element_bytes();
                const DeviceMemory::Region* region = find_region(m_state, m_operation.site, row.in_memory, bytes);
                found = found && region != nullptr;
                here.memory = region == nullptr ? nullptr : region->data + (row.in_memory - region->base);
            }
            m_rows.push_back(here);
        });
        return found;
    }

    // The whole box in shared memory; null where it is not there or not aligned.
    std::byte* find_box(const Box& box, std::uint64_t address) const
    {
        if (address % kBoxAlignment != 0)
            return nullptr;
        return find_shared_range(m_state, address, box.description().box_bytes());
    }

    // Calls `visit(place in the box, place in memory)` for each element that the tensor has.
    template <typename Visit>
    void for_each_element(const Box& box, std::uint64_t address, const FoundRow& found, const Visit& visit) const
    {
        const std::uint64_t size = box.description().element_bytes();
        for (std::uint64_t i = 0; i < found.row.present; ++i) {
            const std::uint64_t place = found.row.in_box + (found.row.skipped + i) * size;
            visit(box.swizzled(address + place) - address, i * size);
        }
    }

    RefusalKind fill_box(const Box& box, std::uint64_t address, std::uint64_t barrier)
    {
        const TensorMapDescription& tensor = box.description();
        std::byte* const content = find_box(box, address);
        if (content == nullptr)
            return RefusalKind::bulk_destination;
        const RefusalKind refusal = complete_bytes(m_state, m_operation, barrier, m_lane, tensor.box_bytes());
        if (refusal != RefusalKind::none)
            return refusal;
        // All bits set are a NaN of every floating-point type.
        std::memset(content, tensor.fills_with_nan ? 0xff : 0, tensor.box_bytes());
        for (const FoundRow& found : m_rows)
            for_each_element(box, address, found, [&](std::uint64_t in_box, std::uint64_t in_row) {
                std::memcpy(content + in_box, found.memory + in_row, tensor.element_bytes());
            });
        return RefusalKind::none;
    }

    RefusalKind write_tensor(const Box& box, std::uint64_t address, Handler reduction)
    {
        const std::uint32_t size = box.description().element_bytes();
        const std::byte* const content = find_box(box, address);
        if (content == nullptr)
            return RefusalKind::bulk_source;
        std::vector<std::uint64_t> addresses;
        std::vector<std::byte> values;
        for (const FoundRow& found : m_rows)
            for_each_element(box, address, found, [&](std::uint64_t in_box, std::uint64_t in_row) {
                if (m_form.action == TensorAction::store) {
                    std::memcpy(found.memory + in_row, content + in_box, size);
                    return;
                }
                addresses.push_back(found.row.in_memory + in_row);
                values.insert(values.end(), content + in_box, content + in_box + size);
            });
        const bool done = reduction == nullptr || m_form.action != TensorAction::reduce
            || reduce_elements(m_state, m_operation.site, reduction, size, addresses, values.data());
        return done ? RefusalKind::none : RefusalKind::tensor_map;
    }

    WarpState& m_state;
    const Operation& m_operation;
    const TensorForm& m_form;
    unsigned m_lane;
    std::vector<FoundRow> m_rows;
};

// Requests of up to 32 pieces of one size.
class PieceRequests {
public:
    PieceRequests(ptx::StateSpace space, AccessKind kind, unsigned issuer, std::vector<Access>& requests)
        : m_space(space)
        , m_kind(kind)
        , m_issuer(issuer)
        , m_requests(requests)
    {
    }

    void add(std::uint64_t address, std::uint32_t bytes, const std::byte* value)
    {
        if (m_last == nullptr || m_last->bytes != bytes || m_count == kMaxLanes) {
            m_last = &m_requests.emplace_back();
            m_last->space = m_space;
            m_last->kind = m_kind;
            m_last->bytes = bytes;
            m_last->issuer = m_issuer;
            m_count = 0;
        }
        m_last->lanes |= LaneMask { 1 } << m_count;
        m_last->addresses[m_count] = address;
        if (value != nullptr)
            std::memcpy(&m_last->values[m_count], value, std::min<std::size_t>(bytes, sizeof(std::uint64_t)));
        ++m_count;
    }

private:
    ptx::StateSpace m_space;
    AccessKind m_kind;
    unsigned m_issuer;
    std::vector<Access>& m_requests;
    Access* m_last = nullptr; // valid until the next request is added, which replaces it
    unsigned m_count = 0;
};

void add_memory_requests(WarpState& state, const Operation& operation, const TensorForm& form, const Box& box, unsigned lane,
    std::vector<Access>& requests)
{
    const AccessKind kind = form.action == TensorAction::load ? AccessKind::load
        : form.action == TensorAction::store                  ? AccessKind::store
                                                              : AccessKind::atomic;
    PieceRequests pieces(ptx::StateSpace::global, kind, lane, requests);
    box.for_each_row([&](const BoxRow& row) {
        const std::uint32_t size = box.description().element_bytes();
        const std::uint64_t bytes = std::uint64_t { row.present } * size;
        const DeviceMemory::Region* region = bytes == 0 ? nullptr : find_region(state, operation.site, row.in_memory, bytes);
        if (region == nullptr)
            return;
        const bool whole = row.in_memory % kChunkBytes == 0 && bytes % kChunkBytes == 0;
        const std::uint32_t step = whole ? static_cast<std::uint32_t>(kChunkBytes) : size;
        for (std::uint64_t done = 0; done < bytes; done += step)
            pieces.add(row.in_memory + done, step, region->data + (row.in_memory + done - region->base));
    });
}

void add_box_requests(
    const WarpState& state, const TensorForm& form, const Box& box, unsigned lane, std::vector<Access>& requests)
{
    const SharedPlace place = resolve_shared(state, bulk_address(state, form.box, lane));
    const std::uint64_t bytes = box.description().box_bytes();
    if (place.block != state.shared || find_shared_range(state, place.offset, bytes) == nullptr)
        return;
    const AccessKind kind = form.action == TensorAction::load ? AccessKind::store : AccessKind::load;
    PieceRequests pieces(ptx::StateSpace::shared, kind, lane, requests);
    for (std::uint64_t done = 0; done < bytes; done += kChunkBytes)
        pieces.add(place.offset + done, kChunkBytes, place.block + place.offset + done);
}

} // namespace

bool copy_tensor(WarpState& state, const Operation& operation)
{
    const auto& form = form_of<TensorForm>(operation);
    for (LaneMask rest = state.active; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        const RefusalKind refusal = TensorCopy(state, operation, form, lane).run();
        if (refusal != RefusalKind::none) {
            state.refusal = { refusal, lane, 0, 0 };
            return false;
        }
    }
    return true;
}

std::vector<Access> tensor_accesses(WarpState& state, const Operation& operation, const TensorForm& form)
{
    std::vector<Access> requests;
    if (form.action == TensorAction::prefetch)
        return requests;
    for_each_lane(state.active, [&](unsigned lane) {
        const auto map = map_of(state, operation, form, lane);
        if (!map || map->description.rank != form.rank)
            return;
        const Box box(state, form, *map, lane);
        add_memory_requests(state, operation, form, box, lane, requests);
        add_box_requests(state, form, box, lane, requests);
    });
    return requests;
}

TensorFault tensor_fault(WarpState& state, const Operation& operation, const TensorForm& form)
{
    const unsigned lane = state.refusal.lane;
    const auto map = map_of(state, operation, form, lane);
    if (!map)
        return { TrapKind::out_of_bounds,
            fmt::format(
                "Invalid tensor copy: there is no tensor map of the launch at address 0x{:x}; a tensor map is an argument of "
                "the launch or a copy of one",
                bulk_address(state, form.map, lane)) };
    const TensorMapDescription& tensor = map->description;
    if (state.refusal.kind == RefusalKind::tensor_map)
        return { TrapKind::out_of_bounds,
            fmt::format("Invalid tensor copy: the tensor at address 0x{:x} is not all in one buffer", map->address) };
    if (tensor.rank != form.rank)
        return { TrapKind::out_of_bounds,
            fmt::format(
                "Invalid tensor copy: the instruction has {} coordinates and the tensor {} dimensions", form.rank, tensor.rank) };
    if (state.refusal.kind == RefusalKind::tensor_form)
        return { TrapKind::out_of_bounds,
            fmt::format("Invalid tensor copy: the operation does not exist for elements of {}", name_of(tensor.element)) };
    if (state.refusal.kind == RefusalKind::barrier_address)
        return { TrapKind::out_of_bounds,
            fmt::format("Invalid tensor copy: there is no mbarrier object in shared memory at address 0x{:x}",
                bulk_address(state, form.barrier, lane)) };
    const std::uint64_t address = bulk_address(state, form.box, lane);
    if (address % kBoxAlignment != 0)
        return { TrapKind::misaligned,
            fmt::format(
                "Invalid tensor copy: the address 0x{:x} in shared memory is not a multiple of {}", address, kBoxAlignment) };
    return { TrapKind::out_of_bounds,
        fmt::format("Invalid tensor copy: the box of {} bytes at address 0x{:x} is not all in the block's shared memory",
            tensor.box_bytes(), address) };
}

} // namespace warpstage::simt

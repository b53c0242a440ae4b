#include "core/simt/memory/memory_access.h"

#include "core/base/verify.h"
#include "core/simt/faults/fault.h"
#include "core/simt/memory/address_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace warpstage::simt {

namespace {

constexpr std::uint64_t kNear = std::uint64_t { 16 } << 20; // maximum distance between an address and the buffer that is reported
                                                            // with it

constexpr std::uint64_t kPage = 4096;

constexpr std::size_t kReportedBytes = 8; // Access::values

constexpr std::uint64_t kMaxAlignment = 16; // of accesses by machine code

// The region that holds `address`, else the last one before it, else null.
const DeviceMemory::Region* nearest_region(const WarpState& state, DeviceAddress address)
{
    const auto* end = state.regions + state.region_count;
    const auto* behind = std::upper_bound(state.regions, end, address,
        [](DeviceAddress wanted, const DeviceMemory::Region& region) { return wanted < region.base; });
    return behind == state.regions ? nullptr : behind - 1;
}

// The name that compute-sanitizer uses.
const char* verb_of(AccessKind kind)
{
    switch (kind) {
    case AccessKind::load:
        return "read";
    case AccessKind::store:
        return "write";
    case AccessKind::atomic:
        return "atomic";
    }
    VERIFY_NOT_REACHED();
}

const char* name_in_cuda(ptx::StateSpace space)
{
    switch (space) {
    case ptx::StateSpace::shared:
        return "__shared__";
    case ptx::StateSpace::local:
        return "__local__";
    case ptx::StateSpace::constant:
        return "__constant__";
    case ptx::StateSpace::param:
        return "parameter";
    case ptx::StateSpace::global:
    case ptx::StateSpace::generic:
    case ptx::StateSpace::reg:
        return "__global__";
    }
    VERIFY_NOT_REACHED();
}

// Of an address of the cluster's shared memory; all blocks of a cluster have equally much.
std::uint64_t offset_in_block(const WarpState& state, std::uint64_t address)
{
    return resolve_shared(state, address).block == nullptr ? address : address % kSharedWindowBytes;
}

template <typename T> std::uint64_t read_as(const std::byte* place)
{
    T value {};
    std::memcpy(&value, place, sizeof(value));
    return value;
}

// A copy of a length that is not constant calls a function, for each lane of each access.
std::uint64_t read_number(const std::byte* place, std::size_t bytes)
{
    switch (bytes) {
    case 1:
        return read_as<std::uint8_t>(place);
    case 2:
        return read_as<std::uint16_t>(place);
    case 4:
        return read_as<std::uint32_t>(place);
    default:
        return read_as<std::uint64_t>(place);
    }
}

// A table lookup and a comparison vectorize; a shift by the lane's number would not.
constexpr auto kLaneBits = [] {
    std::array<LaneMask, kMaxLanes> bits {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        bits[lane] = LaneMask { 1 } << lane;
    return bits;
}();

template <typename T> T read_lane(const std::byte* row, unsigned lane)
{
    T value {};
    std::memcpy(&value, row + std::size_t { lane } * sizeof(value), sizeof(value));
    return value;
}

// 0 in the other lanes. Written so that it vectorizes: it runs for every observed access.
template <typename ValueOf> void fill_lanes(std::array<std::uint64_t, kMaxLanes>& values, LaneMask lanes, const ValueOf& value_of)
{
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        values[lane] = (lanes & kLaneBits[lane]) != 0 ? value_of(lane) : 0;
}

} // namespace

const DeviceMemory::Region* find_region(WarpState& state, std::uint32_t site, DeviceAddress address, std::uint64_t bytes)
{
    const DeviceMemory::Region* region = nearest_region(state, address);
    if (region == nullptr || region->size < bytes || address - region->base > region->size - bytes)
        return nullptr;
    // Machine code looks only at this region and tests the alignment of offsets in it.
    if (region->base % kMaxAlignment == 0)
        state.last_region[site] = region;
    return region;
}

void set_active(WarpState& state, LaneMask active)
{
    if (active == state.active)
        return;
    state.active = active;
    state.active_lanes = lane_count(active);
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        state.blend[lane] = (active & kLaneBits[lane]) == kLaneBits[lane] ? -1 : 0;
}

MemoryRequest::MemoryRequest(const WarpState& state, const Operation& operation, const MemoryForm& form, LaneMask lanes)
    : m_operation(&operation)
    , m_form(&form)
    , m_lanes(lanes)
{
    const std::byte* const row = state.registers + operation.a;
    const auto displacement = static_cast<std::uint64_t>(operation.displacement);
    if (form.address_bytes == sizeof(std::uint32_t))
        fill_lanes(m_addresses, lanes, [&](unsigned lane) {
            return std::uint64_t { static_cast<std::uint32_t>(read_lane<std::uint32_t>(row, lane) + displacement) };
        });
    else
        fill_lanes(m_addresses, lanes, [&](unsigned lane) { return read_lane<std::uint64_t>(row, lane) + displacement; });
}

MemoryRequest::MemoryRequest(const MemoryForm& form, LaneMask lanes, const std::array<std::uint64_t, kMaxLanes>& addresses)
    : m_form(&form)
    , m_lanes(lanes)
    , m_addresses(addresses)
{
}

ptx::StateSpace MemoryRequest::space_of(unsigned lane) const
{
    if (m_form->space != ptx::StateSpace::generic)
        return m_form->space;
    return resolve_generic(m_addresses[lane]).space;
}

Access MemoryRequest::access(const WarpState& state, ptx::StateSpace space) const
{
    return access_in(state, space, state.shared);
}

Access MemoryRequest::access_in_cluster(const WarpState& state, std::uint32_t rank) const
{
    return access_in(state, ptx::StateSpace::shared, state.cluster->blocks[rank]);
}

// Whether all lanes access the space, with elements of 4 or 8 bytes that fill their registers.
bool MemoryRequest::is_plain(const WarpState& state, ptx::StateSpace space, const std::byte* shared) const
{
    const bool fills = m_form->element_bytes == m_form->lane_bytes && (m_form->lane_bytes == 4 || m_form->lane_bytes == 8);
    if (m_form->space != space || m_form->matrix_lanes != 0 || !fills)
        return false;
    return space != ptx::StateSpace::shared
        || (shared == state.shared && *std::ranges::max_element(m_addresses) < kSharedWindowBytes);
}

void MemoryRequest::read_plain_values(const WarpState& state, Access& access) const
{
    const std::byte* const first = state.registers + m_operation->d;
    if (m_form->element_bytes == kReportedBytes)
        return fill_lanes(access.values, m_lanes, [&](unsigned lane) { return read_lane<std::uint64_t>(first, lane); });
    if (m_form->elements == 1)
        return fill_lanes(
            access.values, m_lanes, [&](unsigned lane) { return std::uint64_t { read_lane<std::uint32_t>(first, lane) }; });
    const std::byte* const second = state.registers + m_operation->b;
    fill_lanes(access.values, m_lanes, [&](unsigned lane) {
        return std::uint64_t { read_lane<std::uint32_t>(second, lane) } << 32U | read_lane<std::uint32_t>(first, lane);
    });
}

// `shared`: the shared memory of the block that is meant.
Access MemoryRequest::access_in(const WarpState& state, ptx::StateSpace space, const std::byte* shared) const
{
    Access access;
    access.space = space;
    access.kind = m_form->kind;
    access.bytes = m_form->bytes();
    if (is_plain(state, space, shared)) {
        access.lanes = m_lanes;
        access.addresses = m_addresses;
        read_plain_values(state, access);
        return access;
    }
    const std::array<std::uint32_t, 4> rows { m_operation->d, m_operation->b, m_operation->c, m_operation->e };
    for_each_lane(m_lanes, [&](unsigned lane) {
        if (space_of(lane) != space)
            return;
        std::uint64_t address = m_addresses[lane] - window_used(space);
        if (space == ptx::StateSpace::shared && (address >= kSharedWindowBytes || shared != state.shared)) {
            const SharedPlace place = resolve_shared(state, address);
            if (place.block != shared)
                return;
            address = place.offset;
        }
        access.lanes |= LaneMask { 1 } << lane;
        access.addresses[lane] = address;
        if (m_form->matrix_lanes != 0) {
            std::memcpy(&access.values[lane], shared + access.addresses[lane], kReportedBytes);
            return;
        }
        for (std::size_t at = 0; at < std::min<std::size_t>(access.bytes, kReportedBytes); at += m_form->element_bytes) {
            const std::byte* place =
                state.registers + rows[at / m_form->element_bytes] + std::size_t { lane } * m_form->lane_bytes;
            // Of a vector that is changed atomically, the first element.
            access.values[lane] |= read_number(place, std::min(m_form->element_bytes, m_form->lane_bytes)) << (at * 8);
        }
    });
    return access;
}

// The difference between a generic address and the address in the space.
std::uint64_t MemoryRequest::window_used(ptx::StateSpace space) const
{
    return m_form->space == ptx::StateSpace::generic ? window_of(space) : 0;
}

MemoryRequest::Fault MemoryRequest::fault(const WarpState& state) const
{
    std::optional<Fault> found = find_fault(state);
    if (!found)
        found = find_foreign_address();
    VERIFY(found.has_value());
    return std::move(*found);
}

// An instruction for the block's own shared memory accepts neither generic addresses nor those of other blocks.
std::optional<MemoryRequest::Fault> MemoryRequest::find_foreign_address() const
{
    if (m_form->space != ptx::StateSpace::shared)
        return std::nullopt;
    return first_fault(TrapKind::out_of_bounds, [&](unsigned lane) -> std::string {
        if (m_addresses[lane] < kSharedWindowBytes)
            return {};
        if (m_addresses[lane] < kSharedWindow)
            return "only `ld`, `st` and `atom` with `.shared::cluster` can access another block's shared memory";
        return "it is a generic address, which `cvta.to.shared` converts to one of shared memory";
    });
}

std::optional<MemoryRequest::Fault> MemoryRequest::find_fault(const WarpState& state) const
{
    // A GPU checks the alignment of all lanes before it translates an address: an H200 reports 716 also for a misaligned access
    // outside all buffers.
    std::optional<Fault> misaligned = find_fault(state, TrapKind::misaligned);
    return misaligned ? misaligned : find_fault(state, TrapKind::out_of_bounds);
}

std::optional<MemoryRequest::Fault> MemoryRequest::find_fault(const WarpState& state, TrapKind kind) const
{
    return first_fault(kind, [&](unsigned lane) { return fault_of(state, lane, kind); });
}

template <typename Reason>
std::optional<MemoryRequest::Fault> MemoryRequest::first_fault(TrapKind kind, const Reason& reason_of) const
{
    for (LaneMask rest = m_lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = lowest_lane(rest);
        if (std::string reason = reason_of(lane); !reason.empty())
            return Fault { kind, lane, m_addresses[lane],
                fmt::format("Invalid {} {} of size {} at address 0x{:x}: {}", name_in_cuda(space_of(lane)), verb_of(m_form->kind),
                    counted(m_form->bytes(), "byte"), m_addresses[lane], reason) };
    }
    return std::nullopt;
}

// Empty if the lane's access has no fault of this kind.
std::string MemoryRequest::fault_of(const WarpState& state, unsigned lane, TrapKind kind) const
{
    const ptx::StateSpace space = space_of(lane);
    const std::uint64_t address = m_addresses[lane];
    if (kind == TrapKind::misaligned)
        return address % m_form->bytes() == 0 ? std::string {}
                                              : fmt::format("the address is not a multiple of {}", m_form->bytes());
    if (space == ptx::StateSpace::shared)
        return shared_fault(state, offset_in_block(state, address - window_used(space)));
    if (space == ptx::StateSpace::global)
        return global_fault(state, address);
    return window_fault(state, space, address - window_used(space));
}

std::string MemoryRequest::shared_fault(const WarpState& state, std::uint64_t offset) const
{
    const std::uint64_t end = offset + m_form->bytes();
    if (offset < state.shared_bytes && end <= state.shared_bytes)
        return {};
    if (offset >= kSharedWindowBytes && offset < kClusterWindowBytes)
        return fmt::format("the cluster has no block with rank {}", offset / kSharedWindowBytes - 1);
    if (state.shared_bytes == 0)
        return "the block has no shared memory";
    // Offsets that underflowed.
    const std::uint64_t wrap = m_form->address_bytes == 4 ? std::uint64_t { 1 } << 32 : 0;
    const std::uint64_t below = wrap - offset;
    if (below <= wrap / 2 && wrap != 0)
        return fmt::format(
            "{} before the start of the block's shared memory ({})", counted(below, "byte"), counted(state.shared_bytes, "byte"));
    return fmt::format("{} past the end of the block's shared memory ({})", counted(end - state.shared_bytes, "byte"),
        counted(state.shared_bytes, "byte"));
}

// Local memory, constants and parameters.
std::string MemoryRequest::window_fault(const WarpState& state, ptx::StateSpace space, std::uint64_t offset) const
{
    std::uint64_t size = state.local_bytes;
    const char* what = "the thread's local memory";
    if (space == ptx::StateSpace::constant) {
        size = state.constant_bytes;
        what = "the module's constants";
    } else if (space == ptx::StateSpace::param) {
        size = state.parameter_bytes;
        what = "the kernel's parameters";
    }
    if (m_form->bytes() <= size && offset <= size - m_form->bytes())
        return {};
    if (const std::uint64_t below = 0 - offset; below != 0 && below < kWindowBytes)
        return fmt::format("{} before the start of {} ({})", counted(below, "byte"), what, counted(size, "byte"));
    return fmt::format(
        "{} past the end of {} ({})", counted(offset + m_form->bytes() - size, "byte"), what, counted(size, "byte"));
}

std::string MemoryRequest::global_fault(const WarpState& state, std::uint64_t address) const
{
    const std::uint64_t end = address + m_form->bytes(); // 0 or a little more after the last addresses of all
    const DeviceMemory::Region* region = nearest_region(state, address);
    if (region != nullptr && m_form->bytes() <= region->size && address - region->base <= region->size - m_form->bytes())
        return {};
    if (address < kPage)
        return "a null pointer";
    const auto* last = state.regions + state.region_count;
    const DeviceMemory::Region* next = region == nullptr ? state.regions : region + 1;
    const bool has_next = state.region_count != 0 && next != last;
    const std::uint64_t behind = region == nullptr ? ~std::uint64_t { 0 }
        : address - region->base < region->size    ? 0 // it begins in the buffer
                                                   : address - (region->base + region->size);
    const std::uint64_t before = has_next ? next->base - address : ~std::uint64_t { 0 };
    // An address near a buffer belongs to it; another one can be that of a freed buffer or of the host.
    if (std::min(before, behind) >= kPage) {
        if (std::string known = state.memory == nullptr ? std::string {} : state.memory->describe_outside(address);
            !known.empty())
            return known;
    }
    // Below all buffers, as the element of an array for which malloc had no memory.
    constexpr std::uint64_t kNullEnd = std::uint64_t { 1 } << 32U;
    if (region == nullptr && address < kNullEnd && before > kNear)
        return fmt::format("{} behind a null pointer", counted(address, "byte"));
    // An address in the gap is assigned to the nearer buffer: an index may have underflowed its start.
    if (before < behind && before <= kNear)
        return fmt::format("{} before buffer `{}` ({})", counted(before, "byte"), next->name, counted(next->size, "byte"));
    if (region == nullptr && !has_next)
        return "no buffer is allocated";
    // An index that is wrong by millions does not identify a buffer.
    if (region == nullptr || end - (region->base + region->size) > kNear)
        return fmt::format("not in any buffer; the nearest one is more than {} MiB away", kNear >> 20);
    return fmt::format("{} past the end of buffer `{}` ({})", counted(end - (region->base + region->size), "byte"), region->name,
        counted(region->size, "byte"));
}

} // namespace warpstage::simt

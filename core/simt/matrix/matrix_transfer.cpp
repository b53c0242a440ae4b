#include "core/simt/matrix/matrix_transfer.h"

#include "core/simt/matrix/matrix_move.h"
#include "core/simt/memory/address_space.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kWordBytes = 4;
constexpr std::size_t kValueBytes = 8; // Access::values

// A line is a row or a column, whichever has its numbers adjacent in memory.
struct MemoryCell {
    std::uint32_t line = 0;
    std::uint32_t place = 0;
};

MemoryCell in_memory(const MatrixTransfer& transfer, const MatrixCell& cell)
{
    return transfer.by_rows ? MemoryCell { cell.row, cell.column } : MemoryCell { cell.column, cell.row };
}

MatrixCell moved(const MatrixTransfer& transfer, MatrixCell cell, std::uint32_t lines, std::uint32_t places)
{
    const std::uint32_t rows = transfer.by_rows ? lines : places;
    const std::uint32_t columns = transfer.by_rows ? places : lines;
    return { static_cast<std::uint8_t>(cell.row + rows), static_cast<std::uint8_t>(cell.column + columns) };
}

// How many numbers of a lane are adjacent in memory.
std::uint32_t numbers_together(const MatrixTransfer& transfer)
{
    const FragmentLayout& layout = transfer.fragment.layout;
    std::uint32_t together = 1;
    while (together < layout.distinct) {
        const MemoryCell next = in_memory(transfer, layout.numbers[together]);
        if (next.line != 0 || next.place != together)
            break;
        together *= 2;
    }
    return together;
}

// As ldmatrix: eight lanes for the registers of each 8 x 16 bytes, and one access for 16 lines of the factor.
std::vector<TransferAccess> accesses_of_rows(const MatrixTransfer& transfer, MatrixRole role)
{
    const FragmentLayout& layout = transfer.fragment.layout;
    const std::uint32_t together = numbers_per_register(transfer.fragment.format);
    const std::uint32_t registers = layout.distinct / together;
    const std::uint32_t side = role == MatrixRole::a ? layout.rows : layout.columns;
    const std::uint32_t in_one_access = registers / std::max(1U, side / 16);
    std::vector<TransferAccess> accesses;
    for (std::uint32_t first = 0; first < registers; first += in_one_access) {
        TransferAccess access;
        access.bytes = kMatrixRowBytes;
        access.lanes = first_lanes(in_one_access * kMatrixRows);
        for_each_lane(access.lanes, [&](unsigned lane) {
            const MatrixCell corner = layout.numbers[(first + lane / kMatrixRows) * together];
            access.first[lane] = moved(transfer, corner, lane % kMatrixRows, 0);
        });
        accesses.push_back(access);
    }
    return accesses;
}

// As ld and movmatrix: each lane accesses two adjacent numbers that belong to other lanes.
std::vector<TransferAccess> accesses_across(const MatrixTransfer& transfer)
{
    const FragmentLayout& layout = transfer.fragment.layout;
    std::vector<TransferAccess> accesses;
    for (std::uint32_t number = 0; number < layout.distinct; number += 2) {
        TransferAccess access { kWordBytes, ~LaneMask { 0 }, {} };
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            access.first[lane] = moved(transfer, layout.numbers[number], lane / 4, lane % 4 * 2);
        accesses.push_back(access);
    }
    return accesses;
}

std::vector<TransferAccess> accesses_of_lanes(const MatrixTransfer& transfer, std::uint32_t together)
{
    const FragmentLayout& layout = transfer.fragment.layout;
    std::vector<TransferAccess> accesses;
    for (std::uint32_t number = 0; number < layout.distinct; number += together) {
        TransferAccess access { together * bits_of(transfer.fragment.format) / 8, ~LaneMask { 0 }, {} };
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            access.first[lane] = layout.at(lane, number);
        accesses.push_back(access);
    }
    return accesses;
}

std::uint64_t address_of(const WarpState& state, const MatrixTransfer& transfer, unsigned lane, const MatrixCell& cell)
{
    std::uint64_t address = 0;
    std::memcpy(
        &address, state.registers + transfer.address + std::size_t { lane } * transfer.address_bytes, transfer.address_bytes);
    std::uint32_t stride = 0;
    std::memcpy(&stride, state.registers + transfer.stride + lane * sizeof(stride), sizeof(stride));
    const MemoryCell place = in_memory(transfer, cell);
    const std::uint64_t numbers = std::uint64_t { place.line } * stride + place.place;
    address += static_cast<std::uint64_t>(transfer.displacement) + numbers * bits_of(transfer.fragment.format) / 8;
    return transfer.address_bytes == sizeof(std::uint32_t) ? address & 0xffff'ffffU : address;
}

SpaceAddress resolved(const MatrixTransfer& transfer, std::uint64_t address)
{
    return transfer.space == ptx::StateSpace::generic ? resolve_generic(address) : SpaceAddress { transfer.space, address };
}

using Places = std::array<std::byte*, kMaxLanes>;

// Where the lanes access memory if all of it is in one buffer; false where it is not.
bool find_in_one_buffer(
    WarpState& state, const Operation& operation, const MatrixTransfer& transfer, const TransferAccess& access, Places& places)
{
    std::array<std::uint64_t, kMaxLanes> offsets {};
    ptx::StateSpace space = ptx::StateSpace::global;
    std::uint64_t lowest = ~std::uint64_t { 0 };
    std::uint64_t highest = 0;
    std::uint64_t bits = 0; // of any offset
    bool same_space = true;
    const unsigned leader = lowest_lane(access.lanes);
    for_each_lane(access.lanes, [&](unsigned lane) {
        const SpaceAddress address = resolved(transfer, address_of(state, transfer, lane, access.first[lane]));
        space = lane == leader ? address.space : space;
        same_space = same_space && address.space == space;
        offsets[lane] = address.offset;
        bits |= address.offset;
        lowest = std::min(lowest, address.offset);
        highest = std::max(highest, address.offset);
    });
    const std::uint64_t bytes = highest - lowest + access.bytes;
    if (!same_space || bits % access.bytes != 0 || bytes < access.bytes)
        return false;
    std::byte* first = nullptr;
    if (space == ptx::StateSpace::shared) {
        first = find_shared_range(state, lowest, bytes);
    } else if (space == ptx::StateSpace::global) {
        if (const DeviceMemory::Region* region = find_region(state, operation.site, lowest, bytes))
            first = region->data + (lowest - region->base);
    }
    if (first == nullptr)
        return false;
    for_each_lane(access.lanes, [&](unsigned lane) { places[lane] = first + (offsets[lane] - lowest); });
    return true;
}

// Where each access lies; empty where one is not allowed.
std::vector<Places> places_of_accesses(WarpState& state, const Operation& operation, const MatrixTransfer& transfer)
{
    std::vector<Places> places;
    places.reserve(transfer.accesses.size());
    for (const TransferAccess& access : transfer.accesses) {
        Places& found = places.emplace_back();
        if (find_in_one_buffer(state, operation, transfer, access, found))
            continue;
        const LaneAddresses addresses = addresses_of(state, transfer, access);
        bool allowed = true;
        for_each_lane(access.lanes, [&](unsigned lane) {
            found[lane] = find_place(state, operation.site, lane, resolved(transfer, addresses[lane]), access.bytes);
            allowed = allowed && found[lane] != nullptr;
        });
        if (!allowed)
            return {};
    }
    return places;
}

// The value of a register that all lanes have.
template <typename Value> std::optional<std::uint64_t> common_value(const WarpState& state, std::uint32_t row)
{
    std::array<Value, kMaxLanes> values {};
    std::memcpy(values.data(), state.registers + row, sizeof values);
    Value differs = 0;
    for (const Value value : values)
        differs = static_cast<Value>(differs | (value ^ values[0]));
    if (differs != 0)
        return std::nullopt;
    return values[0];
}

// The memory of a matrix whose lines all lie in one buffer, which all lanes address in the same way; null where it does not, or
// where an access is not allowed.
std::byte* find_whole(WarpState& state, const Operation& operation, const MatrixTransfer& transfer, std::uint32_t& line_bytes)
{
    const WholeTransfer& whole = transfer.whole;
    if (whole.alignment == 0)
        return nullptr;
    const bool narrow = transfer.address_bytes == sizeof(std::uint32_t);
    const std::optional<std::uint64_t> first =
        narrow ? common_value<std::uint32_t>(state, transfer.address) : common_value<std::uint64_t>(state, transfer.address);
    const auto stride = common_value<std::uint32_t>(state, transfer.stride);
    if (!first || !stride)
        return nullptr;
    const std::uint64_t address = *first + static_cast<std::uint64_t>(transfer.displacement);
    const std::uint64_t step = *stride * bits_of(transfer.fragment.format) / 8;
    const std::uint64_t bytes = step * (whole.lines - 1) + whole.line_bytes;
    if (bytes > 0x7fff'ffffU || (narrow && address + bytes > 0xffff'ffffU))
        return nullptr;
    const SpaceAddress start = resolved(transfer, address);
    if ((start.offset | step) % whole.alignment != 0)
        return nullptr;
    line_bytes = static_cast<std::uint32_t>(step);
    if (start.space == ptx::StateSpace::shared)
        return find_shared_range(state, start.offset, bytes);
    if (start.space != ptx::StateSpace::global)
        return nullptr;
    const DeviceMemory::Region* const region = find_region(state, operation.site, start.offset, bytes);
    return region == nullptr ? nullptr : region->data + (start.offset - region->base);
}

bool transfer_whole(WarpState& state, const Operation& operation, const MatrixTransfer& transfer)
{
    std::uint32_t line_bytes = 0;
    std::byte* const memory = find_whole(state, operation, transfer, line_bytes);
    if (memory == nullptr)
        return false;
    const FragmentLayout& layout = transfer.fragment.layout;
    const std::vector<std::uint32_t>& registers = transfer.fragment.registers;
    const MemoryNumbers matrix { transfer.part_bits, register_bytes(transfer.fragment.format),
        static_cast<std::uint32_t>(registers.size()), layout.distinct / numbers_per_register(transfer.fragment.format),
        registers.data(), transfer.whole.part_lines.data(), transfer.whole.part_bytes.data() };
    if (transfer.kind == AccessKind::load)
        transfer.operators->load(state.registers, matrix, memory, line_bytes);
    else
        transfer.operators->store(state.registers, matrix, memory, line_bytes);
    return true;
}

template <typename Element> std::uint64_t read_element(const std::byte* place)
{
    Element element {};
    std::memcpy(&element, place, sizeof element);
    return element;
}

template <typename Element> void write_element(std::byte* place, std::uint64_t bits)
{
    const auto element = static_cast<Element>(bits);
    std::memcpy(place, &element, sizeof element);
}

// Parts of `Element`, or narrower ones inside of it.
template <typename Element> void load_parts(WarpState& state, const MatrixTransfer& transfer, const std::vector<Places>& places)
{
    const std::size_t bytes = register_bytes(transfer.fragment.format);
    const std::uint32_t width = transfer.part_bits;
    const auto parts = static_cast<std::uint32_t>(bytes * 8 / width);
    const std::uint64_t mask = ~std::uint64_t { 0 } >> (64 - width);
    const PartInMemory* at = transfer.parts.data();
    for (const std::uint32_t row : transfer.fragment.registers) {
        std::array<std::uint64_t, kMaxLanes> values {};
        for (std::uint32_t part = 0; part < parts; ++part) {
            for (unsigned lane = 0; lane < kMaxLanes; ++lane, ++at) {
                const std::uint64_t bits = read_element<Element>(places[at->access][at->lane] + at->bit / 8);
                values[lane] |= (bits >> (at->bit % 8) & mask) << (part * width);
            }
        }
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            std::memcpy(state.registers + row + lane * bytes, &values[lane], bytes);
    }
}

template <typename Element>
void store_parts(const WarpState& state, const MatrixTransfer& transfer, const std::vector<Places>& places)
{
    const std::size_t bytes = register_bytes(transfer.fragment.format);
    const std::uint32_t width = transfer.part_bits;
    const PartInMemory* at = transfer.parts.data();
    for (const std::uint32_t row : transfer.fragment.registers) {
        for (std::uint32_t shift = 0; shift < bytes * 8; shift += width) {
            for (unsigned lane = 0; lane < kMaxLanes; ++lane, ++at) {
                std::uint64_t value = 0;
                std::memcpy(&value, state.registers + row + lane * bytes, bytes);
                write_element<Element>(places[at->access][at->lane] + at->bit / 8, value >> shift);
            }
        }
    }
}

template <typename Element> void move_parts(WarpState& state, const MatrixTransfer& transfer, const std::vector<Places>& places)
{
    if (transfer.kind == AccessKind::load)
        load_parts<Element>(state, transfer, places);
    else
        store_parts<Element>(state, transfer, places);
}

void prepare_whole(MatrixTransfer& transfer)
{
    const FragmentLayout& layout = transfer.fragment.layout;
    const std::uint32_t width = bits_of(transfer.fragment.format);
    WholeTransfer& whole = transfer.whole;
    whole.lines = transfer.by_rows ? layout.rows : layout.columns;
    whole.line_bytes = (transfer.by_rows ? layout.columns : layout.rows) * width / 8;
    const auto byte_of = [&](const MatrixCell& cell) {
        return in_memory(transfer, cell).place * width / 8;
    };
    std::uint32_t alignment = 1;
    for (const TransferAccess& access : transfer.accesses)
        alignment = std::max(alignment, access.bytes);
    for (const TransferAccess& access : transfer.accesses) {
        bool aligned = true;
        for_each_lane(access.lanes, [&](unsigned lane) { aligned = aligned && byte_of(access.first[lane]) % alignment == 0; });
        if (!aligned)
            return;
    }
    for (const PartInMemory& part : transfer.parts) {
        const MatrixCell& first = transfer.accesses[part.access].first[part.lane];
        whole.part_lines.push_back(in_memory(transfer, first).line);
        whole.part_bytes.push_back(byte_of(first) + part.bit / 8);
    }
    whole.alignment = alignment;
}

bool all_lanes_execute(WarpState& state)
{
    if (!whole_warp_executes(state))
        return false;
    if (const LaneMask absent = ~state.active; absent != 0) {
        state.refusal = { RefusalKind::absent_members, lowest_lane(state.active), ~LaneMask { 0 }, absent };
        return false;
    }
    state.refusal = {};
    return true;
}

} // namespace

std::vector<TransferAccess> accesses_of(const MatrixTransfer& transfer, MatrixRole role)
{
    const std::uint32_t together = numbers_together(transfer);
    const std::uint32_t bits = bits_of(transfer.fragment.format);
    const bool across = bits == 16 && together == 1;
    if (transfer.space == ptx::StateSpace::shared && role != MatrixRole::sum && bits <= 16 && (together > 1 || across))
        return accesses_of_rows(transfer, role);
    return across ? accesses_across(transfer) : accesses_of_lanes(transfer, together);
}

void find_parts(MatrixTransfer& transfer)
{
    const FragmentLayout& layout = transfer.fragment.layout;
    const std::uint32_t width = bits_of(transfer.fragment.format);
    std::vector<PartInMemory> of_cells(std::size_t { layout.rows } * layout.columns);
    for (std::size_t i = 0; i < transfer.accesses.size(); ++i) {
        const TransferAccess& access = transfer.accesses[i];
        for_each_lane(access.lanes, [&](unsigned lane) {
            for (std::uint32_t bit = 0; bit < access.bytes * 8; bit += width)
                of_cells[layout.place_of(moved(transfer, access.first[lane], 0, bit / width))] = { static_cast<std::uint8_t>(i),
                    static_cast<std::uint8_t>(lane), static_cast<std::uint8_t>(bit) };
        });
    }
    const std::uint32_t together = numbers_per_register(transfer.fragment.format);
    std::vector<PartInMemory> firsts; // of each register
    bool joined = true;
    for (std::uint32_t number = 0; number < layout.numbers.size(); ++number) {
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            const PartInMemory part = of_cells[layout.place_of(layout.at(lane, number))];
            transfer.parts.push_back(part);
            if (number % together == 0)
                firsts.push_back(part);
            PartInMemory next = firsts[std::size_t { number / together } * kMaxLanes + lane];
            next.bit = static_cast<std::uint8_t>(next.bit + number % together * width);
            joined = joined && part == next;
        }
    }
    transfer.part_bits = width;
    if (joined) {
        transfer.part_bits = width * together;
        transfer.parts = std::move(firsts);
    }
    if (width >= 8)
        prepare_whole(transfer);
}

LaneAddresses addresses_of(const WarpState& state, const MatrixTransfer& transfer, const TransferAccess& access)
{
    LaneAddresses addresses {};
    for_each_lane(access.lanes, [&](unsigned lane) { addresses[lane] = address_of(state, transfer, lane, access.first[lane]); });
    return addresses;
}

bool transfer_matrix(WarpState& state, const Operation& operation)
{
    if (!all_lanes_execute(state))
        return false;
    const MatrixTransfer& transfer = form_of<MatrixTransfer>(operation);
    if (transfer_whole(state, operation, transfer))
        return true;
    const std::vector<Places> places = places_of_accesses(state, operation, transfer);
    if (places.empty())
        return false;
    switch (transfer.part_bits) {
    case 64:
        move_parts<std::uint64_t>(state, transfer, places);
        break;
    case 32:
        move_parts<std::uint32_t>(state, transfer, places);
        break;
    case 16:
        move_parts<std::uint16_t>(state, transfer, places);
        break;
    default:
        move_parts<std::uint8_t>(state, transfer, places);
        break;
    }
    return true;
}

std::vector<Access> transfer_requests(const WarpState& state, const MatrixTransfer& transfer)
{
    constexpr std::uint32_t kRowBytes = 16; // read as by ldmatrix, see accesses_of()
    std::vector<Access> requests;
    for (const TransferAccess& access : transfer.accesses) {
        const LaneAddresses addresses = addresses_of(state, transfer, access);
        const std::size_t first = requests.size();
        for_each_lane(access.lanes & state.active, [&](unsigned lane) {
            const SpaceAddress address = resolved(transfer, addresses[lane]);
            auto request = std::find_if(requests.begin() + static_cast<std::ptrdiff_t>(first), requests.end(),
                [&](const Access& known) { return known.space == address.space; });
            if (request == requests.end()) {
                request = requests.insert(request, Access { address.space, transfer.kind, access.bytes, 0, {}, {} });
                if (transfer.kind == AccessKind::load && address.space == ptx::StateSpace::shared && access.bytes == kRowBytes)
                    request->form = AccessForm::matrix_rows;
            }
            request->lanes |= LaneMask { 1 } << lane;
            request->addresses[lane] = address.offset;
        });
    }
    return requests;
}

std::optional<TransferPlace> place_of_all(const WarpState& state, const MatrixTransfer& transfer)
{
    if (state.active != first_lanes(kMaxLanes))
        return std::nullopt;
    const auto address = transfer.address_bytes == sizeof(std::uint32_t) ? common_value<std::uint32_t>(state, transfer.address)
                                                                         : common_value<std::uint64_t>(state, transfer.address);
    const auto stride = transfer.stride == kNoRow ? 0 : common_value<std::uint32_t>(state, transfer.stride);
    if (!address || !stride)
        return std::nullopt;
    const SpaceAddress first = resolved(transfer, *address + static_cast<std::uint64_t>(transfer.displacement));
    return TransferPlace { first.space, first.offset, *stride };
}

void read_values(WarpState& state, const Operation& operation, Access& request)
{
    for_each_lane(request.lanes, [&](unsigned lane) {
        const SpaceAddress address { request.space, request.addresses[lane] };
        if (const std::byte* place = find_place(state, operation.site, lane, address, request.bytes))
            std::memcpy(&request.values[lane], place, std::min<std::size_t>(request.bytes, kValueBytes));
    });
}

} // namespace warpstage::simt

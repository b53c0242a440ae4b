#include "core/simt/matrix/matrix_transfer.h"

#include "core/simt/matrix/matrix_move.h"
#include "core/simt/memory/address_space.h"

#include <algorithm>
#include <cstring>

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

// Where each access lies; empty where one is not allowed.
std::vector<Places> places_of_accesses(WarpState& state, const Operation& operation, const MatrixTransfer& transfer)
{
    std::vector<Places> places;
    for (const TransferAccess& access : transfer.accesses) {
        const LaneAddresses addresses = addresses_of(state, transfer, access);
        Places& found = places.emplace_back();
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

// The bits of each number of the matrix, row by row.
class MatrixBits {
public:
    explicit MatrixBits(const MatrixFragment& fragment)
        : m_fragment(&fragment)
        , m_bits(std::size_t { fragment.layout.rows } * fragment.layout.columns)
    {
    }

    void gather(const WarpState& state)
    {
        each_number([&](std::uint32_t row, std::uint32_t shift, unsigned lane, std::uint64_t& bits) {
            std::uint64_t value = 0;
            std::memcpy(&value, state.registers + row + lane * bytes(), bytes());
            bits = value >> shift & mask();
        });
    }

    void spread(WarpState& state)
    {
        for (const std::uint32_t row : m_fragment->registers)
            std::memset(state.registers + row, 0, bytes() * kMaxLanes);
        each_number([&](std::uint32_t row, std::uint32_t shift, unsigned lane, std::uint64_t& bits) {
            std::uint64_t value = 0;
            std::memcpy(&value, state.registers + row + lane * bytes(), bytes());
            value |= bits << shift;
            std::memcpy(state.registers + row + lane * bytes(), &value, bytes());
        });
    }

    // Between the numbers from `first` on, along the lines of memory, and memory.
    void load(const MatrixTransfer& transfer, const MatrixCell& first, const std::byte* from, std::uint32_t access_bytes)
    {
        for (std::uint32_t at = 0; at < access_bytes * 8; at += width()) {
            std::uint64_t value = 0;
            std::memcpy(&value, from + at / 8, std::max<std::size_t>(1, width() / 8));
            number(moved(transfer, first, 0, at / width())) = value >> (at % 8) & mask();
        }
    }

    void store(const MatrixTransfer& transfer, const MatrixCell& first, std::byte* to, std::uint32_t access_bytes)
    {
        for (std::uint32_t at = 0; at < access_bytes * 8; at += width())
            std::memcpy(to + at / 8, &number(moved(transfer, first, 0, at / width())), width() / 8);
    }

private:
    [[nodiscard]] std::uint32_t width() const { return bits_of(m_fragment->format); }
    [[nodiscard]] std::size_t bytes() const { return register_bytes(m_fragment->format); }
    [[nodiscard]] std::uint64_t mask() const { return ~std::uint64_t { 0 } >> (64 - width()); }
    [[nodiscard]] std::uint64_t& number(const MatrixCell& cell)
    {
        return m_bits[std::size_t { cell.row } * m_fragment->layout.columns + cell.column];
    }

    template <typename Function> void each_number(const Function& function)
    {
        const FragmentLayout& layout = m_fragment->layout;
        const std::uint32_t together = numbers_per_register(m_fragment->format);
        for (std::uint32_t i = 0; i < layout.numbers.size(); ++i) {
            for (unsigned lane = 0; lane < kMaxLanes; ++lane)
                function(m_fragment->registers[i / together], i % together * width(), lane, number(layout.at(lane, i)));
        }
    }

    const MatrixFragment* m_fragment;
    std::vector<std::uint64_t> m_bits;
};

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
    const std::vector<Places> places = places_of_accesses(state, operation, transfer);
    if (places.empty())
        return false;
    MatrixBits matrix(transfer.fragment);
    const bool loads = transfer.kind == AccessKind::load;
    if (!loads)
        matrix.gather(state);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const TransferAccess& access = transfer.accesses[i];
        for_each_lane(access.lanes, [&](unsigned lane) {
            if (loads)
                matrix.load(transfer, access.first[lane], places[i][lane], access.bytes);
            else
                matrix.store(transfer, access.first[lane], places[i][lane], access.bytes);
        });
    }
    if (loads)
        matrix.spread(state);
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

void read_values(WarpState& state, const Operation& operation, Access& request)
{
    for_each_lane(request.lanes, [&](unsigned lane) {
        const SpaceAddress address { request.space, request.addresses[lane] };
        if (const std::byte* place = find_place(state, operation.site, lane, address, request.bytes))
            std::memcpy(&request.values[lane], place, std::min<std::size_t>(request.bytes, kValueBytes));
    });
}

} // namespace warpstage::simt

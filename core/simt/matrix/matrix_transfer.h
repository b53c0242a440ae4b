// wmma.load and wmma.store: a warp reads a matrix from memory into fragments, or writes it (PTX ISA, 9.7.14.4.3 and 9.7.14.4.4).
#pragma once

#include "core/simt/matrix/matrix_multiply.h"
#include "core/simt/observer.h"
#include "core/simt/operation.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace warpstage::simt {

// One memory request of the warp: each lane accesses adjacent numbers, `first` and those that follow it in memory.
struct TransferAccess {
    std::uint32_t bytes = 4; // of each lane
    LaneMask lanes = 0;
    std::array<MatrixCell, kMaxLanes> first {};
};

// Where a part of a lane's register is in memory: in what the lane `lane` accesses with the access of that index.
struct PartInMemory {
    std::uint8_t access = 0;
    std::uint8_t lane = 0;
    std::uint8_t bit = 0; // of the lane's access

    bool operator==(const PartInMemory&) const = default;
};

// What a transfer of all parts at once needs: where the lanes have the same address and stride, the access to each line begins at
// a multiple of `alignment`, and a number has at least 8 bits.
struct WholeTransfer {
    std::uint32_t alignment = 0; // of the widest access; 0: not at once
    std::uint32_t lines = 0;
    std::uint32_t line_bytes = 0; // that are accessed
    // See MemoryNumbers.
    std::vector<std::uint32_t> part_lines;
    std::vector<std::uint32_t> part_bytes;
};

struct MatrixTransfer {
    AccessKind kind = AccessKind::load;
    ptx::StateSpace space = ptx::StateSpace::generic; // or global or shared
    bool by_rows = true; // .row: numbers of a row are adjacent in memory; else .col
    std::uint32_t address = kNoRow; // row with the address of the first number
    std::uint32_t address_bytes = 8;
    std::int64_t displacement = 0; // bytes added to the address
    std::uint32_t stride = kNoRow; // row, 4 bytes per lane: numbers from one row (or column) to the next one
    MatrixFragment fragment;
    std::vector<TransferAccess> accesses;
    std::uint32_t part_bits = 0; // a number, or a register whose numbers are adjacent in memory, too
    std::vector<PartInMemory> parts; // for each part of a lane, in the order of its registers, those of the 32 lanes
    WholeTransfer whole {};
    const MatrixOperators* operators = nullptr;
};

// The accesses that GPUs of compute capability 8.0 to 9.0 make (read from machine code with nvdisasm). Numbers that are adjacent
// in memory and in the lane's registers are one access. Factors of at most 16 bits with `.shared` are read as by ldmatrix, 16
// bytes per lane. Other 16-bit numbers whose memory order is not that of the fragment are accessed as pairs, which lanes then
// exchange as by movmatrix. Each access must be aligned to its size, as on these GPUs; the ISA asks for more (9.7.14.4.2).
[[nodiscard]] std::vector<TransferAccess> accesses_of(const MatrixTransfer& transfer, MatrixRole role);

// Fills in the parts and what a transfer of all of them needs, from the accesses.
void find_parts(MatrixTransfer& transfer);

// The address of each lane that takes part in the access.
using LaneAddresses = std::array<std::uint64_t, kMaxLanes>;
[[nodiscard]] LaneAddresses addresses_of(const WarpState& state, const MatrixTransfer& transfer, const TransferAccess& access);

// Handler of operations whose displacement is the address of a MatrixTransfer. False where not all 32 lanes execute it (see
// state.refusal) or where an access is out of bounds or misaligned (see transfer_fault()); nothing is changed then.
bool transfer_matrix(WarpState& state, const Operation& operation);

// The memory requests that the active lanes are about to make, without values. Call it before the transfer: a load may overwrite
// its address register. A generic access gives one request for each state space.
[[nodiscard]] std::vector<Access> transfer_requests(const WarpState& state, const MatrixTransfer& transfer);

// What the requests of a transfer by all lanes depend on.
struct TransferPlace {
    ptx::StateSpace space = ptx::StateSpace::global;
    std::uint64_t offset = 0; // of the first number in it
    std::uint64_t stride = 0;

    auto operator<=>(const TransferPlace&) const = default;
};
// Nothing: some lanes do not take part, or have another address or stride than the others.
[[nodiscard]] std::optional<TransferPlace> place_of_all(const WarpState& state, const MatrixTransfer& transfer);

// Fills in what each lane has read or written, after the transfer: the first 8 bytes.
void read_values(WarpState& state, const Operation& operation, Access& request);

} // namespace warpstage::simt

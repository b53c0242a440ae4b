// wmma.load and wmma.store: a warp reads a matrix from memory into fragments, or writes it (PTX ISA, 9.7.14.4.3 and 9.7.14.4.4).
#pragma once

#include "core/simt/matrix/matrix_multiply.h"
#include "core/simt/observer.h"
#include "core/simt/operation.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpstage::simt {

// One access of the warp to memory: each lane has neighbors in memory, which begin with a number of the matrix.
struct TransferAccess {
    std::uint32_t bytes = 4; // of each lane
    LaneMask lanes = 0;
    std::array<MatrixCell, kMaxLanes> first {};
};

struct MatrixTransfer {
    AccessKind kind = AccessKind::load;
    ptx::StateSpace space = ptx::StateSpace::generic; // or global or shared
    bool by_rows = true; // neighbors in memory: of a row, else of a column
    std::uint32_t address = kNoRow; // row with the address of the first number
    std::uint32_t address_bytes = 8;
    std::int64_t displacement = 0; // bytes added to the address
    std::uint32_t stride = kNoRow; // row, 4 bytes a lane: numbers from one row (or column) to the next one
    MatrixFragment fragment;
    std::vector<TransferAccess> accesses;
};

// The accesses that a GPU of compute capability 8.0 to 9.0 makes of a transfer (read in machine code with nvdisasm). What lies
// side by side in memory and in a fragment is one access. Factors of at most 16 bits in shared memory, where the instruction says
// so, are read as by ldmatrix, 16 bytes for a lane; numbers of 16 bits that lie across are read in words of two and exchanged
// between lanes, as by movmatrix.
[[nodiscard]] std::vector<TransferAccess> accesses_of(const MatrixTransfer& transfer, MatrixRole role);

// The address of each lane that takes part in the access.
using LaneAddresses = std::array<std::uint64_t, kMaxLanes>;
[[nodiscard]] LaneAddresses addresses_of(const WarpState& state, const MatrixTransfer& transfer, const TransferAccess& access);

// Handler of operations whose displacement is the address of a MatrixTransfer. False where not the whole warp executes it, which
// state.refusal says, or where a lane's access is outside memory or misaligned.
bool transfer_matrix(WarpState& state, const Operation& operation);

// The memory requests that the active lanes are about to make, without values. The registers of the address may be overwritten by
// a load, so this is asked before. A generic address may lie in several spaces: one request for each.
[[nodiscard]] std::vector<Access> transfer_requests(const WarpState& state, const MatrixTransfer& transfer);

// The same requests afterwards: what each lane has read or written.
void read_values(WarpState& state, const Operation& operation, Access& request);

} // namespace warpstage::simt

// wgmma.mma_async: four warps multiply a matrix of 64 rows, 16 of which belong to each warp (PTX ISA, 9.7.15 "Asynchronous
// Warpgroup Level Matrix Instructions"). Matrices lie in shared memory where a descriptor says. A product is formed at once by
// each warp for its own rows, so the groups of asynchronous products are nothing to wait for.
#pragma once

#include "core/simt/matrix/matrix_multiply.h"
#include "core/simt/observer.h"
#include "core/simt/operation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::simt {

inline constexpr std::uint32_t kWarpgroupWarps = 4;
inline constexpr std::uint32_t kWarpRows = 16; // of a and d

// A matrix in shared memory.
struct DescribedMatrix {
    NumberFormat format = NumberFormat::f16;
    std::uint32_t descriptor = kNoRow; // 8 bytes per lane, the same for all lanes
    bool along_k = true; // K-major; else the numbers of one k are adjacent
};

struct WarpgroupForm {
    MatrixShape shape; // of the warpgroup: 64 x n x k
    std::optional<MatrixFragment> a_in_registers;
    DescribedMatrix a; // else
    DescribedMatrix b;
    MatrixFragment d; // of a warp
    std::uint32_t keeps_d = kNoRow; // predicate: d is a summand
    std::uint32_t warp = kNoRow; // row with the number of the warp in its block, 4 bytes per lane
    bool negates_a = false;
    bool negates_b = false;
    bool saturates = false;
    const MatrixOperators* operators = nullptr;
};

// A matrix descriptor (PTX ISA, 9.7.15.5.1.2.2 "Matrix descriptor format"); sizes in bytes.
struct MatrixDescriptor {
    std::uint32_t start = 0; // address in shared memory
    std::uint32_t leading = 0; // leading dimension byte offset
    std::uint32_t stride = 0; // stride dimension byte offset
    std::uint32_t base_offset = 0;
    std::uint32_t row_bytes = 0; // 32, 64 or 128: the swizzle mode; 16: none

    [[nodiscard]] static MatrixDescriptor of(std::uint64_t bits);
    // The address of the 16 bytes with the number (side, depth); `side` counts rows of a or columns of b, `along_k` as above.
    [[nodiscard]] std::uint32_t address(std::uint32_t side, std::uint32_t depth, std::uint32_t number_bits, bool along_k) const;
};

// Handler of operations whose displacement is the address of a WarpgroupForm. Sums are those of multiply_matrices(). False where
// a lane of the warp does not execute it, or a matrix is not in shared memory.
bool multiply_in_warpgroup(WarpState& state, const Operation& operation);

// What the warp reads from shared memory: pieces of 16 bytes, as Access::issuer says.
[[nodiscard]] std::vector<Access> warpgroup_reads(const WarpState& state, const WarpgroupForm& form);

// Why a matrix could not be read: "Invalid matrix descriptor: ...".
[[nodiscard]] std::string warpgroup_fault(const WarpState& state, const WarpgroupForm& form);

} // namespace warpstage::simt

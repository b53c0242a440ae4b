// What an access of a warp to a matrix in shared memory costs, when the matrix has a given layout: the addresses of the lanes
// from the layout, the phases and wavefronts from the rules of a compute capability (core/arch/shared).
#pragma once

#include "core/arch/shared/shared_banks.h"
#include "core/base/result.h"
#include "core/layout/swizzle.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::analysis {

// An instruction of a warp, and the elements that its lanes access. Rows are the first mode of a layout, columns the second.
struct LayoutAccess {
    enum class Order : std::uint8_t {
        rows, // lanes side by side along the rows
        columns, // lanes below each other
        matrices, // ldmatrix, stmatrix: 8 rows of 16 bytes for each matrix, two matrices below each other
        transposed_matrices, // the same of the transposed matrix: ldmatrix.trans of a matrix whose columns are contiguous
    };

    std::string name; // "ldmatrix.x4"
    arch::SharedOperation operation = arch::SharedOperation::load;
    Order order = Order::rows;
    std::uint32_t bytes = 0; // of one lane; 0: one element
    std::uint32_t lanes = 32; // that provide an address
};

// "ldmatrix.x4", "ldmatrix.trans.x2", "stmatrix.x1", "load.column", "store.row.128", "cp.async.16". Error: a sentence that lists
// the names.
[[nodiscard]] Result<LayoutAccess> parse_layout_access(std::string_view name);
[[nodiscard]] std::vector<std::string> layout_access_names();

// One execution of the instruction.
struct LayoutRequest {
    std::int64_t row = 0; // of the element of lane 0
    std::int64_t column = 0;
    std::array<std::uint64_t, kMaxLanes> addresses {}; // bytes from the start of the layout
    std::array<std::int64_t, kMaxLanes> elements {}; // of a lane the first one, counted column-major
    LaneMask lanes = 0;
    arch::SharedCount count;
};

// The accesses that cover the matrix once.
struct LayoutConflicts {
    LayoutAccess access;
    std::uint32_t bytes = 0; // of one lane
    std::uint32_t elements = 1; // of one lane
    bool along_rows = true; // the elements of a lane are side by side in a row, else below each other
    std::vector<LayoutRequest> requests;
    std::uint64_t wavefronts = 0;
    std::uint64_t ideal = 0; // without conflicts

    // The first request with the most wavefronts.
    [[nodiscard]] const LayoutRequest& worst() const;
    // Wavefronts of that request for one without conflicts; 1: no conflicts.
    [[nodiscard]] double degree() const;
};

inline constexpr std::int64_t kMaxLayoutElements = std::int64_t { 1 } << 17;
inline constexpr std::uint32_t kLaneMatrixBytes = 16; // of a row of an 8 x 8 matrix of 16-bit elements

// Errors: a layout that has not two modes, negative or too many indices; elements of a lane that are not contiguous or not
// aligned; a matrix that the lanes do not fit.
[[nodiscard]] Result<LayoutConflicts> conflicts_of(
    const arch::Traits& traits, const layout::ComposedLayout& layout, int element_bits, const LayoutAccess& access);

[[nodiscard]] arch::SharedService serve(
    const arch::Traits& traits, const LayoutConflicts& conflicts, const LayoutRequest& request);

} // namespace warpstage::analysis

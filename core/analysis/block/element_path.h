// The way of one element of a matrix through a recorded block: from global memory through shared memory and registers into a
// fragment, and from the accumulator to the store of the result. Found in the trace by registers and addresses, not by values.
#pragma once

#include "core/analysis/recording/recording.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::analysis {

struct ElementHop {
    enum class Kind : std::uint8_t {
        read, // from memory into registers; cp.async reads global memory, too
        write, // to memory
        moved, // between registers of a lane: mov, cvt
        computed, // by another instruction, where the way back ends
        fragment, // operand of the product, or matrix of the instruction
        accumulated, // added to D
    };

    Kind kind = Kind::read;
    std::size_t step = 0; // index into Trace::steps
    std::optional<std::uint32_t> lane {}; // nothing: the warp
    std::uint64_t address = 0; // of the element, of read and write
    ptx::StateSpace space = ptx::StateSpace::shared; // of read and write
    std::string matrix {}; // of fragment and accumulated: "A"
    std::uint32_t row = 0; // there
    std::uint32_t column = 0;
    std::uint32_t reg = 0; // there, of 32 bits
    std::uint32_t times = 1; // accumulated: products in sequence

    bool operator==(const ElementHop&) const = default;
};

// In the order of time. The way back ends where the element is computed, is older than the recorded window, or came by a copy
// whose lanes do not pair reads with writes; the way forward ends at the first store. An element of A continues as element
// (row,0) of D, one of B as (0,column).
[[nodiscard]] std::vector<ElementHop> element_path(const Recording& recording, const trace::MatrixRecord& record,
    const simt::ObservedMatrix& matrix, std::uint32_t row, std::uint32_t column);

} // namespace warpstage::analysis

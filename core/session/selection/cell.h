// A memory cell in a recorded run: an element of the block's shared memory or of a buffer in global memory, and the steps that
// access it.
#pragma once

#include "core/base/lane_mask.h"
#include "core/ptx/type.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace warpstage::session {

struct ChosenCell {
    std::string buffer; // buffer of the plan; empty: the recorded block's shared memory
    std::uint64_t element = 0; // there
    ptx::StateSpace space = ptx::StateSpace::shared; // or global memory
    std::uint64_t address = 0; // of its first byte, as in recorded accesses
    std::uint32_t bytes = 4;
    LaneMask lanes = 0; // that access the cell in the shown access

    // The same place, regardless of the lanes.
    [[nodiscard]] bool same_place(const ChosenCell& other) const { return buffer == other.buffer && element == other.element; }

    bool operator==(const ChosenCell&) const = default;
};

// Lanes of the access that read or write a byte of the cell.
[[nodiscard]] LaneMask lanes_at(const simt::Access& access, const ChosenCell& cell);

// The first step that executes the access at `pc`, among the first `steps` steps of the trace, searched from `from` and wrapping
// around; nothing: none. A `from` beyond the end means 0.
[[nodiscard]] std::optional<std::size_t> next_access(
    const trace::Trace& trace, std::size_t steps, std::size_t from, std::uint32_t pc);
// The same for the first step that accesses the cell.
[[nodiscard]] std::optional<std::size_t> next_touch(
    const trace::Trace& trace, std::size_t steps, std::size_t from, const ChosenCell& cell);

} // namespace warpstage::session

// A cell of memory in a recorded run: an element of the block's shared memory, or of a buffer in global memory, and the steps
// that touch it.
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
    std::string buffer; // of the plan; empty: the recorded block's shared memory
    std::uint64_t element = 0; // there
    ptx::StateSpace space = ptx::StateSpace::shared; // or global
    std::uint64_t address = 0; // of its first byte, as recorded accesses name it
    std::uint32_t bytes = 4;
    LaneMask lanes = 0; // that touch it with the access that is shown

    // The same place, whoever touches it.
    [[nodiscard]] bool same_place(const ChosenCell& other) const { return buffer == other.buffer && element == other.element; }

    bool operator==(const ChosenCell&) const = default;
};

// Lanes of the access that read or write a byte of the cell.
[[nodiscard]] LaneMask lanes_at(const simt::Access& access, const ChosenCell& cell);

// Of the leading `steps`, as many as the trace has at the most, the first from `from` on, going round, that makes the access at
// `pc`; nothing: none does. A `from` behind the end is the beginning.
[[nodiscard]] std::optional<std::size_t> next_access(
    const trace::Trace& trace, std::size_t steps, std::size_t from, std::uint32_t pc);
// Likewise, that touches the cell.
[[nodiscard]] std::optional<std::size_t> next_touch(
    const trace::Trace& trace, std::size_t steps, std::size_t from, const ChosenCell& cell);

} // namespace warpstage::session

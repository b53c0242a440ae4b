// Traps and their messages.
#pragma once

#include "core/simt/faults/fault_place.h"
#include "core/simt/memory/memory_access.h"
#include "core/simt/run/block.h"
#include "core/simt/trap.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::simt {

// Parts of all trap messages: "(33,0,0)"; "1 byte", "4 bytes"; "line 12" or, without line information, "PTX line 40".
[[nodiscard]] std::string text_of(const Dim3& index);
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);
[[nodiscard]] std::string line_text(const Block& block, std::uint32_t pc);
// `what` followed by the location.
[[nodiscard]] Trap trap_at(const Block& block, const FaultPlace& place, TrapKind kind, const std::string& what);

[[nodiscard]] Trap memory_trap(const Block& block, const FaultPlace& place, const MemoryRequest::Fault& fault);
// `arrived` of the `living` lanes of the warp have reached the barrier.
[[nodiscard]] Trap divergent_barrier_trap(const Block& block, const FaultPlace& place, LaneMask arrived, LaneMask living);
// `staying`: the lanes of the warp that have not exited.
[[nodiscard]] Trap invalid_mask_trap(const Block& block, const FaultPlace& place, const Refusal& refusal, LaneMask staying);
[[nodiscard]] Trap barrier_number_trap(const Block& block, const FaultPlace& place, const std::string& why);
[[nodiscard]] Trap barrier_count_trap(const Block& block, const FaultPlace& place, std::uint32_t barrier,
    std::optional<std::uint32_t> threads, const std::string& why);
// `waiting`: lanes of the same warp that cannot run while the others are in the loop.
[[nodiscard]] Trap budget_trap(const Block& block, const FaultPlace& place, std::uint64_t budget, LaneMask waiting);
// Appended to the message about an endless loop: a hint if `waiting` lanes of the same warp wait for the loop to end and do not
// get their turn.
[[nodiscard]] std::string lanes_hint(const Block& block, LaneMask waiting);
// A brx.idx with an index past the end of its table.
[[nodiscard]] Trap branch_table_trap(const Block& block, const FaultPlace& place, std::uint32_t index, std::size_t labels);

} // namespace warpstage::simt

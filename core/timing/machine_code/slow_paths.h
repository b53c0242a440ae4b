// Divisions, reciprocals and roots that are rounded correctly are short sequences of machine instructions which a test precedes:
// lanes whose operands are too large or too small for them take a slow path, which is a function behind a branch. The tests are
// the same in machine code of CC 7.5, 8.0, 8.6, 8.9, 9.0, 10.0 and 12.0 (ptxas 13.0). For older GPUs, whose machine code
// ptxas 13.0 does not make, they are assumed. What FCHK accepts was measured on CC 9.0 only.
#pragma once

#include "core/base/lane_mask.h"
#include "core/ptx/listing.h"
#include "core/simt/observer.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::simt {
struct Operation;
struct WarpState;
} // namespace warpstage::simt

namespace warpstage::timing {

// The operands of all 32 lanes, as they are in the registers.
struct OperandRows {
    const std::byte* first = nullptr; // little endian, without alignment
    const std::byte* second = nullptr; // the divisor; null: one operand
};

// Whether the instruction is such a sequence, for operands of 32 or 64 bits. Some roundings have none: their function is called
// for all lanes.
[[nodiscard]] bool has_slow_path(const ptx::Instruction& instruction);

// Which of `lanes` take the slow path of an instruction that has one.
[[nodiscard]] LaneMask lanes_on_slow_path(const ptx::Instruction& instruction, const OperandRows& rows, LaneMask lanes);

// Counts over blocks of a launch.
class SlowPaths {
public:
    // `listing` must outlive it.
    explicit SlowPaths(const ptx::Listing& listing);

    // Whether a kernel has such instructions.
    [[nodiscard]] static bool concern(const ptx::Listing& listing);

    // Whether the instruction has a slow path.
    [[nodiscard]] bool follows(std::uint32_t pc) const { return m_divides[pc]; }
    // The lanes of step.executed are about to execute the operation.
    void before(const simt::Step& step, const simt::WarpState& state, const simt::Operation& operation)
    {
        if (m_divides[step.pc])
            add(step, rows_of(state, operation));
    }
    void add(const simt::Step& step, const OperandRows& rows);
    SlowPaths& operator+=(const SlowPaths& other); // of the same listing
    // How often some lanes of a warp, but not all, took the slow path.
    [[nodiscard]] std::uint64_t divergent(std::uint32_t pc) const { return m_divergent[pc]; }

private:
    [[nodiscard]] static OperandRows rows_of(const simt::WarpState& state, const simt::Operation& operation);

    const ptx::Listing* m_listing;
    std::vector<bool> m_divides; // by program counter
    std::vector<std::uint64_t> m_divergent;
};

} // namespace warpstage::timing

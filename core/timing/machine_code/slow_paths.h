// Divisions, reciprocals and roots that are rounded correctly are short sequences of machine instructions which a test precedes:
// lanes whose operands are too large or too small for them take a slow path, which is a function behind a branch. The tests are
// those of CC 9.0. Reciprocals and roots of 64 bits are not counted.
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

// Which of `lanes` take the slow path of a division, a reciprocal or a root.
[[nodiscard]] LaneMask lanes_on_slow_path(const ptx::Instruction& instruction, const OperandRows& rows, LaneMask lanes);

// Counts over blocks of a launch.
class SlowPaths {
public:
    // `listing` must outlive it.
    explicit SlowPaths(const ptx::Listing& listing);

    // Whether a kernel has such instructions.
    [[nodiscard]] static bool concern(const ptx::Listing& listing);

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

// An array is copied to the GPU, processed, and copied back: the cost of copies, and their overlap with other work.
//
// Settings of a variant:
//   kernel   takes (const float* in, float* out, int first, int count, int rounds); computes v = 1 - v, `rounds` times
//   memory   pinned or pageable: the host's arrays
//   order    whole: one copy in, one launch, one copy out
//            small: the parameter `copies` copies in, one launch, as many copies out
//            depth: the parameter `pieces` pieces, each copied in, processed and copied out before the next one starts
//            breadth: the same pieces, but first all copies in, then all launches, then all copies out
//   streams  one (default) or several: the parameter `streams`, over which depth and breadth distribute the pieces
//
// Inputs are multiples of 2^-24 below 1, for which 1 - v is exact: the check compares every bit.
#pragma once

#include "core/problem/buffers/matrix_input.h"
#include "core/problem/problem.h"

namespace warpstage::problem {

class Transfers final : public Problem {
public:
    [[nodiscard]] std::string_view id() const override { return "transfers"; }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override;
    [[nodiscard]] Result<void> accepts(const Variant& variant) const override;
    [[nodiscard]] std::vector<std::string> kernels(const Variant& variant) const override;
    [[nodiscard]] Result<Plan> plan(const Variant& variant, const Settings& settings) const override;
    [[nodiscard]] std::uint32_t check_steps() const override { return 1; }
    [[nodiscard]] CheckOutcome check(
        const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const override;
    void keep_inputs(KeptInputs kept) const override { m_inputs.keep(kept); }

private:
    mutable MatrixInputs m_inputs;
};

} // namespace warpstage::problem

// The sum of n integers. A launch leaves one partial sum a block; the processor or further launches add those.
//
// Settings of a variant:
//   kernel               name without template arguments; takes (const int* input, int* sums, unsigned n)
//   elements_per_thread  1 or 2: what a thread loads at a time
//   grid                 cover: a thread for every elements_per_thread elements
//                        cascade: fewer threads that walk with a grid stride
//   templated            true: the kernel is a template over the block size; false where left out
//   smallest_block       threads that the kernel's tree needs at least; any block where left out
#pragma once

#include "core/problem/problem.h"
#include "core/problem/reduction_inputs.h"

namespace warpstage::problem {

class Reduction final : public Problem {
public:
    [[nodiscard]] std::string_view id() const override { return "reduction"; }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override;
    [[nodiscard]] Result<void> accepts(const Variant& variant) const override;
    [[nodiscard]] std::vector<std::string> kernels(const Variant& variant) const override;
    [[nodiscard]] Result<Plan> plan(const Variant& variant, const Settings& settings) const override;
    [[nodiscard]] std::uint32_t check_steps() const override { return 1; }
    [[nodiscard]] CheckOutcome check(
        const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const override;

private:
    mutable ReductionInputs m_inputs;
};

} // namespace warpstage::problem

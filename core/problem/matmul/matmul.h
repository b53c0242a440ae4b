// c = a b for square matrices of floats or doubles, n rows and columns each.
//
// Settings of a variant:
//   kind    host: one core of the processor; tile: 32 x 32 results a block; registers: 128 x 128 results a block
//   loops   of the host: rows (of b, added up: where left out), or printed: the lecture's, over rows of a and of b transposed
//   kernel  template over the type; takes (const T* a, const T* b, T* c, int n)
//   results  of a thread, with kind = tile: 1, 2 or 4, and so the block has 32 x 32, 32 x 16 or 32 x 8 threads
//
// How a result is checked: rows of it, all of a small matrix, against the product in double precision. An element may be off by
// 8 √n roundings of the sum of its products' magnitudes: roundings of one sign and the other cancel like the steps of a drunkard,
// and one forgotten product of n = 8192 still is seen in single precision.
#pragma once

#include "core/problem/buffers/last_input.h"
#include "core/problem/matmul/factors.h"
#include "core/problem/problem.h"

namespace warpstage::problem {

class Matmul final : public Problem {
public:
    [[nodiscard]] std::string_view id() const override { return "matmul"; }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override;
    [[nodiscard]] Result<void> accepts(const Variant& variant) const override;
    [[nodiscard]] std::vector<std::string> kernels(const Variant& variant) const override;
    [[nodiscard]] std::map<std::string, std::string, std::less<>> suited_to(
        const Variant& variant, const Settings& settings, std::uint32_t multiprocessors) const override;
    [[nodiscard]] Result<Plan> plan(const Variant& variant, const Settings& settings) const override;
    [[nodiscard]] std::uint32_t check_steps() const override { return 1; }
    [[nodiscard]] CheckOutcome check(
        const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const override;

private:
    mutable LastInput<FactorsKey, Factors> m_factors;
};

} // namespace warpstage::problem

// c = a b for square matrices of floats or doubles, n rows and columns each.
//
// Settings of a variant:
//   kind     host: one core of the processor; tile: 32 x 32 results per block; registers: 128 x 128 results per block
//   loops    for kind = host: rows (default): rows of b are added up; printed: the lecture's, over rows of a and of b transposed
//   kernel   template over the type; takes (const T* a, const T* b, T* c, int n)
//   results  per thread, for kind = tile: 1, 2 or 4; the block has 32 x 32, 32 x 16 or 32 x 8 threads
//
// The check compares some rows, or all rows of a small matrix, with the product in double precision. An element may be off by
// 8 √n roundings of the sum of its products' magnitudes: rounding errors cancel like a random walk, and a single missing product
// at n = 8192 is still detected in single precision.
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
    void keep_inputs(KeptInputs kept) const override { m_factors.keep(kept); }

private:
    mutable LastInput<FactorsKey, Factors> m_factors;
};

} // namespace warpstage::problem

// The transpose of a matrix of floats: `height` rows of n become n rows of `height`. Nothing is computed; only the order of the
// memory accesses matters, so the throughput is the bytes read and written per second.
//
// Settings of a variant:
//   kernel  name without template arguments; takes (const float* in, float* out, int width, int height)
//   block   rows:    tile x block_rows threads, kernel<tile, block_rows>
//           fours:   8 x 32 threads of four words each, no template
//           patches: tuned_tile / 4 squared threads in a row of dynamic shared memory,
//                    kernel<tuned_tile, tuned_square, tuned_hint = streaming>
//   result  transpose (default), or copy if the matrix is not transposed
//   tiles   any (default), or power_of_two if the kernel swizzles
#pragma once

#include "core/problem/buffers/matrix_input.h"
#include "core/problem/problem.h"

namespace warpstage::problem {

class Transpose final : public Problem {
public:
    [[nodiscard]] std::string_view id() const override { return "transpose"; }
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

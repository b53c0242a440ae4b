// Copies in global memory: thread i of `threads` moves one element, out[i] = in[index(i)], and nothing else; the variants differ
// in the index. The throughput is the bytes that threads request per second, not the bytes that memory transfers.
//
// n floats are moved for every element type: n / 4 threads move 16 bytes each.
//
// Settings of a variant with a fixed pattern:
//   kernel    takes (const Word* in, Word* out, int threads, [int, if there is an argument])
//   index     the word that each thread reads into out[i], as an expression of tid (of the whole grid), lane, warp, B, n,
//             offset, stride, width
//   element   float, float2 or float4
//   argument  offset, stride or width; default: none
// Settings of a variant for any pattern, which has only a kernel:
//   kernel    kernel_load<bytes> and kernel_store<bytes>, bytes 1 to 16, take (const Word* in, Word* out, const int* index, int
//             threads). The pattern is the parameter `pattern`. A store writes out[index(i)] = in[i].
#pragma once

#include "core/problem/access_pattern/access_problem.h"
#include "core/problem/buffers/matrix_input.h"

namespace warpstage::problem {

class GlobalAccess final : public AccessProblem {
public:
    [[nodiscard]] std::string_view id() const override { return "global_access"; }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override;
    [[nodiscard]] Result<Plan> plan(const Variant& variant, const Settings& settings) const override;
    [[nodiscard]] CheckOutcome check(
        const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const override;
    void keep_inputs(KeptInputs kept) const override { m_inputs.keep(kept); }

private:
    [[nodiscard]] std::vector<SettingRule> rules_of_pattern() const override;
    [[nodiscard]] Result<void> check_index(std::string_view text) const override;

    mutable MatrixInputs m_inputs; // a matrix image, which shows where each element arrives
};

} // namespace warpstage::problem

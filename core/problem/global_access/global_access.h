// Copies in global memory: thread i of `threads` moves one element, out[i] = in[index(i)], and nothing else happens; what differs
// is which element. The merit is the bytes that threads asked for in a second, not the bytes that memory moved for them.
//
// n floats are moved whatever the element: n / 4 threads move 16 bytes each.
//
// Settings of a variant whose kernel has its pattern written into it:
//   kernel    takes (const Word* in, Word* out, int threads, [int, where there is an argument])
//   index     the word that each thread reads into out[i], as an expression of tid (of the whole grid), lane, warp, B, n,
//             offset, stride, width
//   element   float, float2 or float4
//   argument  offset, stride or width; none where left out
// and of one that takes any pattern, its settings being kernel alone:
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

private:
    [[nodiscard]] std::vector<SettingRule> rules_of_pattern() const override;
    [[nodiscard]] Result<void> check_index(std::string_view text) const override;

    mutable MatrixInputs m_inputs; // a picture, so that the stage shows what arrives where
};

} // namespace warpstage::problem

// What a warp asks of shared memory: a kernel fills an array in shared memory so that word i holds i, and each thread then reads
// one element of it `repetitions` times. The merit is the bytes that threads asked for in a second.
//
// Settings of a variant whose kernel has its pattern written into it:
//   kernel    takes (Word* out, [int words, where memory = dynamic], [int, where there is an argument], int repetitions, int
//   zero)
//             and leaves in out[thread of the grid] the sum of what the thread read
//   index     the element each thread reads, as an expression of tid, lane, warp, B, offset, c
//   element   uint, double or uint4
//   memory    dynamic; static where the kernel declares its array; dynamic where left out
//   argument  offset or c; none where left out
// and of one that takes any pattern, its settings being kernel alone:
//   kernel    kernel_load<bytes> and kernel_store<bytes>, bytes 1 to 16, take (Word* out, const int* index, int parts, int
//             repetitions, int zero); parts are bytes, half-words or words. The pattern is the parameter `pattern`. A store
//             writes the thread's number and leaves in out what is there afterwards.
#pragma once

#include "core/problem/access_pattern/access_problem.h"

namespace warpstage::problem {

class SharedAccess final : public AccessProblem {
public:
    [[nodiscard]] std::string_view id() const override { return "shared_access"; }
    [[nodiscard]] const std::vector<Parameter>& parameters() const override;
    [[nodiscard]] Result<Plan> plan(const Variant& variant, const Settings& settings) const override;
    [[nodiscard]] CheckOutcome check(
        const Plan& plan, const Settings& settings, const std::vector<std::vector<std::byte>>& contents) const override;

private:
    [[nodiscard]] std::vector<SettingRule> rules_of_pattern() const override;
    [[nodiscard]] Result<void> check_index(std::string_view text) const override;
};

} // namespace warpstage::problem

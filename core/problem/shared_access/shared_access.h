// Shared-memory requests of a warp: a kernel fills an array in shared memory so that word i holds i, and each thread then reads
// one element of it `repetitions` times. The throughput is the bytes that threads request per second.
//
// Settings of a variant with a fixed pattern:
//   kernel    takes (Word* out, [int words, if memory = dynamic], [int, if there is an argument], int repetitions, int zero)
//             and writes the sum of the elements that each thread read to out[thread of the grid]
//   index     the element that each thread reads, as an expression of tid, lane, warp, B, offset, c
//   element   uint, double or uint4
//   memory    dynamic (default), or static if the kernel declares its array
//   argument  offset or c; default: none
// Settings of a variant for any pattern, which has only a kernel:
//   kernel    kernel_load<bytes> and kernel_store<bytes>, bytes 1 to 16, take (Word* out, const int* index, int parts, int
//             repetitions, int zero); parts are bytes, half-words or words. The pattern is the parameter `pattern`. A store
//             writes the thread's index, and out receives the content after all stores.
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

// The sum of n integers. A launch leaves one partial sum a block; the processor or further launches add those.
//
// Settings of a variant:
//   kind                 tree (where left out): what is said above; the settings below belong to it
//                        host: the processor adds, no kernel
//                        one_thread: one thread adds all; the kernel takes what one of a tree takes
//                        one_block: one block leaves a partial sum a thread, and the processor adds those
//                        thread_sums: top_blocks blocks leave a partial sum a thread, and the processor adds those
//                        pairs: a launch a level of the tree, (const int* from, int* to, unsigned n)
//                        atomic: one launch, kernel<top_block, top_unroll>(const int* input, int* result, Total* total,
//                          unsigned n), where Total is two words that begin and end as zeros
//                        ticket: one launch, kernel<top_block, top_unroll>(const int* input, int* sums, unsigned* tickets,
//                          int* result, unsigned n)
//   kernel               name without template arguments; takes (const int* input, int* sums, unsigned n)
//   build                which build of kernels.cu holds the kernel: see lesson::Lesson; the plain one where left out
//   elements_per_thread  1 or 2: what a thread loads at a time
//   grid                 cover: a thread for every elements_per_thread elements
//                        cascade: fewer threads that walk with a grid stride
//   templated            true: the kernel is a template over the block size; false where left out
//   element              float: the input is single precision, the kernel is a template over the block size, takes
//                        (float* a, float* psums) and reads whole blocks, so that the input ends with zeros; int where left out
//   reads_past_end       true: the kernel is wrong and reads up to two blocks past the end, where the input then has zeros
//   smallest_block       threads that the kernel's tree needs at least; any block where left out
#pragma once

#include "core/problem/buffers/last_input.h"
#include "core/problem/problem.h"
#include "core/problem/reduction/reduction_input.h"

#include <tuple>

namespace warpstage::problem {

class Reduction final : public Problem {
public:
    [[nodiscard]] std::string_view id() const override { return "reduction"; }
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
    mutable LastInput<std::tuple<std::size_t, std::size_t, bool, bool, std::uint64_t>, SharedBytes>
        m_inputs; // by count, zeros behind them, whether it is iota, whether it is float, and seed
};

} // namespace warpstage::problem

// The sum of n integers. A launch computes one partial sum per block; the processor or further launches add those.
//
// Settings of a variant:
//   kind                 tree (default): as above; the settings below belong to it
//                        host: the processor adds, no kernel
//                        one_thread: one thread adds all numbers; the kernel has the parameters of a tree kernel
//                        one_block: one block computes a partial sum per thread, and the processor adds those
//                        thread_sums: top_blocks blocks compute a partial sum per thread, and the processor adds those
//                        pairs: one launch per level of the tree, (const int* from, int* to, unsigned n)
//                        atomic: one launch, kernel<top_block, top_unroll>(const int* input, int* result, Total* total,
//                          unsigned n), where Total is two words that are zero before and after the launch
//                        ticket: one launch, kernel<top_block, top_unroll>(const int* input, int* sums, unsigned* tickets,
//                          int* result, unsigned n)
//   kernel               name without template arguments; takes (const int* input, int* sums, unsigned n)
//   build                the build of kernels.cu that contains the kernel: see lesson::Lesson; default: the plain one
//   elements_per_thread  1 or 2: number of elements that a thread loads at a time
//   grid                 cover: one thread per elements_per_thread elements
//                        cascade: fewer threads, which use a grid-stride loop
//   templated            true: the kernel is a template over the block size; default: false
//   element              float: the input is single precision, the kernel is a template over the block size, takes
//                        (float* a, float* psums) and reads whole blocks, so the input is padded with zeros; default: int
//   reads_past_end       true: the kernel is wrong and reads up to two blocks past the end; the input is padded with zeros
//   smallest_block       minimum number of threads for the kernel's tree; default: no minimum
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
    void keep_inputs(KeptInputs kept) const override { m_inputs.keep(kept); }

private:
    mutable LastInput<std::tuple<std::size_t, std::size_t, bool, bool, std::uint64_t>, SharedBytes>
        m_inputs; // by count, number of zeros after them, iota or not, float or not, and seed
};

} // namespace warpstage::problem

// The tree phase of the lectures' first three reductions of one block, as streams of branches and shared-memory accesses.
#pragma once

#include "tests/core/analysis/synthetic.h"

namespace warpstage::analysis {

enum class Reduction { interleaved_threads, interleaved_indices, sequential };

// Instructions: 0 the branch, 1 and 2 the loads, 3 the store, 4 the barrier. Their lines are those of
// tests/fixtures/analysis/reduce.cu.
inline ptx::Function reduction_function(Reduction reduction)
{
    switch (reduction) {
    case Reduction::interleaved_threads:
        return function_on_lines("reduce1", { 5, 6, 6, 6, 7 });
    case Reduction::interleaved_indices:
        return function_on_lines("reduce2", { 15, 16, 16, 16, 17 });
    case Reduction::sequential:
        return function_on_lines("reduce3", { 24, 25, 25, 25, 26 });
    }
    return {};
}

inline void run_pass(SyntheticBlock& block, Reduction reduction, std::uint32_t stride)
{
    const bool spread = reduction == Reduction::interleaved_indices;
    const auto element = [=](Thread thread) {
        return std::uint64_t { spread ? 2 * stride * thread : thread };
    };
    const Condition enters = [=, threads = block.threads()](Thread thread) {
        switch (reduction) {
        case Reduction::interleaved_threads:
            return thread % (2 * stride) == 0;
        case Reduction::interleaved_indices:
            return 2 * stride * thread < threads;
        case Reduction::sequential:
            return thread < stride;
        }
        return false;
    };
    block.branch(0, enters);
    block.access({ .pc = 1 }, enters, [=](Thread thread) { return 4 * (element(thread) + stride); });
    block.access({ .pc = 2 }, enters, [=](Thread thread) { return 4 * element(thread); });
    block.access({ .pc = 3, .kind = simt::AccessKind::store }, enters, [=](Thread thread) { return 4 * element(thread); });
    block.execute(4, [](Thread) { return true; });
    block.barrier();
}

inline void run_tree(SyntheticBlock& block, Reduction reduction)
{
    if (reduction == Reduction::sequential) {
        for (std::uint32_t stride = block.threads() / 2; stride != 0; stride /= 2)
            run_pass(block, reduction, stride);
    } else {
        for (std::uint32_t stride = 1; stride < block.threads(); stride *= 2)
            run_pass(block, reduction, stride);
    }
}

} // namespace warpstage::analysis

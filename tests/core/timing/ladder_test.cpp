// The steps of the lessons' ladders: each next kernel removes one cause of the time of the one before. The cause must be first or
// second in the list of what-if, and the predicted time near the next kernel's. WARPSTAGE_LADDERS=FILE writes the table of
// docs/why.md.
#include "tests/core/timing/estimates.h"
#include "tests/core/timing/ladder.h"
#include "tests/core/timing/measured.h"

#include <gtest/gtest.h>

#include <optional>

namespace warpstage::timing {
namespace {

struct Step {
    std::string lesson;
    std::string from;
    std::string to;
    // What the next kernel changes, by its source: one cause, or several that the change removes together.
    std::vector<std::string_view> removes;
    std::string gpu = "H200";
};

const std::vector<Step>& steps()
{
    static const std::vector<Step> all {
        { "transpose", "naive", "tiled", { "excess-sectors" } },
        { "transpose", "strided_both", "copy", { "excess-sectors" } },
        { "transpose", "tiled", "padded", { "bank-conflicts" } },
        { "transpose", "tiled", "swizzled", { "bank-conflicts" } },
        { "transpose", "naive", "tiled", { "excess-sectors" }, "GTX280" },
        { "transpose", "padded", "diagonal", { "partition-camping" }, "GTX280" },
        { "transpose", "tiled", "diagonal_unpadded", { "partition-camping" }, "GTX280" },
        { "reduction", "one_thread", "one_block", { "dram-latency", "l2-latency" } },
        { "reduction", "one_block", "thread_sums", { "small-grid" } },
        { "reduction", "reduce1", "reduce2", { "slow-sequence", "divergence" } },
        { "reduction", "reduce2", "reduce3", { "bank-conflicts", "index-arithmetic" } },
        { "reduction", "reduce3", "reduce4", { "idle-warps", "block-starts" } },
        { "reduction", "reduce4", "reduce5", { "loop-control", "barrier", "idle-warps" } },
        { "reduction", "reduce5", "reduce6", { "loop-control", "barrier" } },
        { "reduction", "reduce6", "reduce7", { "block-starts", "dram-latency" } },
        { "reduction", "reduce1", "reduce2", { "slow-sequence", "divergence" }, "GTX280" },
        { "reduction", "reduce2", "reduce3", { "bank-conflicts", "index-arithmetic" }, "GTX280" },
        { "reduction", "reduce3", "reduce4", { "idle-warps", "block-starts" }, "GTX280" },
        { "reduction", "reduce4", "reduce5", { "loop-control", "barrier", "idle-warps" }, "GTX280" },
        { "reduction", "reduce5", "reduce6", { "loop-control", "barrier" }, "GTX280" },
        { "reduction", "reduce6", "reduce7", { "block-starts", "dram-latency" }, "GTX280" },
        { "matmul", "global", "smem3", { "l1-misses", "dram-latency", "l2-latency" } },
        { "matmul", "smem1", "smem2", { "bank-conflicts" } },
        { "matmul", "smem3", "smem4", { "shared-bandwidth" } },
        { "matmul", "smem4", "smem5", { "shared-bandwidth" } },
        { "matmul", "smem5", "registers", { "shared-bandwidth" } },
        { "matmul", "smem1", "smem2", { "bank-conflicts" }, "K40c" },
        { "matmul", "smem3", "smem4", { "shared-bandwidth" }, "K40c" },
        { "matmul", "smem4", "smem5", { "shared-bandwidth" }, "K40c" },
        { "nbody", "shared", "fused", { "slow-sequence" } },
        { "nbody", "double", "double_fused", { "slow-sequence" } },
        { "coalescing", "columns", "rows", { "excess-sectors" } },
        { "coalescing", "stride", "copy", { "excess-sectors" } },
        { "coalescing", "structures", "arrays", { "excess-sectors" } },
        { "coalescing", "offset", "copy", { "excess-sectors" }, "8800GTX" },
        { "coalescing", "permuted", "copy", { "excess-sectors" }, "8800GTX" },
        { "coalescing", "copy", "float4", { "block-starts", "index-arithmetic" } },
        { "banks", "stride", "offset", { "bank-conflicts" } },
        { "banks", "column", "padded", { "bank-conflicts" } },
        { "banks", "double_column", "double_padded", { "bank-conflicts" } },
        { "divergence", "half_warp_branch", "warp_aligned_branch", { "divergence" } },
        { "divergence", "rows_16x16", "rows_64x8", { "divergence" } },
        { "throughput", "divide", "divide_constant", { "slow-sequence" } },
        { "throughput", "root_divided", "root_reciprocal", { "slow-sequence" } },
        { "throughput", "sin_library", "sin_fast", { "slow-sequence" } },
        { "throughput", "cos_library", "cos_fast", { "slow-sequence" } },
        { "throughput", "exp_library", "exp_fast", { "slow-sequence" } },
        { "throughput", "multiply32", "multiply24", { "slow-sequence" }, "GTX280" },
        { "throughput", "loop_rolled", "loop_by_hand", { "loop-control" } },
        { "memories", "constant_many_addresses", "constant_one_address", { "constant-addresses" } },
        { "memories", "array_in_local_memory", "array_in_registers", { "local-memory" } },
        { "latency", "follow_1", "follow_4", { "l2-latency", "dram-latency" } },
        { "latency", "calculate_1", "calculate_4", { "loop-control", "arithmetic-latency" } },
    };
    return all;
}

LessonCase case_of(const Step& step, const std::string& variant, const std::vector<MeasuredRow>& measured)
{
    LessonCase lesson_case { step.lesson, variant };
    for (const MeasuredRow& row : measured)
        if (row.lesson_case.lesson == step.lesson && row.lesson_case.variant == variant)
            lesson_case.parameters = row.lesson_case.parameters;
    return lesson_case;
}

std::optional<double> measured_time(const Step& step, const std::string& variant, const std::vector<MeasuredRow>& measured)
{
    if (step.gpu == "H200")
        for (const MeasuredRow& row : measured)
            if (row.lesson_case.lesson == step.lesson && row.lesson_case.variant == variant)
                return row.measured;
    return std::nullopt;
}

LadderOutcome outcome_of(const Step& step, const std::vector<MeasuredRow>& measured)
{
    LadderOutcome outcome;
    outcome.step = step.lesson + ' ' + step.from + "→" + step.to + (step.gpu == "H200" ? "" : ' ' + step.gpu);
    outcome.removes = step.removes;
    const arch::Gpu* gpu = arch::find_gpu(step.gpu);
    if (gpu == nullptr) {
        ADD_FAILURE() << step.gpu;
        return outcome;
    }
    const auto request = request_of(case_of(step, step.from, measured), *gpu);
    const auto estimate = estimate_step(*request);
    const auto result = why_step(*request, *estimate);
    if (!result) {
        ADD_FAILURE() << step.lesson << '/' << step.from << ": " << result.error().message;
        return outcome;
    }
    outcome.look_up(*result);
    const auto before = measured_time(step, step.from, measured);
    const auto after = measured_time(step, step.to, measured);
    outcome.measured = before && after;
    outcome.reached = outcome.measured
        ? *after / *before
        : time_of(case_of(step, step.to, measured), *gpu) / static_cast<double>(estimate->time.count());
    return outcome;
}

TEST(Ladders, TheRemovedCauseIsFirstOrSecond)
{
    const auto measured = measured_rows("h200.csv");
    std::vector<LadderOutcome> outcomes;
    for (const Step& step : steps())
        outcomes.push_back(outcome_of(step, measured));
    expect_hits(outcomes, "WARPSTAGE_LADDERS");
}

} // namespace
} // namespace warpstage::timing

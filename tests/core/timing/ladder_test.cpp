// The steps of the lessons' ladders: each next kernel removes one cause of the time of the one before. The cause must be first or
// second in the list of what-if, and the predicted time near the next kernel's. WARPSTAGE_LADDERS=FILE writes the table of
// docs/why.md.
#include "core/timing/what_if/what_if.h"
#include "tests/core/timing/estimates.h"
#include "tests/core/timing/measured.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
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

struct Outcome {
    Step step;
    std::string first; // in the list
    std::string second;
    std::size_t rank = 0; // of the removed cause, from 1; 0: not in the list
    double predicted = 0.0; // time without the cause, relative to the present time; 0: not in the list
    double reached = 0.0; // time of the next kernel, relative to the present one
    bool measured = false; // on an H200; else estimated

    [[nodiscard]] bool hits() const { return rank == 1 || rank == 2; }
    [[nodiscard]] double factor() const
    {
        return predicted > 0.0 && reached > 0.0 ? std::exp(std::abs(std::log(predicted / reached))) : 0.0;
    }
};

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

Outcome outcome_of(const Step& step, const std::vector<MeasuredRow>& measured)
{
    Outcome outcome;
    outcome.step = step;
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
    const auto& causes = result->causes;
    outcome.first = causes.empty() ? "" : causes[0].cause.kind->id;
    outcome.second = causes.size() < 2 ? "" : causes[1].cause.kind->id;
    for (std::size_t i = 0; i < causes.size() && outcome.rank == 0; ++i) {
        if (std::ranges::find(step.removes, causes[i].cause.kind->id) == step.removes.end() || causes[i].behind)
            continue;
        outcome.rank = i + 1;
        outcome.predicted = 1.0 - causes[i].share;
    }
    const auto before = measured_time(step, step.from, measured);
    const auto after = measured_time(step, step.to, measured);
    outcome.measured = before && after;
    outcome.reached = outcome.measured
        ? *after / *before
        : time_of(case_of(step, step.to, measured), *gpu) / static_cast<double>(estimate->time.count());
    return outcome;
}

std::string joined(const std::vector<std::string_view>& words)
{
    std::string text;
    for (const std::string_view word : words)
        text += (text.empty() ? "" : " or ") + std::string { word };
    return text;
}

std::string percent(double ratio)
{
    return ratio == 0.0 ? "" : fmt::format("{:+.0f} %", 100.0 * (ratio - 1.0));
}

void write_table(const std::vector<Outcome>& outcomes)
{
    const char* file = std::getenv("WARPSTAGE_LADDERS");
    if (file == nullptr)
        return;
    std::ofstream stream(file);
    stream << "| step | GPU | next kernel removes | rank | first in the list | second | predicted | reached |\n"
              "|---|---|---|--:|---|---|--:|--:|\n";
    for (const Outcome& outcome : outcomes)
        stream << fmt::format("| {} {} → {} | {} | {} | {} | {} | {} | {} | {}{} |\n", outcome.step.lesson, outcome.step.from,
            outcome.step.to, outcome.step.gpu, joined(outcome.step.removes),
            outcome.rank == 0 ? "–" : std::to_string(outcome.rank), outcome.first, outcome.second, percent(outcome.predicted),
            percent(outcome.reached), outcome.measured ? "" : " (est.)");
}

TEST(Ladders, TheRemovedCauseIsFirstOrSecond)
{
    const auto measured = measured_rows("h200.csv");
    std::vector<Outcome> outcomes;
    for (const Step& step : steps())
        outcomes.push_back(outcome_of(step, measured));
    // Worst first: not in the list, then by rank, then by the error of the prediction.
    std::ranges::stable_sort(outcomes, [](const Outcome& a, const Outcome& b) {
        const auto rank = [](const Outcome& outcome) {
            return outcome.rank == 0 ? std::size_t { 1000 } : outcome.hits() ? std::size_t { 0 } : outcome.rank;
        };
        return rank(a) != rank(b) ? rank(a) > rank(b) : a.factor() > b.factor();
    });
    write_table(outcomes);
    const auto hits = std::ranges::count_if(outcomes, &Outcome::hits);
    for (const Outcome& outcome : outcomes)
        if (!outcome.hits())
            fmt::print("miss: {} {} -> {} on {}: rank {}, first {}, second {}\n", outcome.step.lesson, outcome.step.from,
                outcome.step.to, outcome.step.gpu, outcome.rank, outcome.first, outcome.second);
    const auto near =
        std::ranges::count_if(outcomes, [](const Outcome& outcome) { return outcome.hits() && outcome.factor() <= 1.6; });
    fmt::print("{} of {} steps: first or second; {} of these within a factor of 1.6\n", hits, outcomes.size(), near);
    constexpr double kLeast = 0.8;
    EXPECT_GE(static_cast<double>(hits), kLeast * static_cast<double>(outcomes.size()));
}

} // namespace
} // namespace warpstage::timing

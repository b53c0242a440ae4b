// The steps of ladders that are not from the lessons (tests/core/timing/ladders): as in ladder_test.cpp, the cause that the next
// kernel removes must be first or second in the list of what-if. WARPSTAGE_FOREIGN_LADDERS=FILE writes the table of docs/why.md.
#include "core/timing/what_if/what_if.h"
#include "tests/core/timing/ladder.h"
#include "tests/core/timing/models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>

namespace warpstage::timing {
namespace {

const std::vector<std::string> kRows { "x:f32[16777216]=random:1", "y:f32[16777216]=out", "columns:s32=1024" };
const std::vector<std::string> kBytes { "data:u8[16777216]=random:1:0:255", "bins:u32[256]=out" };
const std::vector<std::string> kCountedBytes { kBytes[0], kBytes[1], "n:s32=16777216" };
const std::vector<std::string> kSegments { "x:f32[16777216]=iota", "y:f32[16777216]=out" };
const std::vector<std::string> kPlane { "x:f32[n*n]=iota", "y:f32[n*n]=out", "n:s32=4096" };
const std::vector<std::string> kRow { "x:f32[16777248]=iota", "y:f32[16777216]=out" };
const std::vector<std::string> kSparse { "begin:s32[262145]=each:i*32", "columns:s32[8388608]=each:i*37%1048576",
    "values:f32[8388608]=iota", "x:f32[1048576]=iota", "y:f32[262144]=out" };
const std::vector<std::string> kEll { "columns:s32[8388608]=each:i*37%1048576", "values:f32[8388608]=iota", "x:f32[1048576]=iota",
    "y:f32[262144]=out", "rows:s32=262144", "length:s32=32" };
const std::vector<std::string> kDense { "a:f32[n*n]=iota", "x:f32[n]=iota", "y:f32[n]=out", "n:s32=4096" };
const std::vector<std::string> kUnsorted { "x:f32[4194304]=random:1" };
const std::vector<std::string> kElements { "x:f32[16777216]=iota", "y:f32[16777216]=out" };

std::vector<std::string> with(std::vector<std::string> arguments, const char* last)
{
    arguments.emplace_back(last);
    return arguments;
}

const Launch kSoftmaxTree { "softmax", "softmax_tree", "16384", "256", kRows };
const Launch kSoftmaxShuffle { "softmax", "softmax_shuffle", "16384", "256", kRows };
const Launch kHistogramShared { "histogram", "histogram_shared", "65536", "256", kBytes };
const Launch kHistogramStride { "histogram", "histogram_stride", "1056", "256", kCountedBytes };
const Launch kScanShuffle { "scan", "scan_shuffle", "16384", "1024", kSegments };
const Launch kScanPadded { "scan", "scan_padded", "16384", "512", kSegments };
const Launch kRowsThread { "rows", "rows_thread", "1024", "256", kSparse };
const Launch kDenseWarp { "rows", "dense_warp", "512", "256", kDense };
const Launch kSortPairs { "bitonic", "sort_pairs", "4096", "512", kUnsorted };
const Launch kGeluFloat { "elements", "gelu_float", "65536", "256", kElements };
const Launch kAxpy { "elements", "axpy", "65536", "256", with({ "y:f32[16777216]=iota", "x:f32[16777216]=iota" }, "f32=2") };

struct ForeignStep {
    Launch from;
    Launch to;
    // What the next kernel changes, by its source: one cause, or several that the change removes together.
    std::vector<std::string_view> removes;
};

const std::vector<ForeignStep>& foreign_steps()
{
    static const std::vector<ForeignStep> all {
        { { "softmax", "softmax_thread", "64", "256", kRows }, kSoftmaxTree, { "excess-sectors" } },
        { kSoftmaxTree, kSoftmaxShuffle, { "barrier", "idle-warps", "shared-latency" } },
        { kSoftmaxShuffle, { "softmax", "softmax_warp", "2048", "256", kRows },
            { "barrier", "l1-misses", "l2-latency", "block-starts" } },
        { { "histogram", "histogram_global", "65536", "256", kBytes }, kHistogramShared, { "contended-atomics" } },
        { kHistogramShared, kHistogramStride, { "block-starts", "barrier", "contended-atomics" } },
        { kHistogramStride, { "histogram", "histogram_wide", "1056", "256", kCountedBytes },
            { "loop-control", "dram-latency", "l2-latency" } },
        { { "scan", "scan_steps", "16384", "1024", kSegments }, kScanShuffle, { "barrier", "shared-latency", "loop-control" } },
        { kScanShuffle, { "scan", "scan_four", "16384", "256", kSegments }, { "barrier", "block-starts", "index-arithmetic" } },
        { { "scan", "scan_tree", "16384", "512", kSegments }, kScanPadded, { "bank-conflicts" } },
        { kScanPadded, kScanShuffle, { "barrier", "idle-warps", "shared-latency" } },
        { { "stencil", "plane_columns", "128,512", "32,8", kPlane }, { "stencil", "plane_rows", "128,512", "32,8", kPlane },
            { "excess-sectors" } },
        { { "stencil", "row_global", "65536", "256", kRow }, { "stencil", "row_four", "16384", "256", kRow },
            { "shared-bandwidth" } },
        { kRowsThread, { "rows", "rows_warp", "32768", "256", kSparse }, { "excess-sectors" } },
        { kRowsThread, { "rows", "rows_ell", "1024", "256", kEll }, { "excess-sectors" } },
        { { "rows", "dense_thread", "16", "256", kDense }, kDenseWarp, { "excess-sectors", "small-grid" } },
        { kDenseWarp, { "rows", "dense_wide", "512", "256", kDense }, { "dram-latency", "l2-latency", "loop-control" } },
        { { "bitonic", "sort_elements", "4096", "1024", kUnsorted }, kSortPairs, { "divergence" } },
        { kSortPairs, { "bitonic", "sort_warps", "4096", "512", kUnsorted }, { "barrier" } },
        { { "elements", "particles_structures", "16384", "256", with({ "p:f32[33554432]=iota" }, "f32=2") },
            { "elements", "particles_arrays", "16384", "256", with({ "x:f32[4194304]=iota", "v:f32[4194304]=iota" }, "f32=2") },
            { "excess-sectors" } },
        { { "elements", "gelu_double", "65536", "256", kElements }, kGeluFloat, { "busy-pipe" } },
        { kGeluFloat, { "elements", "gelu_unrolled", "65536", "256", kElements }, { "loop-control" } },
        { { "elements", "bias_divided", "65536", "256",
              { "x:f32[16777216]=iota", "r:f32[1024]=iota", "c:f32[1024]=iota", "width:s32=4096" } },
            { "elements", "bias_shifted", "65536", "256",
                { "x:f32[16777216]=iota", "r:f32[1024]=iota", "c:f32[1024]=iota", "shift:s32=12" } },
            { "slow-sequence" } },
        { { "elements", "branch_lanes", "65536", "256", { "x:f32[16777216]=iota" } },
            { "elements", "branch_warps", "65536", "256", { "x:f32[16777216]=iota" } }, { "divergence" } },
        { { "elements", "axpy", "524288", "32", kAxpy.arguments }, kAxpy, { "block-starts" } },
        { kAxpy, { "elements", "axpy_wide", "16384", "256", kAxpy.arguments }, { "index-arithmetic", "block-starts" } },
        { { "elements", "table_constant", "65536", "256", { "y:f32[16777216]=out" } },
            { "elements", "table_global", "65536", "256", { "y:f32[16777216]=out", "table:f32[1024]=iota" } },
            { "constant-addresses" } },
        { { "elements", "columns_conflict", "4096", "32,32", { "y:f32[4194304]=out" } },
            { "elements", "columns_padded", "4096", "32,32", { "y:f32[4194304]=out" } }, { "bank-conflicts" } },
    };
    return all;
}

// By kernel and block, in nanoseconds; empty: nothing was measured.
std::map<std::string, double> measured_times()
{
    std::map<std::string, double> times;
    std::ifstream stream(std::string(WARPSTAGE_FIXTURES) + "/timing/foreign_h200.csv");
    for (std::string line; std::getline(stream, line);) {
        std::istringstream columns(line);
        std::string kernel;
        std::string block;
        double time = 0.0;
        if (!line.starts_with('#') && std::getline(columns, kernel, ',') && std::getline(columns, block, ',') && columns >> time)
            times.emplace(kernel + ' ' + block, time);
    }
    return times;
}

std::string name_of(const Launch& launch)
{
    std::string name = std::string { launch.kernel } + ' ' + launch.block;
    std::ranges::replace(name, ',', 'x');
    return name;
}

LadderOutcome outcome_of(const ForeignStep& step, Models& models, const std::map<std::string, double>& measured)
{
    LadderOutcome outcome;
    outcome.step = std::string { step.from.file } + ' ' + step.from.kernel + "→" + step.to.kernel;
    if (std::string_view { step.from.kernel } == step.to.kernel)
        outcome.step += std::string { ' ' } + step.from.block + "→" + step.to.block;
    outcome.removes = step.removes;
    const Models::Model* from = models.of(step.from);
    const Models::Model* to = models.of(step.to);
    if (from == nullptr || to == nullptr)
        return outcome;
    const auto result = why_step(from->request, from->estimate);
    if (!result) {
        ADD_FAILURE() << step.from.kernel << ": " << result.error().message;
        return outcome;
    }
    outcome.look_up(*result);
    const auto before = measured.find(name_of(step.from));
    const auto after = measured.find(name_of(step.to));
    outcome.measured = before != measured.end() && after != measured.end();
    outcome.reached = outcome.measured
        ? after->second / before->second
        : static_cast<double>(to->estimate.time.count()) / static_cast<double>(from->estimate.time.count());
    return outcome;
}

TEST(ForeignLadders, TheRemovedCauseIsFirstOrSecond)
{
    Models models;
    const auto measured = measured_times();
    std::vector<LadderOutcome> outcomes;
    for (const ForeignStep& step : foreign_steps())
        outcomes.push_back(outcome_of(step, models, measured));
    expect_hits(outcomes, "WARPSTAGE_FOREIGN_LADDERS");
}

} // namespace
} // namespace warpstage::timing

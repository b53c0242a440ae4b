#include "core/analysis/kernel_report.h"
#include "core/analysis/metrics.h"
#include "core/analysis/report_text.h"
#include "tests/core/analysis/reductions.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>

namespace warpstage::analysis {
namespace {

const arch::Traits& hopper()
{
    return arch::traits_of({ 9, 0 });
}

KernelReport report_of(Reduction reduction, std::uint32_t threads, std::uint32_t warp_width = 32)
{
    SyntheticBlock block(5, threads, warp_width);
    run_tree(block, reduction);
    return report_kernel({}, reduction_function(reduction), block.recorder().take_totals(), hopper());
}

// The loads and the store of the tree phase, to which the reference values apply.
Counters memory_of(const KernelReport& report)
{
    Counters counters;
    for (const InstructionReport& instruction : report.instructions) {
        if (instruction.counters.shared_requests != 0)
            counters += instruction.counters;
    }
    return counters;
}

std::uint32_t worst_of(const KernelReport& report)
{
    std::uint32_t worst = 0;
    for (const LineReport& line : report.lines)
        worst = std::max(worst, line.worst_wavefronts);
    return worst;
}

TEST(KernelReport, InterleavedThreadsMakeManyRequestsOfFewLanes)
{
    const KernelReport report = report_of(Reduction::interleaved_threads, 256);
    EXPECT_EQ(report.total.shared_requests, 141U);
    EXPECT_EQ(report.total.wavefronts, 141U);
    EXPECT_EQ(report.total.wavefronts_excess(), 0U);
    EXPECT_NEAR(memory_of(report).average_active_lanes(), 5.4, 0.05);
    EXPECT_EQ(worst_of(report), 1U);
}

TEST(KernelReport, InterleavedIndicesSaveRequestsButNoWavefront)
{
    const KernelReport report = report_of(Reduction::interleaved_indices, 256);
    EXPECT_EQ(report.total.shared_requests, 36U);
    EXPECT_EQ(report.total.wavefronts, 141U);
    EXPECT_EQ(report.total.wavefronts_ideal, 36U);
    EXPECT_NEAR(memory_of(report).average_active_lanes(), 21.25, 0.001);
    EXPECT_EQ(worst_of(report), 8U);
    EXPECT_EQ(worst_of(report_of(Reduction::interleaved_indices, 512)), 16U);
    EXPECT_EQ(worst_of(report_of(Reduction::interleaved_indices, 1024)), 32U);
}

TEST(KernelReport, SequentialAddressingSavesTheWavefronts)
{
    const KernelReport report = report_of(Reduction::sequential, 256);
    EXPECT_EQ(report.total.shared_requests, 36U);
    EXPECT_EQ(report.total.wavefronts, 36U);
    EXPECT_NEAR(memory_of(report).average_active_lanes(), 21.25, 0.001);
    EXPECT_EQ(worst_of(report), 1U);
}

TEST(KernelReport, BranchesDivergeAsInTheLectures)
{
    // With strides 1 to 16 all 8 warps diverge; with 32, 64 and 128 only lane 0 is active in 4, 2 and 1 warps.
    const KernelReport first = report_of(Reduction::interleaved_threads, 256);
    EXPECT_EQ(first.total.branches, 64U);
    EXPECT_EQ(first.total.divergent_branches, 47U);
    // With strides 16 to 1 the first warp diverges.
    EXPECT_EQ(report_of(Reduction::sequential, 256).total.divergent_branches, 5U);
    EXPECT_EQ(report_of(Reduction::interleaved_threads, 8, 2).total.divergent_branches, 7U);
}

TEST(KernelReport, LinesAndInstructionsAddUpToTheTotal)
{
    const KernelReport report = report_of(Reduction::interleaved_indices, 256);
    ASSERT_EQ(report.instructions.size(), 5U);
    ASSERT_EQ(report.lines.size(), 3U);
    EXPECT_EQ(report.lines[0].line, 15U);
    EXPECT_EQ(report.lines[1].line, 16U);
    EXPECT_EQ(report.lines[2].line, 17U);
    EXPECT_EQ(report.lines[1].counters.instructions, 36U);
    EXPECT_EQ(report.lines[1].counters.wavefronts, 141U);
    Counters lines;
    for (const LineReport& line : report.lines)
        lines += line.counters;
    EXPECT_EQ(lines.instructions, report.total.instructions);
    EXPECT_EQ(lines.executed_lanes, report.total.executed_lanes);
    EXPECT_EQ(report.total.instructions, 8U * 8 + 36 + 8 * 8);
    EXPECT_EQ(report.kernel, "reduce2");
    EXPECT_EQ(report.architecture, "CC 9.0");
    EXPECT_TRUE(report.complete);
    EXPECT_FALSE(report.rules_assumed);
}

TEST(KernelReport, GlobalAccessesCountSectors)
{
    const auto everybody = [](Thread) {
        return true;
    };
    SyntheticBlock block(3, 256, 32);
    block.access({ .pc = 0, .space = ptx::StateSpace::global }, everybody, [](Thread thread) { return 4096 + 4 * thread; });
    block.access({ .pc = 1, .space = ptx::StateSpace::global, .kind = simt::AccessKind::store }, everybody,
        [](Thread thread) { return 4100 + 4 * thread; });
    block.access({ .pc = 2, .space = ptx::StateSpace::local }, everybody, [](Thread thread) { return 4 * thread; });
    const KernelReport report =
        report_kernel({}, function_on_lines("copy", { 2, 3, 4 }), block.recorder().take_totals(), hopper());
    EXPECT_EQ(report.instructions[0].counters.global_requests, 8U);
    EXPECT_EQ(report.instructions[0].counters.sectors, 32U);
    EXPECT_EQ(report.instructions[1].counters.sectors, 40U);
    EXPECT_EQ(report.instructions[1].counters.sectors_ideal, 32U);
    EXPECT_EQ(report.instructions[2].counters.global_requests, 0U) << "local memory is neither";
    EXPECT_EQ(report.total.global_requests, 16U);
    EXPECT_EQ(report.total.shared_requests, 0U);
}

TEST(KernelReport, ConstantAndLocalMemoryAreCountedSeparately)
{
    SyntheticBlock block(2, 64, 32);
    const auto all = [](Thread) {
        return true;
    };
    block.access({ .pc = 0, .space = ptx::StateSpace::constant }, all, [](Thread thread) { return 4 * (thread % 8); });
    block.access({ .pc = 1, .space = ptx::StateSpace::local, .kind = simt::AccessKind::store }, all, [](Thread) { return 8; });
    const auto function = function_on_lines("both", { 1, 2 });
    const auto report = report_kernel({}, function, block.recorder().take_totals(), hopper());
    EXPECT_EQ(report.total.constant.requests, 2U);
    EXPECT_EQ(report.total.constant.cost, 16U);
    EXPECT_EQ(report.total.local.requests, 2U);
    EXPECT_EQ(report.total.local.cost, 8U);
    EXPECT_EQ(report.total.global_requests + report.total.shared_requests, 0U);
    const auto text = to_text(report, { "constant", "local" });
    EXPECT_NE(text.find("    1         2        16       14                     constant"), std::string::npos) << text;
    EXPECT_NE(text.find("    2                                      2        8  local"), std::string::npos) << text;
}

TEST(KernelReport, ARepeatedAccessCountsEveryTime)
{
    const auto everybody = [](Thread) {
        return true;
    };
    SyntheticBlock block(2, 32, 32);
    for (int i = 0; i < 10; ++i) {
        block.access({ .pc = 0 }, everybody, [](Thread thread) { return 8 * thread; });
        block.access({ .pc = 1, .space = ptx::StateSpace::global }, everybody, [](Thread thread) { return 8 * thread; });
    }
    const Counters total = report_kernel({}, function_on_lines("k", { 2, 3 }), block.recorder().take_totals(), hopper()).total;
    EXPECT_EQ(total.shared_requests, 10U);
    EXPECT_EQ(total.wavefronts, 20U);
    EXPECT_EQ(total.wavefronts_ideal, 10U);
    EXPECT_EQ(total.global_requests, 10U);
    EXPECT_EQ(total.sectors, 80U);
    EXPECT_EQ(total.sectors_ideal, 40U);
}

TEST(KernelReport, AtomicOperationsAreCountedApart)
{
    const auto everybody = [](Thread) {
        return true;
    };
    SyntheticBlock block(2, 32, 32);
    block.access({ .pc = 0, .kind = simt::AccessKind::atomic }, everybody, [](Thread thread) { return thread / 4 * 4; });
    block.access({ .pc = 1, .space = ptx::StateSpace::global, .kind = simt::AccessKind::atomic }, everybody,
        [](Thread thread) { return 32 * thread; });
    const auto report = report_kernel({}, function_on_lines("k", { 1, 2 }), block.recorder().take_totals(), hopper());
    const Counters& total = report.total;
    EXPECT_EQ(total.shared_requests, 0U);
    EXPECT_EQ(total.shared_atomics.requests, 1U);
    EXPECT_EQ(total.shared_atomics.operations, 32U);
    EXPECT_EQ(total.shared_atomics.same_word, 4U);
    EXPECT_EQ(total.global_requests, 0U);
    EXPECT_EQ(total.sectors, 0U);
    EXPECT_EQ(total.global_atomics.cost, 32U);
    EXPECT_EQ(total.global_atomics.same_word, 1U);
    EXPECT_EQ(total.all_global().requests, 1U);
    const auto text = to_text(report, { "shared", "global" });
    EXPECT_NE(text.find("    1         1         32         4          1           shared"), std::string::npos) << text;
    EXPECT_NE(text.find("    2         1         32         1                  32  global"), std::string::npos) << text;
}

// Counted by an H200 (l1tex__t_sectors_pipe_lsu_mem_global_op_{atom,red}.sum) for a block of 128 threads.
TEST(KernelReport, LanesOnOneWordAccessItsSectorInTurns)
{
    struct Row {
        const char* what;
        std::function<std::uint64_t(Thread)> word; // index
        std::uint32_t bytes;
        bool odd_threads_only;
        std::uint64_t sectors;
    };
    const std::array rows {
        Row { "each thread its word", [](Thread thread) { return thread; }, 4, false, 16 },
        Row { "each thread its sector", [](Thread thread) { return 8 * thread; }, 4, false, 128 },
        Row { "four threads per word", [](Thread thread) { return thread / 4; }, 4, false, 16 },
        Row { "13 words", [](Thread thread) { return thread * 7 % 13; }, 4, false, 24 },
        Row { "13 words of 8 bytes", [](Thread thread) { return thread * 7 % 13; }, 8, false, 45 },
        Row { "each thread its word of 8 bytes", [](Thread thread) { return thread; }, 8, false, 32 },
        Row { "odd threads, four per word", [](Thread thread) { return thread / 8; }, 4, true, 16 },
        Row { "every other word", [](Thread thread) { return 2 * thread; }, 4, false, 32 },
    };
    for (const Row& row : rows) {
        SyntheticBlock block(1, 128, 32);
        block.access(
            { .pc = 0, .space = ptx::StateSpace::global, .kind = simt::AccessKind::atomic, .bytes = row.bytes },
            [&](Thread thread) { return !row.odd_threads_only || thread % 2 == 1; },
            [&](Thread thread) { return row.bytes * row.word(thread); });
        const auto totals = block.recorder().take_totals();
        EXPECT_EQ(report_kernel({}, function_on_lines("k", { 2 }), totals, hopper()).total.global_atomics.cost, row.sectors)
            << row.what;
    }
}

TEST(KernelReport, AStoreDoesNotMergeAsALoadDoes)
{
    const auto everybody = [](Thread) {
        return true;
    };
    const auto pairs = [](Thread thread) {
        return std::uint64_t { 8 } * (thread / 2);
    };
    SyntheticBlock block(3, 32, 32);
    block.access({ .pc = 0, .kind = simt::AccessKind::load, .bytes = 8 }, everybody, pairs);
    block.access({ .pc = 1, .kind = simt::AccessKind::store, .bytes = 8 }, everybody, pairs);
    block.access({ .pc = 2, .kind = simt::AccessKind::atomic, .bytes = 8 }, everybody, pairs);
    const KernelReport report = report_kernel({}, function_on_lines("k", { 2, 2, 2 }), block.recorder().take_totals(), hopper());
    EXPECT_EQ(report.instructions[0].counters.wavefronts, 1U);
    EXPECT_EQ(report.instructions[1].counters.wavefronts, 2U);
    EXPECT_EQ(report.instructions[2].counters.shared_atomics.cost, 2U);
}

TEST(KernelReport, AnInstructionThatDidNotRunIsOmitted)
{
    SyntheticBlock block(3, 32, 32);
    block.execute(1, [](Thread) { return true; });
    const KernelReport report = report_kernel({}, function_on_lines("k", { 2, 3, 4 }), block.recorder().take_totals(), hopper());
    ASSERT_EQ(report.instructions.size(), 1U);
    EXPECT_EQ(report.instructions[0].pc, 1U);
    ASSERT_EQ(report.lines.size(), 1U);
    EXPECT_EQ(report.lines[0].line, 3U);
}

// The definitions of Nsight Compute: lanes on the path, and of these, the lanes not predicated off.
TEST(KernelReport, AverageLanesAreThoseOfNsightCompute)
{
    EXPECT_EQ(Counters {}.average_active_lanes(), 0.0);
    EXPECT_EQ(Counters {}.average_executed_lanes(), 0.0);
    Counters counters;
    counters.instructions = 4;
    counters.active_lanes = 128;
    counters.executed_lanes = 6;
    EXPECT_EQ(counters.average_active_lanes(), 32.0);
    EXPECT_EQ(counters.average_executed_lanes(), 1.5);
    EXPECT_EQ(find_metric("active_threads")->value(counters), counters.average_active_lanes());
    EXPECT_EQ(find_metric("active_threads_pred_on")->value(counters), counters.average_executed_lanes());
}

TEST(KernelReport, InlinedCodeOfAnotherFileIsAttributedToTheCall)
{
    ptx::Function function = function_on_lines("k", { 5, 0, 0, 0, 0 });
    function.instructions[1].location = { .file = 2, .line = 300, .inlined_at = 6 }; // from a header
    function.instructions[2].location = { .file = 1, .line = 3, .inlined_at = 6 }; // a device function of the same file
    function.instructions[3].location = { .file = 2, .line = 400 }; // the compiler does not provide the caller
    function.instructions[4].location = { .file = 1, .line = 0 };
    SyntheticBlock block(5, 32, 32);
    for (std::uint32_t pc = 0; pc < 5; ++pc)
        block.execute(pc, [](Thread) { return true; });
    const KernelReport report = report_kernel({}, function, block.recorder().take_totals(), hopper());
    ASSERT_EQ(report.lines.size(), 4U);
    EXPECT_EQ(report.lines[0].line, 0U);
    EXPECT_EQ(report.lines[0].counters.instructions, 2U);
    EXPECT_EQ(report.lines[1].line, 3U);
    EXPECT_EQ(report.lines[2].line, 5U);
    EXPECT_EQ(report.lines[3].line, 6U);
}

TEST(KernelReport, FunctionsThatAreNotInlinedKeepTheirLines)
{
    const ptx::Function kernel = function_on_lines("k", { 10, 11 });
    const ptx::Function callee = function_on_lines("f", { 3, 11 });
    ptx::Function library = function_on_lines("g", { 7 });
    library.instructions[0].location.file = 2;
    ptx::Listing listing { kernel };
    listing.add(callee);
    listing.add(library);
    SyntheticBlock block(listing.size(), 32, 32);
    for (const std::uint32_t pc : { 0U, 1U, 3U, 4U, 6U })
        block.execute(pc, [](Thread) { return true; });
    const KernelReport report = report_kernel(listing, block.recorder().take_totals(), hopper());
    EXPECT_EQ(report.kernel, "k");
    EXPECT_EQ(report.total.instructions, 5U);
    ASSERT_EQ(report.lines.size(), 4U);
    EXPECT_EQ(report.lines[0].line, 0U) << "a function of another file";
    EXPECT_EQ(report.lines[1].line, 3U);
    EXPECT_EQ(report.lines[2].line, 10U);
    EXPECT_EQ(report.lines[3].line, 11U);
    EXPECT_EQ(report.lines[3].counters.instructions, 2U);
}

TEST(KernelReport, ReportsThatItIsIncompleteOrAssumed)
{
    SyntheticBlock block(1, 32, 32, { .patterns_per_instruction = 1 });
    const auto everybody = [](Thread) {
        return true;
    };
    block.access({}, everybody, [](Thread thread) { return 4 * thread; });
    block.access({}, everybody, [](Thread thread) { return 8 * thread; });
    const KernelReport report =
        report_kernel({}, function_on_lines("k", { 2 }), block.recorder().take_totals(), arch::traits_of({ 12, 0 }));
    EXPECT_FALSE(report.complete);
    EXPECT_TRUE(report.rules_assumed);
    EXPECT_EQ(report.total.shared_requests, 1U);
    EXPECT_EQ(report.total.instructions, 2U);
}

} // namespace
} // namespace warpstage::analysis

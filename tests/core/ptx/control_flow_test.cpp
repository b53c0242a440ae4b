// Reconvergence points of diverged lanes, for the shapes that compilers generate. Each body is written as its blocks, one per
// line.
#include "core/ptx/control_flow.h"
#include "core/ptx/post_dominators.h"
#include "tests/core/ptx/support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace warpstage::ptx::test {
namespace {

// "0->1,2 (2)": block 0, its successors and its post-dominator; "(-)" if only the exit is one.
std::string shape(std::string_view body)
{
    const ControlFlow flow { kernel_with(body) };
    std::string text;
    for (std::size_t i = 0; i < flow.blocks().size(); ++i) {
        const BasicBlock& block = flow.blocks()[i];
        text += fmt::format("{}{}->{} ({})", text.empty() ? "" : " ", i, fmt::join(block.successors, ","),
            block.post_dominator ? std::to_string(*block.post_dominator) : "-");
    }
    return text;
}

TEST(ControlFlow, OfAStraightLineIsOneBlock)
{
    EXPECT_EQ(shape("mov.u32 %r1, 1; mov.u32 %r2, 2; ret;"), "0-> (-)");
}

TEST(ControlFlow, OfAnEmptyKernelIsEmpty)
{
    EXPECT_EQ(shape(""), "");
}

TEST(ControlFlow, BodyWithoutRetEndsAtItsEnd)
{
    EXPECT_EQ(shape("@%p1 bra END; mov.u32 %r1, 1; END:"), "0->1 (-) 1-> (-)");
}

TEST(ControlFlow, AnIfReconvergesAfterIt)
{
    EXPECT_EQ(shape("@%p1 bra DONE;\n"
                    "mov.u32 %r1, 1;\n"
                    "DONE: ret;"),
        "0->2,1 (2) 1->2 (2) 2-> (-)");
}

TEST(ControlFlow, AnIfElseReconvergesAfterBothPaths)
{
    EXPECT_EQ(shape("@%p1 bra ELSE;\n"
                    "mov.u32 %r1, 1; bra.uni DONE;\n"
                    "ELSE: mov.u32 %r1, 2;\n"
                    "DONE: ret;"),
        "0->2,1 (3) 1->3 (3) 2->3 (3) 3-> (-)");
}

TEST(ControlFlow, ALoopReconvergesAtItsExit)
{
    EXPECT_EQ(shape("mov.u32 %r1, 0;\n"
                    "LOOP: add.s32 %r1, %r1, 1; @%p1 bra LOOP;\n"
                    "ret;"),
        "0->1 (1) 1->1,2 (2) 2-> (-)");
}

TEST(ControlFlow, ABreakReconvergesAfterTheInnerLoop)
{
    EXPECT_EQ(shape("mov.u32 %r1, 0;\n"
                    "OUTER: mov.u32 %r2, 0;\n"
                    "INNER: @%p1 bra LEAVE;\n"
                    "add.s32 %r2, %r2, 1; @%p2 bra INNER;\n"
                    "LEAVE: @%p3 bra OUTER;\n"
                    "ret;"),
        "0->1 (1) 1->2 (2) 2->4,3 (4) 3->2,4 (4) 4->1,5 (5) 5-> (-)");
}

TEST(ControlFlow, AnEarlyReturnReconvergesOnlyAtTheExit)
{
    EXPECT_EQ(shape("@%p1 bra REST;\n"
                    "ret;\n"
                    "REST: mov.u32 %r1, 1; ret;"),
        "0->2,1 (-) 1-> (-) 2-> (-)");
}

TEST(ControlFlow, AGuardedReturnContinuesForTheOtherLanes)
{
    EXPECT_EQ(shape("@%p1 ret;\n"
                    "mov.u32 %r1, 1; @!%p2 exit;\n"
                    "ret;"),
        "0->1 (-) 1->2 (-) 2-> (-)");
}

TEST(ControlFlow, ASwitchReconvergesAfterTheLastCase)
{
    EXPECT_EQ(shape("@%p1 bra CASE1;\n"
                    "@%p2 bra CASE2;\n"
                    "bra CASE3;\n"
                    "CASE1: mov.u32 %r1, 1; bra DONE;\n"
                    "CASE2: mov.u32 %r1, 2; bra DONE;\n"
                    "CASE3: mov.u32 %r1, 3;\n"
                    "DONE: ret;"),
        "0->3,1 (6) 1->4,2 (6) 2->5 (5) 3->6 (6) 4->6 (6) 5->6 (6) 6-> (-)");
}

TEST(ControlFlow, ABranchThroughATableReconvergesAfterTheLastCase)
{
    EXPECT_EQ(shape("T: .branchtargets C, A, B, A;\n"
                    "brx.idx %r1, T;\n"
                    "A: mov.u32 %r1, 1; bra DONE;\n"
                    "B: mov.u32 %r1, 2;\n"
                    "C: mov.u32 %r1, 3;\n"
                    "DONE: ret;"),
        "0->1,2,3 (4) 1->4 (4) 2->3 (3) 3->4 (4) 4-> (-)");
    EXPECT_EQ(shape("T: .branchtargets A;\n"
                    "@%p1 brx.idx %r1, T;\n"
                    "mov.u32 %r1, 2;\n"
                    "A: ret;"),
        "0->1,2 (2) 1->2 (2) 2-> (-)");
}

TEST(ControlFlow, AFallThroughReconvergesInTheNextCase)
{
    EXPECT_EQ(shape("@%p1 bra SECOND;\n"
                    "mov.u32 %r1, 1;\n"
                    "SECOND: mov.u32 %r1, 2;\n"
                    "ret;"),
        "0->2,1 (2) 1->2 (2) 2-> (-)");
}

// Two entries into the loop of blocks 1 and 2.
TEST(ControlFlow, AnIrreducibleLoopReconvergesAtItsExit)
{
    EXPECT_EQ(shape("@%p1 bra SECOND;\n"
                    "FIRST: mov.u32 %r1, 1;\n"
                    "SECOND: @%p2 bra FIRST;\n"
                    "ret;"),
        "0->2,1 (2) 1->2 (2) 2->1,3 (3) 3-> (-)");
}

TEST(ControlFlow, AnEndlessLoopNeverReconverges)
{
    EXPECT_EQ(shape("LOOP: mov.u32 %r1, 1; bra LOOP;"), "0->0 (-)");
}

TEST(ControlFlow, ABranchInAnEndlessLoopReconvergesInIt)
{
    EXPECT_EQ(shape("LOOP: @%p1 bra SKIP;\n"
                    "mov.u32 %r1, 1;\n"
                    "SKIP: mov.u32 %r2, 1; bra LOOP;"),
        "0->2,1 (2) 1->2 (2) 2->0 (-)");
}

TEST(ControlFlow, AnEndlessLoopOfSomeLanesDoesNotBlockTheOthers)
{
    EXPECT_EQ(shape("@!%p1 bra REST;\n"
                    "LOOP: bra LOOP;\n"
                    "REST: ret;"),
        "0->2,1 (-) 1->1 (-) 2-> (-)");
}

TEST(ControlFlow, BranchToTheNextInstructionHasOneSuccessor)
{
    EXPECT_EQ(shape("@%p1 bra NEXT; NEXT: ret;"), "0->1 (1) 1-> (-)");
}

TEST(ControlFlow, UnreachableCodeHasBlocksToo)
{
    EXPECT_EQ(shape("ret; mov.u32 %r1, 1; ret;"), "0-> (-) 1-> (-)");
}

TEST(ControlFlow, ReconvergenceIsTheFirstInstructionOfTheBlock)
{
    const ControlFlow flow { kernel_with("mov.u32 %r1, 0; @%p1 bra DONE; mov.u32 %r1, 1; DONE: mov.u32 %r2, 1; @%p2 bra OUT; ret;"
                                         "OUT: ret;") };
    EXPECT_EQ(flow.reconvergence(1), 3U);
    EXPECT_EQ(flow.reconvergence(4), std::nullopt);
    EXPECT_EQ(flow.block_of(2), 1U);
    EXPECT_EQ(flow.block_of(3), 2U);
}

// Every path from a node to the exit contains its post-dominator: without that node, no path remains. Verified by plain search.
bool reaches_exit_without(const std::vector<std::vector<std::uint32_t>>& successors, std::uint32_t start, std::uint32_t without)
{
    const auto exit = static_cast<std::uint32_t>(successors.size());
    std::set<std::uint32_t> seen { start };
    std::vector<std::uint32_t> pending { start };
    while (!pending.empty()) {
        const std::uint32_t node = pending.back();
        pending.pop_back();
        if (node == exit)
            return true;
        for (const std::uint32_t next : successors[node]) {
            if (next != without && seen.insert(next).second)
                pending.push_back(next);
        }
    }
    return false;
}

TEST(PostDominators, AgreeWithPlainSearchOnRandomGraphs)
{
    std::mt19937 generator { 20240229 };
    const auto random = [&generator](std::uint32_t bound) {
        return static_cast<std::uint32_t>(generator() % bound);
    };
    for (int round = 0; round < 300; ++round) {
        const std::uint32_t nodes = 2 + random(12);
        std::vector<std::vector<std::uint32_t>> successors(nodes);
        for (std::uint32_t node = 0; node + 1 < nodes; ++node) {
            successors[node] = { node + 1 }; // so that every node has a path to the exit
            if (random(2) == 0)
                successors[node].push_back(random(nodes + 1));
        }
        successors.back() = { nodes };

        const auto dominators = immediate_post_dominators(successors);
        for (std::uint32_t node = 0; node < nodes; ++node) {
            std::vector<std::uint32_t> all;
            for (std::uint32_t other = 0; other < nodes; ++other) {
                if (other != node && !reaches_exit_without(successors, node, other))
                    all.push_back(other);
            }
            if (dominators[node] == nodes) {
                EXPECT_TRUE(all.empty()) << "round " << round << ", node " << node;
                continue;
            }
            EXPECT_NE(std::find(all.begin(), all.end(), dominators[node]), all.end()) << "round " << round << ", node " << node;
            // The immediate one is the nearest: every other post-dominator post-dominates it too.
            for (const std::uint32_t other : all) {
                if (other != dominators[node]) {
                    EXPECT_FALSE(reaches_exit_without(successors, dominators[node], other)) << "round " << round;
                }
            }
        }
    }
}

TEST(PostDominators, ALongChainNeedsNoDeepStack)
{
    constexpr std::uint32_t kNodes = 200000;
    std::vector<std::vector<std::uint32_t>> successors(kNodes);
    for (std::uint32_t node = 0; node < kNodes; ++node)
        successors[node] = { node + 1 };
    const auto dominators = immediate_post_dominators(successors);
    EXPECT_EQ(dominators.front(), 1U);
    EXPECT_EQ(dominators.back(), kNodes);
}

} // namespace
} // namespace warpstage::ptx::test

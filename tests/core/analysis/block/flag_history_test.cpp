#include "core/analysis/block/poll_loops.h"
#include "tests/core/analysis/block/pipeline_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::analysis {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using Action = PipelineHistory::Action;
using Mark = PipelineHistory::Mark;

// Warp 0 polls a word that warp 1 writes.
constexpr const char* kOneFlag = R"(
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra L2;
L1: ld.acquire.gpu.global.b32 %r4, [%rd1+8];
    setp.eq.u32 %p2, %r4, 0;
    @%p2 bra L1;
    bra L3;
L2: mov.u32 %r4, 7;
    st.release.gpu.global.b32 [%rd1+8], %r4;
L3: )";

TEST(FlagHistories, PollsOfAWordAreOneWait)
{
    const PipelineHistory history = PipelineRun(kOneFlag).history;
    ASSERT_EQ(history.flags.size(), 1U);
    EXPECT_EQ(history.flags[0].name, "in[2]");
    EXPECT_EQ(history.flags[0].uses, 2U);
    ASSERT_THAT(history.marks, ElementsAre(Field(&Mark::action, Action::write_flag), Field(&Mark::action, Action::poll)));
    const Mark& write = history.marks[0];
    EXPECT_EQ(write.warp, 1U);
    EXPECT_EQ(write.value, 7U);
    const Mark& wait = history.marks[1];
    EXPECT_EQ(wait.warp, 0U);
    EXPECT_LT(wait.begin, write.end);
    EXPECT_GT(wait.polls, 1U);
    EXPECT_TRUE(wait.passed);
    EXPECT_EQ(wait.value, 7U) << "ends the wait";
    EXPECT_EQ(wait.writer, 0U);
    EXPECT_THAT(wait.flags, ElementsAre(0U));
}

TEST(FlagHistories, AWaitThatPassesAtOnceHasOnePoll)
{
    const PipelineHistory history = PipelineRun(R"(
L1: ld.volatile.global.b32 %r4, [%rd1];
    setp.ne.u32 %p2, %r4, 0;
    @%p2 bra L1;)")
                                        .history;
    ASSERT_EQ(history.marks.size(), 2U) << "one for each warp";
    for (const Mark& wait : history.marks) {
        EXPECT_EQ(wait.polls, 1U);
        EXPECT_EQ(wait.writer, std::nullopt);
        EXPECT_TRUE(wait.passed);
    }
}

TEST(FlagHistories, ALockIsTakenAndReleased)
{
    const PipelineHistory history = PipelineRun(R"(
    and.b32 %r4, %r1, 31;
    setp.ne.u32 %p1, %r4, 0;
    @%p1 bra L2;
L1: atom.acquire.gpu.global.cas.b32 %r5, [%rd1], 0, 1;
    setp.ne.u32 %p2, %r5, 0;
    @%p2 bra L1;
    ld.global.u32 %r6, [%rd1+4];
    add.u32 %r6, %r6, 1;
    st.global.u32 [%rd1+4], %r6;
    atom.global.exch.b32 %r5, [%rd1], 0;
L2: )")
                                        .history;
    ASSERT_EQ(history.flags.size(), 1U) << "the data that the lock protects is no flag";
    EXPECT_EQ(history.flags[0].name, "in[0]");
    EXPECT_THAT(history.marks,
        ElementsAre(Field(&Mark::action, Action::poll), Field(&Mark::action, Action::write_flag),
            Field(&Mark::action, Action::poll), Field(&Mark::action, Action::write_flag)));
}

// Words that nothing waits for: a counter, the next piece of work, an update that is repeated, a volatile array.
TEST(FlagHistories, DataIsNoFlag)
{
    for (const char* body : { "atom.acq_rel.gpu.global.add.u32 %r4, [%rd1], 1;", R"(
L1: atom.global.add.u32 %r4, [%rd1], 1;
    setp.lt.u32 %p2, %r4, 300;
    @%p2 bra L1;)",
             R"(
    ld.global.u32 %r4, [%rd1];
L1: mov.u32 %r5, %r4;
    add.u32 %r6, %r5, 1;
    atom.global.cas.b32 %r4, [%rd1], %r5, %r6;
    setp.ne.u32 %p2, %r4, %r5;
    @%p2 bra L1;)",
             R"(
    mov.u32 %r5, 0;
L1: ld.volatile.global.u32 %r4, [%rd1];
    add.u32 %r4, %r4, 1;
    st.volatile.global.u32 [%rd1+64], %r4;
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p2, %r5, 4;
    @%p2 bra L1;)" }) {
        const PipelineHistory history = PipelineRun(body).history;
        EXPECT_THAT(history.flags, IsEmpty()) << body;
        EXPECT_THAT(history.marks, IsEmpty()) << body;
    }
}

// A strong store beside the polled words, as of a look-back: other blocks poll it.
TEST(FlagHistories, WhatIsPublishedBesideAPolledWordIsAFlag)
{
    const PipelineHistory history = PipelineRun(R"(
    @%p1 bra L2;
    mov.u32 %r4, 3;
    st.relaxed.gpu.global.b32 [%rd1+16], %r4;
    st.global.u32 [%rd1+32], %r4;
L1: ld.relaxed.gpu.global.b32 %r4, [%rd1];
    setp.ne.u32 %p2, %r4, 0;
    @%p2 bra L1;
L2: )")
                                        .history;
    ASSERT_EQ(history.flags.size(), 2U);
    EXPECT_EQ(history.flags[1].name, "in[4]");
    EXPECT_EQ(history.marks[0].action, Action::write_flag);
    EXPECT_EQ(history.marks[0].value, 3U);
}

TEST(PollLoopsOfAKernel, KnowTheBarrierOfTheGrid)
{
    const PipelineRun run(R"(
    mov.u32 %r4, %envreg2;
    cvt.u64.u32 %rd2, %r4;
    add.s64 %rd3, %rd2, 4;
L1: ld.acquire.gpu.global.u32 %r5, [%rd1];
    setp.ne.u32 %p2, %r5, 0;
    @%p2 bra L1;
    bra L3;
L2: ld.acquire.gpu.global.u32 %r5, [%rd3];
    setp.ne.u32 %p2, %r5, 0;
    @%p2 bra L2;
L3: )");
    const PollLoops loops(run.listing);
    std::vector<bool> of_grid;
    for (std::uint32_t pc = 0; pc < run.listing.size(); ++pc) {
        if (const PollLoop* loop = loops.at(pc)) {
            EXPECT_EQ(loop->last - loop->first, 2U);
            of_grid.push_back(loop->of_grid);
        }
    }
    EXPECT_THAT(of_grid, ElementsAre(false, true));
}

} // namespace
} // namespace warpstage::analysis

#include "tests/core/analysis/block/pipeline_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace warpstage::analysis {
namespace {

using testing::ElementsAre;
using testing::Field;
using Action = PipelineHistory::Action;
using Mark = PipelineHistory::Mark;

TEST(PipelineHistories, ACopyCompletesAPhaseAndReleasesTheWaits)
{
    const PipelineHistory history = PipelineRun(R"(
    @%p1 bra L1;
    mbarrier.init.shared.b64 [%r2], 1;
    mbarrier.init.shared.b64 [%r2+8], 1;
L1: bar.sync 0;
L2: @%p1 bra L3;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 128;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd1], 128, [%r2];
L3: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
    @!%p2 bra L3;
    mbarrier.try_wait.parity.shared.b64 %p2, [%r2+8], 1;)")
                                        .history;
    ASSERT_EQ(history.objects.size(), 2U);
    EXPECT_EQ(history.objects[0].name, "full[0]");
    EXPECT_EQ(history.objects[0].arrivals, 1U);
    EXPECT_TRUE(history.objects[1].phases.empty()) << "the phase before the first one has no row";
    ASSERT_EQ(history.objects[0].phases.size(), 1U);
    const PipelineHistory::Phase& phase = history.objects[0].phases[0];
    EXPECT_EQ(phase.bytes, 128U);
    ASSERT_TRUE(phase.last);
    EXPECT_EQ(history.marks[phase.first].action, Action::arrive);
    EXPECT_EQ(history.marks[*phase.last].action, Action::copy);
    ASSERT_EQ(phase.released.size(), 2U);
    for (const std::size_t wait : phase.released) {
        EXPECT_EQ(history.marks[wait].action, Action::wait);
        EXPECT_EQ(history.marks[wait].phase, 0);
    }
    EXPECT_EQ(history.bytes_in_flight[*phase.last], 128U);
    EXPECT_EQ(history.bytes_in_flight[phase.released.front()], 0U) << "who has waited knows that the copy is complete";
    EXPECT_EQ(history.marks.back().phase, -1);
    EXPECT_TRUE(history.complete);
}

TEST(PipelineHistories, RepeatedTestsAreOneWait)
{
    const PipelineHistory history = PipelineRun(kOneWait).history;
    std::vector<Mark> waits;
    for (const Mark& mark : history.marks) {
        if (mark.action == Action::wait)
            waits.push_back(mark);
    }
    ASSERT_EQ(waits.size(), 1U);
    EXPECT_EQ(waits[0].warp, 0U);
    EXPECT_LT(waits[0].begin, waits[0].end);
    EXPECT_TRUE(waits[0].passed);
}

TEST(PipelineHistories, GroupsAreWaitedForInTheirOrder)
{
    const PipelineHistory history = PipelineRun(R"(
    shl.b32 %r4, %r1, 2;
    add.u32 %r3, %r3, %r4;
    cvt.u64.u32 %rd2, %r4;
    add.u64 %rd1, %rd1, %rd2;
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra L1;
    cp.async.ca.shared.global [%r3], [%rd1], 4;
    cp.async.commit_group;
    cp.async.ca.shared.global [%r3+128], [%rd1], 4;
    cp.async.commit_group;
    cp.async.wait_group 1;
    cp.async.wait_group 0;
L1: )")
                                        .history;
    EXPECT_THAT(history.bytes_in_flight, ElementsAre(128, 128, 256, 256, 128, 0));
    EXPECT_THAT(history.marks,
        ElementsAre(Field(&Mark::action, Action::copy), Field(&Mark::action, Action::commit), Field(&Mark::action, Action::copy),
            Field(&Mark::action, Action::commit), Field(&Mark::pending, 1U), Field(&Mark::pending, 0U)));
    EXPECT_EQ(history.most_groups, 2U);
    EXPECT_TRUE(history.objects.empty());
}

TEST(PipelineHistories, ArrivalsAfterCopiesPutThemIntoThePhase)
{
    const PipelineHistory history = PipelineRun(R"(
    @%p1 bra L1;
    mbarrier.init.shared.b64 [%r2], 64;
L1: bar.sync 0;
    shl.b32 %r4, %r1, 2;
    add.u32 %r3, %r3, %r4;
    cvt.u64.u32 %rd2, %r4;
    add.u64 %rd1, %rd1, %rd2;
    cp.async.ca.shared.global [%r3], [%rd1], 4;
    cp.async.mbarrier.arrive.noinc.shared.b64 [%r2];
L2: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
    @!%p2 bra L2;)")
                                        .history;
    // Barriers, then the copy and the arrival of warp 0, those of warp 1, and the waits.
    EXPECT_THAT(history.bytes_in_flight, ElementsAre(0, 0, 128, 128, 256, 256, 0, 0));
    ASSERT_EQ(history.objects.size(), 1U);
    EXPECT_EQ(history.objects[0].phases.size(), 1U);
}

// Block 1 of a cluster copies into its own object and into that of block 0, which releases the wait for a stage of block 1.
TEST(PipelineHistories, OperationsOfOtherBlocksOfTheClusterAreSeparate)
{
    using Kind = simt::PhaseStep::Kind;
    const auto record = [](std::uint32_t step, Kind kind, std::uint32_t rank, std::uint64_t phase, bool passed) {
        simt::PhaseStep of { kind, rank, 64, 1, passed ? 1U : 0U, phase, 1, kind == Kind::copy ? 256 : 0, false };
        return trace::PhaseRecord { step, of };
    };
    trace::Trace trace;
    trace.warps = 1;
    trace.steps.resize(4);
    trace.phases = { record(0, Kind::initialize, 1, 0, false), record(1, Kind::copy, 0, 0, false),
        record(1, Kind::copy, 1, 0, false), record(2, Kind::arrive, 0, 0, false), record(3, Kind::test, 1, 2, true) };
    const PipelineHistory history = pipeline_history(trace, {}, {});
    EXPECT_EQ(history.rank, 1U);
    ASSERT_EQ(history.objects.size(), 1U) << "block 0 has its own recording";
    EXPECT_THAT(history.marks,
        ElementsAre(
            Field(&Mark::action, Action::copy), Field(&Mark::action, Action::arrive), Field(&Mark::action, Action::wait)));
    EXPECT_EQ(history.marks[0].others, 1U);
    EXPECT_EQ(history.marks[0].object, 0U);
    EXPECT_EQ(history.marks[1].others, 1U);
    EXPECT_EQ(history.marks[1].object, std::nullopt);
    ASSERT_EQ(history.objects[0].phases.size(), 2U);
    for (const PipelineHistory::Phase& phase : history.objects[0].phases) {
        EXPECT_TRUE(phase.elsewhere) << "nothing that is recorded completes it";
        EXPECT_EQ(phase.last, 2U);
    }
    EXPECT_THAT(history.bytes_in_flight, ElementsAre(256, 256, 256)) << "the bytes of block 0 count there";
}

} // namespace
} // namespace warpstage::analysis

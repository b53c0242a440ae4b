#include "core/analysis/block/recorded_waits.h"
#include "tests/core/analysis/block/pipeline_run.h"

#include <gmock/gmock.h>

namespace warpstage::analysis {
namespace {

using simt::Hang;
using testing::ElementsAre;
using testing::IsEmpty;

// The last step at which this warp waits for a phase.
WaitsAtStep last_with_phase(const RecordedWaits& waits, std::size_t steps)
{
    WaitsAtStep found;
    for (std::size_t step = 0; step < steps; ++step) {
        WaitsAtStep at = waits.at(step);
        if (!at.hang.objects.empty() && at.hang.objects[0].kind == Hang::Kind::phase)
            found = std::move(at);
    }
    return found;
}

TEST(RecordedWaits, NameThePhaseAndWhoArrivesLater)
{
    const PipelineRun run(kOneWait);
    const RecordedWaits waits(run.trace, run.listing, run.history);
    const WaitsAtStep at = last_with_phase(waits, run.trace.steps.size());
    ASSERT_EQ(at.hang.waits.size(), 1U);
    EXPECT_THAT(at.hang.waits[0].who.warps, ElementsAre(0));
    EXPECT_EQ(at.hang.waits[0].who.threads, 32U);
    const Hang::Object& object = at.hang.objects[0];
    EXPECT_EQ(object.name, "`full + 0`");
    EXPECT_EQ(object.phase, 0U);
    EXPECT_EQ(object.arrived, 0U);
    EXPECT_EQ(object.expected, 32U);
    ASSERT_EQ(object.missing.size(), 1U);
    EXPECT_THAT(object.missing[0].who.warps, ElementsAre(1));
    EXPECT_TRUE(object.missing[0].runs);
    EXPECT_THAT(at.partly, ElementsAre(false));
}

TEST(RecordedWaits, NameTheFlagAndWhoWritesItLater)
{
    const PipelineRun run(R"(
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra L2;
L1: ld.acquire.gpu.global.b32 %r4, [%rd1+8];
    setp.eq.u32 %p2, %r4, 0;
    @%p2 bra L1;
    bra L3;
L2: mov.u32 %r4, 7;
    st.release.gpu.global.b32 [%rd1+8], %r4;
L3: )");
    const RecordedWaits waits(run.trace, run.listing, run.history);
    ASSERT_TRUE(waits.fullest());
    const WaitsAtStep at = waits.at(*waits.fullest());
    ASSERT_EQ(at.hang.objects.size(), 1U);
    EXPECT_EQ(at.hang.objects[0].kind, Hang::Kind::memory);
    EXPECT_EQ(at.hang.objects[0].name, "`in[2]`");
    EXPECT_EQ(at.hang.objects[0].value, 0U);
    ASSERT_EQ(at.hang.objects[0].missing.size(), 1U);
    EXPECT_THAT(at.hang.objects[0].missing[0].who.warps, ElementsAre(1));
}

TEST(RecordedWaits, CountThreadsAtABarrier)
{
    const PipelineRun run("bar.sync 0;");
    const RecordedWaits waits(run.trace, run.listing, run.history);
    ASSERT_TRUE(waits.fullest());
    const WaitsAtStep at = waits.at(*waits.fullest());
    ASSERT_EQ(at.hang.objects.size(), 1U);
    const Hang::Object& object = at.hang.objects[0];
    EXPECT_EQ(object.name, "__syncthreads()");
    EXPECT_EQ(object.arrived, 32U);
    EXPECT_EQ(object.expected, 64U);
    ASSERT_EQ(object.missing.size(), 1U);
    EXPECT_THAT(object.missing[0].who.warps, ElementsAre(1));
    EXPECT_FALSE(object.missing[0].line.empty()) << "also of the warp that arrives last";
    EXPECT_THAT(waits.at(run.trace.steps.size() - 1).hang.waits, IsEmpty()) << "the block ends";
}

TEST(RecordedWaits, FollowBarriersWithANumberOfThreads)
{
    const PipelineRun run(R"(
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra L1;
    bar.sync 3, 64;
    bra L2;
L1: mov.u32 %r4, 0;
    mov.u32 %r5, 0;
    bar.arrive 3, 64;
L2: )");
    const RecordedWaits waits(run.trace, run.listing, run.history);
    ASSERT_TRUE(waits.fullest());
    const WaitsAtStep at = waits.at(*waits.fullest());
    ASSERT_EQ(at.hang.objects.size(), 1U);
    EXPECT_EQ(at.hang.objects[0].name, "barrier 3");
    EXPECT_EQ(at.hang.objects[0].arrived, 32U);
    EXPECT_EQ(at.hang.objects[0].expected, 64U);
    EXPECT_THAT(at.hang.waits[0].who.warps, ElementsAre(0));
}

TEST(RecordedWaits, NothingWaitsWithoutABarrier)
{
    const PipelineRun run("mov.u32 %r4, 0;");
    EXPECT_FALSE(RecordedWaits(run.trace, run.listing, run.history).fullest());
}

} // namespace
} // namespace warpstage::analysis

#include "core/trace/recorder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::trace {
namespace {

constexpr LaneMask kAllLanes = ~LaneMask { 0 };

simt::Step step_of(std::uint32_t warp, std::uint32_t pc, LaneMask active = kAllLanes)
{
    return { .block = 3, .warp = warp, .pc = pc, .active = active, .executed = active };
}

simt::Access shared_access_to(std::uint64_t address, LaneMask lanes = kAllLanes)
{
    simt::Access access { .space = ptx::StateSpace::shared, .kind = simt::AccessKind::load, .bytes = 4, .lanes = lanes };
    for_each_lane(lanes, [&](unsigned lane) {
        access.addresses[lane] = address + std::uint64_t { 4 } * lane;
        access.values[lane] = lane;
    });
    return access;
}

TEST(Recorder, CountsExecutionsAndLanesOfEachInstruction)
{
    Recorder recorder(2, 32, 1);
    recorder.on_step(step_of(0, 1));
    recorder.on_step(step_of(0, 1, 0xff));
    simt::Step guarded = step_of(0, 1, 0xffff);
    guarded.executed = 0;
    recorder.on_step(guarded);
    const Totals totals = recorder.take_totals();
    EXPECT_EQ(totals.block, 3U);
    EXPECT_EQ(totals.warps, 1U);
    ASSERT_EQ(totals.instructions.size(), 2U);
    EXPECT_EQ(totals.instructions[0].executions, 0U);
    EXPECT_EQ(totals.instructions[1].executions, 3U);
    EXPECT_EQ(totals.instructions[1].active_lanes, 32U + 8 + 16);
    EXPECT_EQ(totals.instructions[1].executed_lanes, 32U + 8) << "an instruction with a false guard in all lanes still executes";
}

TEST(Recorder, RecordsEveryStep)
{
    Recorder recorder(5, 32, 2);
    recorder.on_step(step_of(0, 0));
    recorder.on_step(step_of(1, 1));
    recorder.on_access(step_of(1, 1), shared_access_to(64));
    recorder.on_step(step_of(0, 2));
    recorder.on_branch(step_of(0, 2), 0xf, ~LaneMask { 0xf });
    recorder.on_step(step_of(0, 4));
    recorder.on_exit(step_of(0, 4));
    const Trace trace = recorder.take_trace();
    EXPECT_EQ(trace.block, 3U);
    EXPECT_EQ(trace.warp_width, 32U);
    EXPECT_EQ(trace.warps, 2U);
    EXPECT_EQ(trace.steps_seen, 4U);
    ASSERT_EQ(trace.steps.size(), 4U);
    EXPECT_EQ(trace.steps[0].event, Event::plain);
    EXPECT_EQ(trace.access_of(trace.steps[0]), nullptr);
    EXPECT_EQ(trace.steps[1].event, Event::access);
    EXPECT_EQ(trace.steps[1].warp, 1U);
    ASSERT_NE(trace.access_of(trace.steps[1]), nullptr);
    EXPECT_EQ(trace.access_of(trace.steps[1])->addresses[2], 72U) << "the trace keeps the original address";
    EXPECT_EQ(trace.steps[2].event, Event::branch);
    EXPECT_EQ(trace.steps[2].taken, 0xfU);
    EXPECT_TRUE(trace.steps[2].divergent());
    EXPECT_EQ(trace.steps[3].event, Event::exit);
    EXPECT_EQ(trace.steps[3].pc, 4U);
}

TEST(Recorder, ABarrierMarksTheLatestStepOfTheActiveWarps)
{
    Recorder recorder(3, 32, 3);
    recorder.on_step(step_of(2, 2));
    recorder.on_exit(step_of(2, 2));
    recorder.on_step(step_of(0, 0));
    recorder.on_step(step_of(0, 1));
    recorder.on_step(step_of(1, 1));
    recorder.on_barrier(3);
    recorder.on_step(step_of(0, 0));
    const Trace trace = recorder.take_trace();
    ASSERT_EQ(trace.steps.size(), 5U);
    EXPECT_EQ(trace.steps[0].event, Event::exit);
    EXPECT_EQ(trace.steps[1].event, Event::plain);
    EXPECT_EQ(trace.steps[2].event, Event::barrier);
    EXPECT_EQ(trace.steps[3].event, Event::barrier);
    EXPECT_EQ(trace.steps[3].epoch, 0U);
    EXPECT_EQ(trace.steps[4].epoch, 1U);
    EXPECT_EQ(trace.steps[4].event, Event::plain);
    EXPECT_EQ(recorder.take_totals().barriers, 1U);
}

TEST(Recorder, TheWindowKeepsTheFirstStepsAndTheTotalsKeepAll)
{
    Recorder recorder(2, 32, 2, { .steps = 6 });
    for (std::uint32_t i = 0; i < 10; ++i) {
        recorder.on_step(step_of(i % 2, 1));
        recorder.on_access(step_of(i % 2, 1), shared_access_to(0));
    }
    recorder.on_step(step_of(0, 0));
    recorder.on_branch(step_of(0, 0), 1, 2);
    recorder.on_exit(step_of(0, 0));
    recorder.on_barrier(3);
    const Trace trace = recorder.take_trace();
    EXPECT_EQ(trace.steps_seen, 11U);
    ASSERT_EQ(trace.steps.size(), 6U);
    for (const std::uint32_t warp : { 0U, 1U })
        EXPECT_EQ(std::ranges::count(trace.steps, warp, &StepRecord::warp), 3) << "each warp has its share";
    EXPECT_EQ(trace.gapless, 6U);
    EXPECT_EQ(trace.accesses.size(), 6U);
    EXPECT_EQ(trace.steps.back().event, Event::access) << "events after the window has closed are not assigned to its last step";
    const Totals totals = recorder.take_totals();
    EXPECT_EQ(totals.instructions[1].executions, 10U);
    ASSERT_EQ(totals.instructions[1].patterns.size(), 1U);
    EXPECT_EQ(totals.instructions[1].patterns[0].count, 10U);
    EXPECT_EQ(totals.instructions[0].branches, 1U);
    EXPECT_EQ(totals.instructions[0].divergent_branches, 1U);
    EXPECT_EQ(totals.barriers, 1U);
}

TEST(Recorder, PlaybackEndsBeforeTheFirstMissingStep)
{
    Recorder recorder(1, 32, 2, { .steps = 6 });
    for (int i = 0; i < 4; ++i)
        recorder.on_step(step_of(0, 0)); // the fourth exceeds the warp's share
    recorder.on_step(step_of(1, 0));
    const Trace trace = recorder.take_trace();
    EXPECT_EQ(trace.steps.size(), 4U);
    EXPECT_EQ(trace.gapless, 3U) << "the steps of warp 1 follow a step that was not recorded";
}

TEST(Recorder, TheWindowClosesAtTheLimitOfAccesses)
{
    Recorder recorder(1, 32, 1, { .steps = 100, .accesses = 2 });
    for (int i = 0; i < 5; ++i) {
        recorder.on_step(step_of(0, 0));
        if (i != 1)
            recorder.on_access(step_of(0, 0), shared_access_to(0));
    }
    const Trace trace = recorder.take_trace();
    EXPECT_EQ(trace.accesses.size(), 2U);
    EXPECT_EQ(trace.steps.size(), 3U) << "no step after the last access, so that no recorded step lacks its access";
    EXPECT_EQ(trace.steps_seen, 5U);
}

TEST(Recorder, StaysWithinItsBudgetWhateverTheKernelDoes)
{
    EXPECT_LE(RecorderLimits {}.bytes(), std::size_t { 64 } << 20);
    constexpr std::uint32_t kInstructions = 60;
    Recorder recorder(kInstructions, 32, 1);
    for (std::uint32_t pc = 0; pc < kInstructions; ++pc) {
        for (std::uint64_t i = 0; i < 2000; ++i) {
            recorder.on_step(step_of(0, pc));
            recorder.on_access(
                step_of(0, pc), shared_access_to(4 * i, i % 2 == 0 ? kAllLanes : LaneMask { 1 } + static_cast<LaneMask>(i)));
        }
    }
    const Trace trace = recorder.take_trace();
    const Totals totals = recorder.take_totals();
    std::size_t bytes = trace.steps.capacity() * sizeof(StepRecord) + trace.accesses.capacity() * sizeof(simt::Access);
    std::uint64_t patterns = 0;
    std::uint64_t dropped = 0;
    for (const InstructionTotals& instruction : totals.instructions) {
        bytes += instruction.patterns.capacity() * sizeof(PatternCount);
        patterns += instruction.patterns.size();
        dropped += instruction.patterns_dropped;
    }
    EXPECT_EQ(patterns, RecorderLimits {}.patterns);
    EXPECT_GT(dropped, 0U);
    EXPECT_LE(bytes, std::size_t { 64 } << 20);
}

TEST(Recorder, AnAccessWithoutLanesIsNotARequest)
{
    Recorder recorder(1, 32, 1);
    recorder.on_step(step_of(0, 0));
    recorder.on_access(step_of(0, 0), shared_access_to(0, 0));
    EXPECT_TRUE(recorder.take_totals().instructions[0].patterns.empty());
    EXPECT_TRUE(recorder.take_trace().accesses.empty());
}

TEST(Recorder, IsEmptyAfterTake)
{
    Recorder recorder(1, 16, 2);
    const auto record_one = [&] {
        recorder.on_step(step_of(1, 0));
        recorder.on_access(step_of(1, 0), shared_access_to(0));
        recorder.on_barrier(3);
    };
    record_one();
    (void)recorder.take_trace();
    (void)recorder.take_totals();
    record_one();
    const Trace trace = recorder.take_trace();
    const Totals totals = recorder.take_totals();
    EXPECT_EQ(trace.steps.size(), 1U);
    EXPECT_EQ(trace.steps[0].epoch, 0U);
    EXPECT_EQ(trace.steps_seen, 1U);
    EXPECT_EQ(trace.warp_width, 16U);
    EXPECT_EQ(trace.warps, 2U);
    EXPECT_EQ(totals.warp_width, 16U);
    EXPECT_EQ(totals.block, 3U);
    EXPECT_EQ(totals.barriers, 1U);
    ASSERT_EQ(totals.instructions.size(), 1U);
    ASSERT_EQ(totals.instructions[0].patterns.size(), 1U);
    EXPECT_EQ(totals.instructions[0].patterns[0].count, 1U);
}

} // namespace
} // namespace warpstage::trace

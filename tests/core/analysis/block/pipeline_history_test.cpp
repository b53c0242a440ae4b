#include "core/analysis/block/pipeline_history.h"
#include "core/ptx/parser.h"
#include "core/simt/machine.h"
#include "core/trace/recorder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace warpstage::analysis {
namespace {

using testing::ElementsAre;
using testing::Field;
using Action = PipelineHistory::Action;
using Mark = PipelineHistory::Mark;

// The registers and arrays that the bodies of the tests use; %p1: not the first thread.
std::string kernel_of(const std::string& body)
{
    return R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry pipe(.param .u64 in)
{
    .reg .pred %p<3>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    .shared .align 128 .b8 stage[256];
    .shared .align 8 .b8 full[16];
    ld.param.u64 %rd1, [in];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, full;
    mov.u32 %r3, stage;
    setp.ne.u32 %p1, %r1, 0;
)" + body
        + "\nret;\n}\n";
}

PipelineHistory history_of(const std::string& body)
{
    const auto module = ptx::parse(kernel_of(body), "pipe.ptx");
    EXPECT_TRUE(module) << (module ? "" : module.error().message);
    const auto program = simt::Program::lower(*module, module->functions.front());
    EXPECT_TRUE(program) << (program ? "" : program.error().message);
    simt::DeviceMemory memory;
    const simt::DeviceAddress address = memory.allocate("in", 1024);
    std::array<std::byte, 8> parameters {};
    std::memcpy(parameters.data(), &address, sizeof(parameters));
    trace::Recorder recorder(static_cast<std::uint32_t>(program->listing().size()), 32, 2);
    const auto outcome = simt::run(*program, memory, { .grid = { 1, 1, 1 }, .block = { 64, 1, 1 } }, parameters,
        { .blocks = simt::Blocks::only_observed, .observer = &recorder });
    EXPECT_TRUE(outcome && !outcome->trap) << (outcome && outcome->trap ? outcome->trap->message : "");
    return pipeline_history(recorder.take_trace(), program->listing(), *module);
}

TEST(PipelineHistories, ACopyCompletesAPhaseAndReleasesTheWaits)
{
    const PipelineHistory history = history_of(R"(
    @%p1 bra L1;
    mbarrier.init.shared.b64 [%r2], 1;
    mbarrier.init.shared.b64 [%r2+8], 1;
L1: bar.sync 0;
L2: @%p1 bra L3;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 128;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd1], 128, [%r2];
L3: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
    @!%p2 bra L3;
    mbarrier.try_wait.parity.shared.b64 %p2, [%r2+8], 1;)");
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
    const PipelineHistory history = history_of(R"(
    @%p1 bra L1;
    mbarrier.init.shared.b64 [%r2], 32;
L1: bar.sync 0;
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra L3;
L2: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;
    @!%p2 bra L2;
    bra L4;
L3: mbarrier.arrive.shared.b64 _, [%r2];
L4: )");
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
    const PipelineHistory history = history_of(R"(
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
L1: )");
    EXPECT_THAT(history.bytes_in_flight, ElementsAre(128, 128, 256, 256, 128, 0));
    EXPECT_THAT(history.marks,
        ElementsAre(Field(&Mark::action, Action::copy), Field(&Mark::action, Action::commit), Field(&Mark::action, Action::copy),
            Field(&Mark::action, Action::commit), Field(&Mark::pending, 1U), Field(&Mark::pending, 0U)));
    EXPECT_EQ(history.most_groups, 2U);
    EXPECT_TRUE(history.objects.empty());
}

TEST(PipelineHistories, ArrivalsAfterCopiesPutThemIntoThePhase)
{
    const PipelineHistory history = history_of(R"(
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
    @!%p2 bra L2;)");
    // Barriers, then the copy and the arrival of warp 0, those of warp 1, and the waits.
    EXPECT_THAT(history.bytes_in_flight, ElementsAre(0, 0, 128, 128, 256, 256, 0, 0));
    ASSERT_EQ(history.objects.size(), 1U);
    EXPECT_EQ(history.objects[0].phases.size(), 1U);
}

} // namespace
} // namespace warpstage::analysis

// The virtual machine as an engine: asynchronous steps, preserved contents, interruption. Uses one small kernel.
#include "core/engine/variant_run.h"
#include "core/engine/vm_engine.h"
#include "core/ptx/parser.h"
#include "tests/approved.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::engine {
namespace {

// x[i] += 1 for every thread; `forever` never ends.
constexpr const char* kPtx = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .entry add_one(.param .u64 x)
{
	.reg .b32 %r<5>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [x];
	mov.u32 %r1, %tid.x;
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd3, %rd1, %rd2;
	ld.global.u32 %r2, [%rd3];
	add.s32 %r3, %r2, 1;
	st.global.u32 [%rd3], %r3;
	ret;
}
.visible .entry forever(.param .u64 x)
{
	.reg .pred %p<2>;
	.reg .b32 %r<2>;
again:
	mov.u32 %r1, %tid.x;
	setp.lt.u32 %p1, %r1, 1024;
	@%p1 bra again;
	ret;
}
.global .u32 counter = 3;
.visible .entry count(.param .u64 x)
{
	.reg .b32 %r<5>;
	.reg .b64 %rd<4>;
	ld.param.u64 %rd1, [x];
	ld.global.u32 %r1, [counter];
	add.s32 %r2, %r1, 1;
	st.global.u32 [counter], %r2;
	st.global.u32 [%rd1], %r2;
	ret;
}
)";

std::shared_ptr<const lesson::Lesson> small_lesson()
{
    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->id = "small";
    lesson->ptx_text = kPtx;
    auto module = ptx::parse(kPtx, "small.ptx");
    EXPECT_TRUE(module) << module.error().message;
    lesson->module = std::make_shared<const ptx::Module>(std::move(*module));
    return lesson;
}

std::shared_ptr<const problem::Plan> plan_of(const std::string& kernel, std::uint32_t threads, std::uint32_t first_value)
{
    auto plan = std::make_shared<problem::Plan>();
    problem::Buffer x;
    x.name = "x";
    x.bytes = 32 * sizeof(std::uint32_t);
    std::vector<std::byte> initial(x.bytes);
    for (std::uint32_t i = 0; i < 32; ++i)
        std::memcpy(initial.data() + i * sizeof(i), &first_value, sizeof(first_value));
    x.initial = std::move(initial);
    x.persistent = true;
    plan->buffers.push_back(x);
    problem::KernelLaunch launch;
    launch.kernel = kernel;
    launch.block = { threads, 1, 1 };
    launch.arguments = { problem::BufferArgument { 0 } };
    plan->step.emplace_back(launch);
    return plan;
}

std::uint32_t first_value(Engine& engine)
{
    std::vector<std::byte> bytes(32 * sizeof(std::uint32_t));
    EXPECT_TRUE(engine.read(0, bytes));
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data(), sizeof(value));
    return value;
}

void step(Engine& engine)
{
    ASSERT_TRUE(engine.start());
    const auto outcome = engine.wait();
    ASSERT_TRUE(outcome) << outcome.error().message;
    ASSERT_FALSE(outcome->trap) << outcome->trap->message;
}

TEST(VmEngine, StepsAccumulateAndContentsArePreservedOrReset)
{
    const auto engine = make_vm_engine();
    ASSERT_TRUE(engine->load(small_lesson()));
    ASSERT_TRUE(engine->adopt(plan_of("add_one", 32, 10), Contents::initial));
    step(*engine);
    step(*engine);
    EXPECT_EQ(first_value(*engine), 12U);

    ASSERT_TRUE(engine->adopt(plan_of("add_one", 32, 100), Contents::keep));
    EXPECT_EQ(first_value(*engine), 12U);
    ASSERT_TRUE(engine->adopt(plan_of("add_one", 32, 100), Contents::initial));
    EXPECT_EQ(first_value(*engine), 100U);
}

TEST(VmEngine, VariablesOfTheModuleKeepTheirValuesFromStepToStep)
{
    const auto engine = make_vm_engine();
    ASSERT_TRUE(engine->load(small_lesson()));
    ASSERT_TRUE(engine->adopt(plan_of("count", 1, 0), Contents::initial));
    step(*engine);
    EXPECT_EQ(first_value(*engine), 4U);
    step(*engine);
    EXPECT_EQ(first_value(*engine), 5U);
    ASSERT_TRUE(engine->adopt(plan_of("count", 1, 0), Contents::initial));
    step(*engine);
    EXPECT_EQ(first_value(*engine), 4U);
}

// A stage that draws on the same processor has priority.
TEST(VmEngine, StepsHaveThePriorityOfTheEngine)
{
    for (const Urgency urgency : { Urgency::usual, Urgency::behind_drawing }) {
        const int own = sched_getscheduler(0);
        int seen = -1;
        auto plan = std::make_shared<problem::Plan>(*plan_of("add_one", 32, 0));
        problem::HostWork look;
        look.label = "look";
        look.run = [&](const auto& /*buffers*/, const std::stop_token& /*stop*/) {
            seen = sched_getscheduler(0);
        };
        plan->step.emplace_back(std::move(look));
        const auto engine = make_vm_engine({}, urgency);
        ASSERT_TRUE(engine->load(small_lesson()));
        ASSERT_TRUE(engine->adopt(plan, Contents::initial));
        step(*engine);
        EXPECT_EQ(seen, urgency == Urgency::usual ? own : SCHED_IDLE);
        EXPECT_EQ(sched_getscheduler(0), own);
    }
}

TEST(VmEngine, InstructionsAreCounted)
{
    const auto engine = make_vm_engine();
    ASSERT_TRUE(engine->load(small_lesson()));
    ASSERT_TRUE(engine->adopt(plan_of("add_one", 20, 0), Contents::initial));
    ASSERT_TRUE(engine->start());
    const auto outcome = engine->wait();
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->warp_instructions, 8U);
    EXPECT_EQ(outcome->lane_instructions, 8U * 20);
}

TEST(VmEngine, PollDeliversTheOutcomeOnceWithTimes)
{
    const auto engine = make_vm_engine();
    ASSERT_TRUE(engine->load(small_lesson()));
    ASSERT_TRUE(engine->adopt(plan_of("add_one", 32, 0), Contents::initial));
    EXPECT_TRUE(engine->idle());
    ASSERT_TRUE(engine->start());
    std::optional<StepOutcome> outcome;
    while (!outcome) {
        auto polled = engine->poll();
        ASSERT_TRUE(polled) << polled.error().message;
        outcome = std::move(*polled);
    }
    ASSERT_EQ(outcome->timing.works.size(), 1U);
    EXPECT_EQ(outcome->timing.works[0].label, "add_one");
    EXPECT_GT(outcome->timing.total.count(), 0);
    EXPECT_TRUE(engine->idle());
}

TEST(VmEngine, AFaultIsAnOutcomeAndTheNextStepRuns)
{
    const auto engine = make_vm_engine();
    ASSERT_TRUE(engine->load(small_lesson()));
    ASSERT_TRUE(engine->adopt(plan_of("add_one", 33, 0), Contents::initial));
    ASSERT_TRUE(engine->start());
    const auto outcome = engine->wait();
    ASSERT_TRUE(outcome) << outcome.error().message;
    ASSERT_TRUE(outcome->trap);
    EXPECT_EQ(outcome->trap->kind, simt::TrapKind::out_of_bounds);
    EXPECT_EQ(outcome->trap->thread, (Dim3 { 32, 0, 0 }));

    ASSERT_TRUE(engine->adopt(plan_of("add_one", 32, 5), Contents::initial));
    step(*engine);
    EXPECT_EQ(first_value(*engine), 6U);
}

TEST(VmEngine, AnEndlessKernelCanBeInterrupted)
{
    const auto engine = make_vm_engine();
    ASSERT_TRUE(engine->load(small_lesson()));
    ASSERT_TRUE(engine->adopt(plan_of("forever", 32, 0), Contents::initial));
    ASSERT_TRUE(engine->start());
    engine->interrupt(Interruption::at_once);
    const auto outcome = engine->wait(); // would never return
    ASSERT_TRUE(outcome) << outcome.error().message;
}

TEST(VmEngine, ARunningStepSaysWhichThreadsWait)
{
    const auto engine = make_vm_engine();
    ASSERT_TRUE(engine->load(small_lesson()));
    ASSERT_TRUE(engine->adopt(plan_of("forever", 32, 0), Contents::initial));
    EXPECT_FALSE(engine->take_waits());
    engine->ask_waits(); // of the next step
    ASSERT_TRUE(engine->start());
    std::optional<simt::Hang> waits;
    while (!waits && !engine->idle()) {
        waits = engine->take_waits();
        if (const auto outcome = engine->poll(); !outcome || *outcome)
            break;
    }
    waits = waits ? waits : engine->take_waits();
    ASSERT_TRUE(waits);
    ASSERT_EQ(waits->waits.size() + waits->running.size(), 1U);
    EXPECT_FALSE(engine->take_waits()) << "an answer is given once";
}

TEST(VmEngine, AnUnknownKernelKeepsTheOldPlan)
{
    const auto engine = make_vm_engine();
    ASSERT_TRUE(engine->load(small_lesson()));
    ASSERT_TRUE(engine->adopt(plan_of("add_one", 32, 1), Contents::initial));
    const auto adopted = engine->adopt(plan_of("nothing", 32, 1), Contents::initial);
    ASSERT_FALSE(adopted);
    EXPECT_APPROVED(adopted.error().message);
    step(*engine);
    EXPECT_EQ(first_value(*engine), 2U);
}

// After such a fault a process cannot use the GPU any more, and a deadlock never ends.
TEST(VariantRun, AFaultThatStopsTheGpuIsShownOnTheVirtualMachineOnly)
{
    const auto stops = [](std::string expects) {
        problem::Variant variant;
        variant.expects = std::move(expects);
        return stops_gpu(variant);
    };
    for (const auto kind : { simt::TrapKind::misaligned, simt::TrapKind::out_of_bounds, simt::TrapKind::deadlock,
             simt::TrapKind::assertion_failed, simt::TrapKind::trap_instruction })
        EXPECT_TRUE(stops(std::string { simt::name_of(kind) })) << simt::name_of(kind);
    for (const std::string expects : { "", "race", "divergent barrier" })
        EXPECT_FALSE(stops(expects)) << expects;
    EXPECT_FALSE(stops(std::string { problem::kWrongResult }));
}

} // namespace
} // namespace warpstage::engine

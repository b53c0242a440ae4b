// Complete launches: results, counters, errors, stopping, determinism.
#include "core/simt/machine.h"
#include "core/simt/program.h"
#include "core/simt/program_body.h"
#include "fixture.h"
#include "launch.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cfenv>
#include <cmath>
#include <cstring>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace warpstage::simt {

namespace {

using testing::HasSubstr;

std::string launch_refusal(const LaunchShape& shape, const RunOptions& options = {}, std::size_t parameter_bytes = 0)
{
    const ptx::Module module = parse_text(kernel_text("ret;"));
    const Result<Program> program = Program::lower(module, module.functions.front());
    EXPECT_TRUE(program.ok());
    DeviceMemory memory;
    const std::vector<std::byte> parameters(parameter_bytes);
    const Result<LaunchOutcome> outcome = run(*program, memory, shape, parameters, options);
    return outcome.ok() ? "" : outcome.error().message;
}

// A GPU refuses the launch of a block that is larger than __launch_bounds__ allows, or not as large as the kernel requires.
TEST(Machine, RejectsBlocksBeyondTheBoundsOfTheKernel)
{
    const auto refusal = [](const std::string& directive, const Dim3& block) {
        const ptx::Module module = parse_text(std::string(kHeader) + ".visible .entry k()\n" + directive + "\n{\nret;\n}\n");
        const Result<Program> program = Program::lower(module, module.functions.front());
        EXPECT_TRUE(program.ok());
        DeviceMemory memory;
        const Result<LaunchOutcome> outcome = run(*program, memory, { .grid = { 2 }, .block = block }, {}, {});
        return outcome.ok() ? std::string {} : outcome.error().message;
    };
    EXPECT_EQ(refusal(".maxntid 64, 2", { 128 }), "");
    EXPECT_APPROVED(refusal(".maxntid 1, 1, 1", { 256 }));
    EXPECT_THAT(refusal(".maxntid 64, 2", { 64, 3 }), HasSubstr("at most 128"));
    EXPECT_EQ(refusal(".reqntid 64, 2", { 64, 2 }), "");
    EXPECT_THAT(refusal(".reqntid 64, 2", { 128 }), HasSubstr("it requires 64x2x1"));
}

TEST(Machine, RejectsInvalidLaunches)
{
    EXPECT_EQ(launch_refusal({}), "");
    EXPECT_THAT(launch_refusal({ .grid = { 0 } }), HasSubstr("grid of 0x1x1"));
    EXPECT_THAT(launch_refusal({ .grid = { 1, 65536 } }), HasSubstr("grid of 1x65536x1"));
    EXPECT_THAT(launch_refusal({ .block = { 1025 } }), HasSubstr("blocks of 1025x1x1"));
    EXPECT_THAT(launch_refusal({ .block = { 32, 33 } }), HasSubstr("1 to 1024"));
    EXPECT_THAT(launch_refusal({ .block = { 1, 1, 65 } }), HasSubstr("at most 64 in z"));
    EXPECT_APPROVED(launch_refusal({ .dynamic_shared_bytes = 232449 }));
    EXPECT_EQ(launch_refusal({ .dynamic_shared_bytes = 232448 }), "");
    EXPECT_APPROVED(launch_refusal({ .warp_width = 5 }));
    EXPECT_THAT(launch_refusal({ .warp_width = 1 }), HasSubstr("a warp of 1 lanes"));
    EXPECT_THAT(launch_refusal({ .warp_width = 64 }), HasSubstr("a warp of 64 lanes"));
    EXPECT_APPROVED(launch_refusal({}, {}, 4));
    EXPECT_APPROVED(launch_refusal({}, { .blocks = Blocks::only_observed, .observed_block = 1 }));
}

struct Bodies {
    std::vector<float> x;
    std::vector<float> y;
};

Bodies bodies(std::size_t count)
{
    Bodies result;
    for (std::size_t i = 0; i < count; ++i) {
        result.x.push_back(std::sin(static_cast<float>(i) * 1.7F) * 100);
        result.y.push_back(std::cos(static_cast<float>(i) * 2.3F) * 100);
    }
    return result;
}

struct NbodyResult {
    std::vector<float> ax;
    std::vector<float> ay;
    LaunchOutcome outcome;
};

NbodyResult run_nbody(const Bodies& input, InstructionSet set, std::uint32_t warp_width = 32)
{
    const ptx::Module module = parse_fixture("nbody.ptx");
    const Result<Program> program = Program::lower(module, *module.find("nbody"), set);
    EXPECT_TRUE(program.ok());
    const std::size_t count = input.x.size();
    DeviceMemory memory;
    std::array<DeviceAddress, 4> buffers {};
    for (std::size_t i = 0; i < buffers.size(); ++i)
        buffers[i] = memory.allocate("buffer", count * sizeof(float));
    std::memcpy(memory.bytes(buffers[0]).data(), input.x.data(), count * sizeof(float));
    std::memcpy(memory.bytes(buffers[1]).data(), input.y.data(), count * sizeof(float));
    const Parameters parameters =
        Parameters().add(buffers[0]).add(buffers[1]).add(buffers[2]).add(buffers[3]).add(static_cast<int>(count));
    const LaunchShape shape { .grid = { static_cast<std::uint32_t>(count / 256) }, .block = { 256 }, .warp_width = warp_width };
    Result<LaunchOutcome> outcome = run(*program, memory, shape, parameters.bytes());
    EXPECT_TRUE(outcome.ok());
    EXPECT_FALSE(outcome->trap.has_value());
    NbodyResult result { std::vector<float>(count), std::vector<float>(count), *outcome };
    std::memcpy(result.ax.data(), memory.bytes(buffers[2]).data(), count * sizeof(float));
    std::memcpy(result.ay.data(), memory.bytes(buffers[3]).data(), count * sizeof(float));
    return result;
}

TEST(Machine, ComputesAccelerations)
{
    const Bodies input = bodies(512);
    const NbodyResult result = run_nbody(input, best_instruction_set());
    double largest = 0;
    double error = 0;
    for (std::size_t i = 0; i < input.x.size(); ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < input.x.size(); ++j) {
            const double dx = double { input.x[j] } - double { input.x[i] };
            const double dy = double { input.y[j] } - double { input.y[i] };
            const double r = std::sqrt(dx * dx + dy * dy);
            if (r > 0.01)
                sum += 10.0 / (r * r * r) * dx;
        }
        largest = std::max(largest, std::abs(sum));
        error = std::max(error, std::abs(sum - double { result.ax[i] }));
    }
    EXPECT_GT(largest, 0.01);
    EXPECT_LT(error, largest * 1e-5);
}

// A thread's result does not depend on the warp width or the build.
TEST(Machine, GivesTheSameBitsForEveryWarpWidthAndBuild)
{
    const Bodies input = bodies(256);
    const NbodyResult reference = run_nbody(input, available_instruction_sets().front());
    EXPECT_NE(reference.ax[0], 0.0F);
    for (const InstructionSet set : available_instruction_sets()) {
        for (const std::uint32_t width : { 2U, 4U, 8U, 16U, 32U }) {
            const NbodyResult result = run_nbody(input, set, width);
            EXPECT_EQ(std::memcmp(result.ax.data(), reference.ax.data(), 1024), 0) << name_of(set) << ", width " << width;
            EXPECT_EQ(std::memcmp(result.ay.data(), reference.ay.data(), 1024), 0) << name_of(set) << ", width " << width;
        }
    }
}

TEST(Machine, DoesNotDependOnTheNumberOfThreads)
{
    const Bodies input = bodies(2048);
    std::vector<NbodyResult> results;
    for (const std::size_t threads : { 1U, 2U, 5U }) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        results.push_back(run_nbody(input, best_instruction_set()));
    }
    for (const NbodyResult& result : results) {
        EXPECT_EQ(result.ax, results[0].ax);
        EXPECT_EQ(result.ay, results[0].ay);
        EXPECT_EQ(result.outcome.warp_instructions, results[0].outcome.warp_instructions);
        EXPECT_EQ(result.outcome.lane_instructions, results[0].outcome.lane_instructions);
    }
}

// A program that runs kernels may be compiled with -ffast-math or round as it likes.
TEST(Machine, ComputesInItsOwnNumberMode)
{
    const ptx::Module module = parse_text(std::string(kHeader)
        + ".visible .entry k(.param .u64 out)\n{.reg .f32 %f<5>; .reg .b64 %d<2>;\nld.param.u64 %d1, [out];\n"
          "mov.f32 %f1, 0f3f800000;\nmov.f32 %f2, 0f40400000;\ndiv.rn.f32 %f1, %f1, %f2;\nst.global.f32 [%d1], %f1;\n"
          "mov.f32 %f3, 0f00900004;\nmov.f32 %f4, 0f3f000000;\nmul.f32 %f3, %f3, %f4;\nst.global.f32 [%d1+4], %f3;\nret;\n}\n");
    std::fenv_t before {};
    std::fegetenv(&before);
    std::fesetround(FE_DOWNWARD);
#if defined(__SSE__)
    constexpr unsigned kFlushesSubnormal = 0x8040;
    _mm_setcsr(_mm_getcsr() | kFlushesSubnormal);
#endif
    const Launched launched = launch(module, "k", { .grid = { 1 }, .block = { 1 } }, 2);
    const int rounding = std::fegetround();
    std::fesetenv(&before);
    EXPECT_EQ(launched.out, (std::vector<std::int32_t> { 0x3eaaaaab, 0x00480002 }));
    EXPECT_EQ(rounding, FE_DOWNWARD);
}

// Lanes: mov and setp 32 each, bra 16 taken, mov 16 not taken, ret 32.
TEST(Machine, CountsInstructionsAndExecutingLanes)
{
    const ptx::Module module = parse_text(kernel_text(R"(
    mov.u32 %r0, %tid.x;
    setp.lt.u32 %p0, %r0, 16;
    @%p0 bra BEHIND;
    mov.u32 %r1, 1;
BEHIND:
    ret;)"));
    const Result<Program> program = Program::lower(module, module.functions.front());
    ASSERT_TRUE(program.ok());
    DeviceMemory memory;
    const Result<LaunchOutcome> outcome = run(*program, memory, { .grid = { 3 }, .block = { 32 } }, {});
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(outcome->warp_instructions, 3U * 5U);
    EXPECT_EQ(outcome->lane_instructions, 3U * (32U + 32U + 16U + 16U + 32U));
}

// Every block from 37 on writes past the end of the buffer: the message always names block 37.
TEST(Machine, NamesTheFirstBlockThatTraps)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 k_x)
{
    .reg .b32 %r<4>;
    .reg .b64 %d<4>;
    ld.param.u64 %d0, [k_x];
    mov.u32 %r0, %ctaid.x;
    mul.wide.u32 %d1, %r0, 4;
    add.s64 %d2, %d0, %d1;
    st.global.u32 [%d2], %r0;
    ret;
})");
    const Result<Program> program = Program::lower(module, module.functions.front());
    ASSERT_TRUE(program.ok());
    for (int repetition = 0; repetition < 20; ++repetition) {
        DeviceMemory memory;
        const DeviceAddress x = memory.allocate("x", 37 * 4);
        const Result<LaunchOutcome> outcome =
            run(*program, memory, { .grid = { 1000 }, .block = { 1 } }, Parameters().add(x).bytes());
        ASSERT_TRUE(outcome.ok());
        ASSERT_TRUE(outcome->trap.has_value());
        EXPECT_EQ(outcome->trap->block, (Dim3 { 37, 0, 0 }));
        EXPECT_EQ(outcome->trap->address, x + 37 * 4);
        EXPECT_EQ(outcome->trap->pc, 4U);
    }
}

// Blocks run concurrently on several threads, and every addition counts. 65536 additions of 1 are exact in a float; a half stops
// at 2048.
TEST(Machine, AddsAtomicallyFromManyBlocks)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 k_x)
{
    .reg .b16 %h<4>;
    .reg .b32 %r<4>;
    .reg .b64 %d<4>;
    ld.param.u64 %d0, [k_x];
    mov.u32 %r0, %tid.x;
    and.b32 %r0, %r0, 1;
    mul.wide.u32 %d1, %r0, 32;
    add.s64 %d1, %d0, %d1;
    mov.u16 %h1, 0x3c00;
    red.global.add.u32 [%d1], 1;
    red.global.add.f32 [%d1+8], 0f3F800000;
    red.global.add.noftz.f16 [%d1+16], %h1;
    atom.global.add.u32 %r1, [%d0+24], 1;
    ret;
})");
    const Result<Program> program = Program::lower(module, module.functions.front());
    ASSERT_TRUE(program.ok());
    DeviceMemory memory;
    const DeviceAddress x = memory.allocate("x", 64);
    const Result<LaunchOutcome> outcome =
        run(*program, memory, { .grid = { 2048 }, .block = { 64 } }, Parameters().add(x).bytes());
    ASSERT_TRUE(outcome.ok());
    ASSERT_FALSE(outcome->trap.has_value());
    const auto read = [&]<typename T>(std::size_t at, T value) {
        std::memcpy(&value, memory.bytes(x).data() + at, sizeof(T));
        return value;
    };
    for (const std::size_t place : { 0U, 32U }) {
        EXPECT_EQ(read(place, 0U), 65536U);
        EXPECT_EQ(read(place + 8, 0.0F), 65536.0F);
        EXPECT_EQ(read(place + 16, std::uint16_t { 0 }), 0x6800U);
    }
    EXPECT_EQ(read(24, 0U), 131072U);
}

TEST(Machine, RunsOnlyTheObservedBlockWhenAsked)
{
    const ptx::Module module = parse_text(kernel_text("ret;"));
    const Result<Program> program = Program::lower(module, module.functions.front());
    ASSERT_TRUE(program.ok());
    DeviceMemory memory;
    const RunOptions options { .blocks = Blocks::only_observed, .observed_block = 7 };
    const Result<LaunchOutcome> outcome = run(*program, memory, { .grid = { 100 }, .block = { 64 } }, {}, options);
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(outcome->warp_instructions, 2U);
}

TEST(Machine, RunsTheChosenBlocks)
{
    const ptx::Module module =
        parse_text(kernel_text("mov.u32 %r1, %ctaid.x;\ncvt.u64.u32 %d1, %r1;\nst.global.u32 [%d1], %r1;\nret;"));
    const Result<Program> program = Program::lower(module, module.functions.front());
    ASSERT_TRUE(program.ok());
    DeviceMemory memory;
    const std::vector<std::uint64_t> chosen { 99, 41, 42, 100 };
    const Result<LaunchOutcome> outcome =
        run(*program, memory, { .grid = { 100 } }, {}, { .blocks = Blocks::chosen, .chosen = chosen });
    ASSERT_TRUE(outcome.ok());
    ASSERT_TRUE(outcome->trap) << "address 41 is not aligned to four bytes";
    EXPECT_EQ(outcome->trap->block.x, 41U) << "the lowest of those that ran";
    const Result<LaunchOutcome> none = run(*program, memory, { .grid = { 100 } }, {}, { .blocks = Blocks::chosen });
    ASSERT_TRUE(none.ok());
    EXPECT_EQ(none->warp_instructions, 0U);
}

TEST(Machine, StopsBetweenBlocksAndInsideALoop)
{
    Fixture fixture;
    read_fixture("endless", fixture);
    const Result<Program> program = Program::lower(fixture.module, *fixture.module.find("endless"));
    ASSERT_TRUE(program.ok());

    std::stop_source asked_before;
    asked_before.request_stop();
    const Result<LaunchOutcome> nothing = run(*program, fixture.memory, fixture.shape, {}, { .stop = asked_before.get_token() });
    ASSERT_TRUE(nothing.ok());
    EXPECT_TRUE(nothing->stopped);
    EXPECT_EQ(nothing->warp_instructions, 0U);

    std::stop_source asked_later;
    std::jthread asking([&] { asked_later.request_stop(); });
    const Result<LaunchOutcome> some = run(*program, fixture.memory, fixture.shape, {}, { .stop = asked_later.get_token() });
    ASSERT_TRUE(some.ok());
    EXPECT_TRUE(some->stopped);
    EXPECT_FALSE(some->trap.has_value());
}

TEST(Machine, BudgetIsSpentExactlyByALoopThatEnds)
{
    const ptx::Module module = parse_text(kernel_text(R"(
    mov.u32 %r0, 0;
AGAIN:
    add.u32 %r0, %r0, 1;
    setp.lt.u32 %p0, %r0, 100000;
    @%p0 bra AGAIN;
    ret;)"));
    const Result<Program> program = Program::lower(module, module.functions.front());
    ASSERT_TRUE(program.ok());
    DeviceMemory memory;
    const LaunchShape shape { .grid = { 1 }, .block = { 32 } };
    const Result<LaunchOutcome> ends = run(*program, memory, shape, {}, { .instruction_budget = 300002 });
    ASSERT_TRUE(ends.ok());
    EXPECT_FALSE(ends->trap.has_value());
    EXPECT_EQ(ends->warp_instructions, 300002U);
    const Result<LaunchOutcome> trapped = run(*program, memory, shape, {}, { .instruction_budget = 299997 });
    ASSERT_TRUE(trapped.ok());
    ASSERT_TRUE(trapped->trap.has_value());
    EXPECT_EQ(trapped->trap->kind, TrapKind::budget_exhausted);
}

TEST(Machine, NamesItsInstructionSet)
{
    EXPECT_STREQ(instruction_set(), name_of(best_instruction_set()));
    EXPECT_THAT(instruction_set(), HasSubstr("x86-64"));
}

} // namespace

} // namespace warpstage::simt

// The independent schedule, with many seeds.
#include "core/simt/program.h"
#include "fixture.h"
#include "launch.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kSeeds = 64;
RunOptions with_seed(std::uint64_t seed)
{
    RunOptions options;
    options.scheduling = { Scheduling::Policy::independent, seed };
    return options;
}

// 0 + 1 + ... + 63 as the kernel adds it.
std::int32_t sum_of(const std::string& kernel, std::uint64_t seed)
{
    const ptx::Module module = parse_fixture("faults/warp_tail.ptx");
    const Result<Program> program = Program::lower(module, *module.find(kernel));
    DeviceMemory memory;
    const DeviceAddress in = memory.allocate("in", 256);
    const DeviceAddress out = memory.allocate("out", 4);
    for (std::int32_t i = 0; i < 64; ++i)
        std::memcpy(memory.bytes(in).data() + static_cast<std::size_t>(i) * 4, &i, 4);
    const auto outcome =
        run(*program, memory, { .grid = { 1 }, .block = { 64 } }, Parameters().add(in).add(out).bytes(), with_seed(seed));
    EXPECT_TRUE(outcome.ok() && !outcome->trap);
    std::int32_t sum = 0;
    std::memcpy(&sum, memory.bytes(out).data(), 4);
    return sum;
}

TEST(Independent, BreaksAReductionThatReliesOnLanesInStep)
{
    std::set<std::int32_t> sums;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
        sums.insert(sum_of("tail_in_step", seed));
    EXPECT_GT(sums.size(), 2U);
}

TEST(Independent, NeverBreaksAReductionWithSyncwarp)
{
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
        EXPECT_EQ(sum_of("tail_with_syncwarp", seed), 2016) << "seed " << seed;
}

TEST(Independent, TheSameSeedGivesTheSameRun)
{
    for (std::uint64_t seed = 0; seed < 8; ++seed)
        EXPECT_EQ(sum_of("tail_in_step", seed), sum_of("tail_in_step", seed));
}

// Every fixture without a fault has the same results in any schedule, except those that declare what they rely on.
TEST(Independent, CorrectKernelsGiveTheSameResults)
{
    for (const std::string& name : fixture_names()) {
        Fixture fixture;
        read_fixture(name, fixture);
        if (!fixture.trap_kind.empty() || !fixture.relies_on.empty())
            continue;
        const Result<Program> program = Program::lower(fixture.module, *fixture.module.find(fixture.kernel));
        ASSERT_TRUE(program.ok());
        const auto outcome = run(*program, fixture.memory, fixture.shape, fixture.parameters.bytes(), with_seed(3));
        if (!outcome.ok()) // an unsupported combination
            continue;
        ASSERT_FALSE(outcome->trap) << name << ": " << outcome->trap->message;
        std::map<std::string, std::size_t> compared;
        for (const Fixture::Expected& line : fixture.expected) {
            const auto content = fixture.memory.bytes(fixture.buffers.at(line.buffer));
            for (const std::string& value : line.values) {
                const std::vector<std::byte> wanted = bytes_of(line.type, value);
                std::size_t& at = compared[line.buffer];
                EXPECT_EQ(std::memcmp(content.data() + at, wanted.data(), wanted.size()), 0) << name << ", " << line.buffer;
                at += wanted.size();
            }
        }
    }
}

std::string trap_of(const std::string& body, std::uint32_t threads, Checks checks = kNoChecks)
{
    const ptx::Module module = parse_text(kHeader + body);
    const Result<Program> program = Program::lower(module, module.functions.back());
    EXPECT_TRUE(program.ok()) << program.error().message;
    DeviceMemory memory;
    RunOptions options = with_seed(1);
    options.checks = checks;
    const auto outcome = run(*program, memory, { .grid = { 1 }, .block = { threads } }, {}, options);
    EXPECT_TRUE(outcome.ok());
    return outcome->trap ? outcome->trap->message : "";
}

TEST(Independent, NamesBothThreadsOfADeadlock)
{
    EXPECT_APPROVED(trap_of(R"(
.visible .entry k()
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    mov.u32 %r0, %tid.x;
    setp.lt.u32 %p0, %r0, 16;
    @%p0 bra FIRST;
    bar.sync 0;
    ret;
FIRST:
    bar.warp.sync 0xffffffff;
    ret;
})",
        32));
}

TEST(Independent, LanesSynchronizeAtSyncwarpFromDifferentInstructions)
{
    EXPECT_EQ(trap_of(R"(
.visible .entry k()
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    mov.u32 %r0, %tid.x;
    setp.lt.u32 %p0, %r0, 16;
    @%p0 bra FIRST;
    bar.warp.sync 0xffffffff;
    bra BOTH;
FIRST:
    bar.warp.sync 0xffffffff;
BOTH:
    bar.sync 0;
    ret;
})",
                  64),
        "");
}

// Since compute capability 7.0 a barrier counts threads; the documents call it undefined.
TEST(Independent, BarriersInBothArmsMeetAsOnAGpuAndAreAFindingOfChecks)
{
    const std::string both_arms = R"(
.visible .entry k()
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    mov.u32 %r0, %tid.x;
    setp.lt.u32 %p0, %r0, 8;
    @%p0 bra FIRST;
    bar.sync 0;
    ret;
FIRST:
    bar.sync 0;
    ret;
})";
    EXPECT_EQ(trap_of(both_arms, 32), "");
    EXPECT_APPROVED(trap_of(both_arms, 32, { true, RaceCheck::off }));
}

TEST(Independent, LanesOfAWarpAtDifferentBarriersAreAFault)
{
    EXPECT_APPROVED(trap_of(R"(
.visible .entry k()
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    mov.u32 %r0, %tid.x;
    setp.lt.u32 %p0, %r0, 8;
    @%p0 bra FIRST;
    bar.sync 1;
    ret;
FIRST:
    bar.sync 2;
    ret;
})",
        32));
}

// Each thread's predicate counts, at whichever instruction it votes, and each gets the result.
TEST(Independent, ReductionsAtBothArmsCountAllThreads)
{
    const ptx::Module module = parse_text(kHeader + std::string { R"(
.visible .entry k(.param .u64 out)
{
    .reg .pred %p<3>;
    .reg .b32 %r<4>;
    .reg .b64 %o<3>;
    ld.param.u64 %o0, [out];
    mov.u32 %r0, %tid.x;
    setp.lt.u32 %p0, %r0, 8;
    setp.lt.u32 %p1, %r0, 20;
    @%p0 bra FIRST;
    barrier.red.popc.u32 %r1, 0, %p1;
    bra BOTH;
FIRST:
    barrier.red.popc.u32 %r1, 0, !%p1;
BOTH:
    mul.wide.u32 %o1, %r0, 4;
    add.u64 %o2, %o0, %o1;
    st.global.u32 [%o2], %r1;
    ret;
})" });
    for (const RunOptions& options : { RunOptions {}, with_seed(1), with_seed(2) }) {
        const Launched launched = launch(module, "k", { .grid = { 1 }, .block = { 64 } }, 64, {}, options);
        EXPECT_EQ(fault_of(launched.outcome), "no trap");
        EXPECT_THAT(launched.out, testing::Each(12));
    }
}

// Lanes named in the mask of an instruction inside a function wait for each other, independent of the depth of their calls.
TEST(Independent, ACallOfItselfKeepsEachLanesOwnRegisters)
{
    EXPECT_EQ(trap_of(R"(
.func (.param .b32 sum) down(.param .b32 n)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    ld.param.u32 %r1, [n];
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r2, 0;
    @%p1 bra DONE;
    sub.u32 %r3, %r1, 1;
    { .param .b32 a; .param .b32 b; st.param.b32 [a], %r3; call (b), down, (a); ld.param.b32 %r2, [b]; }
    @%p1 trap;
    add.u32 %r2, %r2, %r1;
DONE:
    st.param.b32 [sum], %r2;
    ret;
}
.visible .entry k()
{
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    mov.u32 %r1, %tid.x;
    { .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call (b), down, (a); ld.param.b32 %r2, [b]; }
    add.u32 %r3, %r1, 1;
    mul.lo.u32 %r4, %r3, %r1;
    shr.u32 %r4, %r4, 1;
    setp.ne.u32 %p1, %r4, %r2;
    @%p1 trap;
    ret;
})",
                  64),
        "");
}

// stackrestore accepts any number, which must not make memory accessible.
TEST(Independent, AnInvalidStackPointerGivesNoAccess)
{
    EXPECT_APPROVED(trap_of(R"(
.visible .entry k()
{
    .reg .b64 %d<3>;
    .reg .b32 %r<2>;
    mov.u64 %d1, 4096;
    stackrestore.u64 %d1;
    ld.local.u32 %r1, [%d1+-4];
    ret;
})",
        1));
}

TEST(Independent, AnEndlessLoopEnds)
{
    const ptx::Module module = parse_fixture("endless.ptx");
    const Result<Program> program = Program::lower(module, module.functions.back());
    DeviceMemory memory;
    RunOptions options = with_seed(1);
    options.instruction_budget = 1000;
    const auto outcome = run(*program, memory, { .grid = { 1 }, .block = { 32 } }, {}, options);
    ASSERT_TRUE(outcome.ok() && outcome->trap);
    EXPECT_EQ(outcome->trap->kind, TrapKind::budget_exhausted);
}

} // namespace

} // namespace warpstage::simt

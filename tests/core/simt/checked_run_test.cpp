// Checked runs as a whole.
#include "core/simt/program.h"
#include "fixture.h"
#include "launch.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::simt {

namespace {

RunOptions checked()
{
    RunOptions options;
    options.checks = kAllChecks;
    return options;
}

LaunchOutcome run_fixture(Fixture& fixture, const RunOptions& options)
{
    const Result<Program> program = Program::lower(fixture.module, *fixture.module.find(fixture.kernel));
    EXPECT_TRUE(program.ok());
    Result<LaunchOutcome> outcome = run(*program, fixture.memory, fixture.shape, fixture.parameters.bytes(), options);
    EXPECT_TRUE(outcome.ok());
    return std::move(*outcome);
}

TEST(CheckedRun, NamesBothPartiesOfARace)
{
    Fixture fixture;
    read_fixture("faults/read_race", fixture);
    const LaunchOutcome outcome = run_fixture(fixture, checked());
    ASSERT_TRUE(outcome.trap && outcome.trap->second);
    EXPECT_EQ(outcome.trap->kind, TrapKind::race);
    EXPECT_EQ(outcome.trap->thread, (Dim3 { 32, 0, 0 }));
    EXPECT_EQ(outcome.trap->warp, 1U);
    EXPECT_EQ(outcome.trap->location.line, 6U);
    EXPECT_EQ(outcome.trap->address, 128U);
    EXPECT_EQ(outcome.trap->second->thread, (Dim3 { 31, 0, 0 }));
    EXPECT_EQ(outcome.trap->second->lane, 31U);
    EXPECT_EQ(outcome.trap->second->location.line, 7U);
    EXPECT_EQ(outcome.trap->second->block, (Dim3 { 0, 0, 0 }));
}

TEST(CheckedRun, NamesBothBlocksOfARace)
{
    Fixture fixture;
    read_fixture("faults/block_race", fixture);
    const LaunchOutcome outcome = run_fixture(fixture, checked());
    ASSERT_TRUE(outcome.trap && outcome.trap->second);
    EXPECT_EQ(outcome.trap->block, (Dim3 { 1, 0, 0 }));
    EXPECT_EQ(outcome.trap->second->block, (Dim3 { 0, 0, 0 }));
    EXPECT_EQ(outcome.trap->address, fixture.buffers.at("sum"));
}

TEST(CheckedRun, WithoutChecksNothingOfThisIsFound)
{
    for (const char* name : { "faults/read_race", "faults/write_race", "faults/one_word", "faults/block_race",
             "faults/uninitialized_shared", "faults/uninitialized_global" }) {
        Fixture fixture;
        read_fixture(name, fixture);
        EXPECT_FALSE(run_fixture(fixture, {}).trap) << name;
    }
}

// All other fixtures are correct, except those that declare what they rely on.
TEST(CheckedRun, CorrectKernelsPass)
{
    for (const std::string& name : fixture_names()) {
        Fixture fixture;
        read_fixture(name, fixture);
        if (!fixture.trap_kind.empty() || !fixture.relies_on.empty())
            continue;
        const LaunchOutcome outcome = run_fixture(fixture, checked());
        EXPECT_FALSE(outcome.trap) << name << ": " << outcome.trap->message;
    }
}

TEST(CheckedRun, TheNextLaunchContinues)
{
    Fixture fixture;
    read_fixture("faults/uninitialized_global", fixture);
    ASSERT_TRUE(run_fixture(fixture, checked()).trap);
    fixture.memory.mark_initialized(fixture.buffers.at("sums"));
    EXPECT_FALSE(run_fixture(fixture, checked()).trap);
}

TEST(CheckedRun, ARunWithoutChecksDoesNotTrackWrites)
{
    Fixture fixture;
    read_fixture("faults/uninitialized_global", fixture);
    ASSERT_FALSE(run_fixture(fixture, {}).trap);
    EXPECT_FALSE(run_fixture(fixture, checked()).trap);
}

TEST(CheckedRun, EachCheckIsIndependent)
{
    Fixture fixture;
    read_fixture("faults/read_race", fixture);
    RunOptions memory_only;
    memory_only.checks = { true, RaceCheck::off };
    const LaunchOutcome outcome = run_fixture(fixture, memory_only);
    ASSERT_TRUE(outcome.trap);
    EXPECT_EQ(outcome.trap->kind, TrapKind::uninitialized_read);

    read_fixture("faults/uninitialized_shared", fixture);
    RunOptions races_only;
    races_only.checks = { false, RaceCheck::all };
    EXPECT_FALSE(run_fixture(fixture, races_only).trap);
}

TEST(CheckedRun, ListsOfChecksFindTogetherWhatTheirNamesSay)
{
    const auto error_of = [](std::string_view list) {
        const Result<Checks> found = find_checks(list);
        return found.ok() ? std::string {} : found.error().message;
    };
    EXPECT_EQ(*find_checks("off"), kNoChecks);
    EXPECT_EQ(*find_checks("memory,races"), kAllChecks);
    EXPECT_EQ(*find_checks("racecheck,initcheck,memory"), kAllChecks);
    EXPECT_EQ(*find_checks("synccheck,memcheck"), (Checks { true, RaceCheck::off }));
    EXPECT_EQ(*find_checks("all-in-step,races"), kAllChecks);
    EXPECT_APPROVED(error_of("memory,rases"));
    EXPECT_APPROVED(error_of("memory,"));
    EXPECT_APPROVED(error_of(""));
    EXPECT_APPROVED(error_of("memory,off"));
}

// As with compute-sanitizer's initcheck: the value is what the memory contains, and the launch goes on.
TEST(CheckedRun, UninitializedReadsAreFindingsOfLaunchesThatRunToTheirEnd)
{
    const auto word_at = [](Fixture& fixture, const char* buffer, std::size_t index) {
        std::int32_t word = 0;
        std::memcpy(&word, fixture.memory.bytes(fixture.buffers.at(buffer)).data() + index * sizeof(word), sizeof(word));
        return word;
    };
    for (const Checks checks : { kAllChecks, Checks { true, RaceCheck::off } }) {
        RunOptions options;
        options.checks = checks;
        Fixture shared;
        read_fixture("faults/uninitialized_shared", shared);
        const LaunchOutcome outcome = run_fixture(shared, options);
        EXPECT_TRUE(outcome.ended);
        ASSERT_EQ(outcome.findings.size(), 1U);
        EXPECT_EQ(outcome.findings[0].count, 1U); // by thread 0 only
        EXPECT_EQ(word_at(shared, "out", 63), 62 + 63);

        Fixture global;
        read_fixture("faults/uninitialized_global", global);
        const LaunchOutcome sums = run_fixture(global, options);
        EXPECT_TRUE(sums.ended);
        ASSERT_EQ(sums.findings.size(), 1U); // one place
        EXPECT_EQ(sums.findings[0].count, 2U); // warps
        EXPECT_EQ(word_at(global, "sums", 63), 63);
    }
}

// Threads 0 to 31 read what no instruction has written, and no instruction uses the value.
TEST(CheckedRun, ReadsWhoseValueNoInstructionUsesNeedNoInitializedMemory)
{
    const auto findings_of = [](const char* use) {
        DeviceMemory memory;
        const DeviceAddress words = memory.allocate_uninitialized("words", 128);
        const ptx::Module module = parse_text(fmt::format(R"(.version 8.5
.target sm_90
.address_size 64
.visible .entry read(.param .u64 words)
{{
    .reg .b32 %r<4>;
    .reg .b64 %d<2>;
    .shared .align 4 .b32 tile[1];
    ld.param.u64 %d0, [words];
    ld.global.v2.u32 {{%r0, %r1}}, [%d0];
    ld.volatile.shared.u32 %r2, [tile];
    {}
    ret;
}}
)",
            use));
        const LaunchOutcome outcome = launch_in(memory, module, "read", { { 1 }, { 1 } }, Parameters {}.add(words), checked());
        return outcome.findings.size();
    };
    EXPECT_EQ(findings_of(""), 0U);
    EXPECT_EQ(findings_of("add.u32 %r3, %r1, 1;"), 1U);
    EXPECT_EQ(findings_of("add.u32 %r3, %r1, %r2;"), 2U);
}

// As nvcc -G compiles a copy of a structure with padding, and a field of bits in a word that nothing else has written.
TEST(CheckedRun, CopiesOnTheStackNeedNoInitializedMemory)
{
    const auto findings_of = [](const char* use) {
        DeviceMemory memory;
        const DeviceAddress words = memory.allocate("words", 128);
        const ptx::Module module = parse_text(fmt::format(R"(.version 8.5
.target sm_90
.address_size 64
.visible .entry copy(.param .u64 words)
{{
    .local .align 8 .b8 depot[32];
    .reg .b64 %SP;
    .reg .b64 %SPL;
    .reg .pred %p;
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    mov.u64 %SPL, depot;
    cvta.local.u64 %SP, %SPL;
    ld.param.u64 %rd0, [words];
    add.u64 %rd1, %SP, 8;
    {}
    ret;
}}
)",
            use));
        const LaunchOutcome outcome = launch_in(memory, module, "copy", { { 1 }, { 1 } }, Parameters {}.add(words), checked());
        EXPECT_TRUE(outcome.ended);
        return outcome.findings.size();
    };
    EXPECT_EQ(findings_of("ld.u64 %rd2, [%SP+8]; st.u64 [%SP+16], %rd2;"), 0U);
    EXPECT_EQ(findings_of("ld.u64 %rd2, [%SP+8]; mov.b64 %rd3, %rd2; st.u64 [%SP+16], %rd3;"), 0U);
    EXPECT_EQ(findings_of("ld.u32 %r0, [%rd1]; and.b32 %r1, %r0, -255; or.b32 %r2, %r1, 4; st.u32 [%rd1], %r2;"), 0U);
    // The value goes to global memory, to another word, into an address or a comparison.
    EXPECT_EQ(findings_of("ld.u64 %rd2, [%SP+8]; st.u64 [%rd0], %rd2;"), 1U);
    EXPECT_EQ(findings_of("ld.u32 %r0, [%rd1]; and.b32 %r1, %r0, -255; st.u32 [%rd1+4], %r1;"), 1U);
    EXPECT_EQ(findings_of("ld.u64 %rd2, [%SP+8]; and.b64 %rd3, %rd2, 1; st.u64 [%SP+16], %rd3;"), 1U);
    EXPECT_EQ(findings_of("ld.u64 %rd2, [%SP+8]; st.u64 [%SP+16], %rd2; add.u64 %rd3, %rd2, 1;"), 1U);
    EXPECT_EQ(findings_of("ld.u32 %r0, [%SP+8]; setp.eq.u32 %p, %r0, 0; @%p st.u32 [%SP+16], %r1;"), 1U);
}

class Counter final : public Observer {
public:
    void on_step(const Step&) override { ++steps; }
    void on_access(const Step&, const Access&) override { ++accesses; }
    void on_branch(const Step&, LaneMask, LaneMask) override { ++branches; }
    void on_barrier(std::uint64_t) override { ++barriers; }
    void on_warp_barrier(const Step&, LaneMask members) override { members_met.push_back(members); }
    void on_exit(const Step&) override { ++exits; }

    unsigned steps = 0;
    unsigned accesses = 0;
    unsigned branches = 0;
    unsigned barriers = 0;
    unsigned exits = 0;
    std::vector<LaneMask> members_met;
};

TEST(CheckedRun, AnObserverReceivesTheSameEvents)
{
    Counter with;
    Counter without;
    for (Counter* counter : { &with, &without }) {
        Fixture fixture;
        read_fixture("faults/tail_with_syncwarp", fixture);
        RunOptions options = counter == &with ? checked() : RunOptions {};
        options.observer = counter;
        EXPECT_FALSE(run_fixture(fixture, options).trap);
    }
    EXPECT_EQ(with.steps, without.steps);
    EXPECT_EQ(with.accesses, without.accesses);
    EXPECT_EQ(with.branches, without.branches);
    EXPECT_EQ(with.barriers, without.barriers);
    EXPECT_EQ(with.exits, without.exits);
    EXPECT_EQ(with.members_met, without.members_met);
    EXPECT_EQ(with.members_met, std::vector<LaneMask>(12, ~LaneMask { 0 }));
    EXPECT_EQ(with.barriers, 1U);
    EXPECT_GT(with.accesses, 0U);
}

// Block 0 writes a value and sets a flag; block 1 reads the flag and then the value. The fences make this correct.
TEST(CheckedRun, AFlagAfterAFenceOrdersBlocks)
{
    for (const bool fenced : { true, false }) {
        const std::string fence = fenced ? "membar.gl;\n" : "membar.cta;\n";
        const ptx::Module module =
            parse_text(kHeader + std::string(R"(
.visible .entry k(.param .u64 k_x)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .b64 %d<2>;
    ld.param.u64 %d0, [k_x];
    mov.u32 %r0, %ctaid.x;
    setp.ne.u32 %p0, %r0, 0;
    @%p0 bra TAKE;
    st.global.u32 [%d0], 7;
    )") + fence + R"(
    st.volatile.global.u32 [%d0+4], 1;
    ret;
TAKE:
    ld.volatile.global.u32 %r1, [%d0+4];
    )" + fence + R"(
    ld.global.u32 %r2, [%d0];
    st.global.u32 [%d0+8], %r2;
    ret;
})");
        const Result<Program> program = Program::lower(module, module.functions.front());
        ASSERT_TRUE(program.ok()) << program.error().message;
        DeviceMemory memory;
        const DeviceAddress x = memory.allocate("x", 12);
        const auto outcome = run(*program, memory, { .grid = { 2 }, .block = { 1 } }, Parameters().add(x).bytes(), checked());
        ASSERT_TRUE(outcome.ok());
        EXPECT_EQ(outcome->trap.has_value(), !fenced);
    }
}

} // namespace

} // namespace warpstage::simt

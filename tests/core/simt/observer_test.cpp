// The events of an observer and their order.
#include "core/base/verify.h"
#include "core/simt/machine.h"
#include "core/simt/partial_observer.h"
#include "core/simt/program.h"
#include "fixture.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

// Writes every event as a line: "warp:instruction active/executed".
class Journal : public Observer {
public:
    explicit Journal(const ptx::Listing& listing)
        : m_listing(listing)
    {
    }

    void on_step(const Step& step) override
    {
        const std::string& text = m_listing.instruction(step.pc).text;
        lines.push_back(
            fmt::format("{}: {} {:x}/{:x}", step.warp, text.substr(0, text.find_first_of(" \t;")), step.active, step.executed));
    }
    void on_access(const Step&, const Access& access) override
    {
        std::string line = fmt::format("   {} {} {}", verb_of(access.kind), access.bytes, ptx::name_of(access.space));
        for_each_lane(access.lanes,
            [&](unsigned lane) { line += fmt::format(" {}:[{:x}]={}", lane, access.addresses[lane], access.values[lane]); });
        if (access.unchanged != 0)
            line += fmt::format(", {:x} unchanged", access.unchanged);
        lines.push_back(line);
    }
    void on_branch(const Step&, LaneMask taken, LaneMask not_taken) override
    {
        lines.push_back(fmt::format("   taken {:x} not {:x}", taken, not_taken));
    }
    void on_barrier(std::uint64_t block) override { lines.push_back(fmt::format("barrier of block {}", block)); }
    void on_partial_barrier(
        std::uint64_t block, std::span<const std::uint32_t> waited, std::span<const std::uint32_t> arrived) override
    {
        lines.push_back(fmt::format(
            "warps {} of block {} synchronize, {} did not wait", fmt::join(waited, ","), block, fmt::join(arrived, ",")));
    }
    void on_warp_barrier(const Step& step, LaneMask members) override
    {
        lines.push_back(fmt::format("   {:x} of warp {} synchronize", members, step.warp));
    }
    void on_exit(const Step& step) override { lines.push_back(fmt::format("   {:x} exit", step.executed)); }

    std::vector<std::string> lines;

private:
    static const char* verb_of(AccessKind kind)
    {
        switch (kind) {
        case AccessKind::load:
            return "reads";
        case AccessKind::store:
            return "writes";
        case AccessKind::atomic:
            return "changes";
        }
        VERIFY_NOT_REACHED();
    }

    const ptx::Listing& m_listing;
};

std::vector<std::string> journal_of(const ptx::Module& module, DeviceMemory& memory, const LaunchShape& shape,
    const Parameters& parameters, RunOptions options = {})
{
    const Result<Program> program = Program::lower(module, *module.find("k"));
    EXPECT_TRUE(program.ok()) << program.error().message;
    Journal journal(program->listing());
    options.observer = &journal;
    const Result<LaunchOutcome> outcome = run(*program, memory, shape, parameters.bytes(), options);
    EXPECT_TRUE(outcome.ok());
    return journal.lines;
}

TEST(Observer, SeesBranchesAccessesAndExits)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 k_x)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .b64 %d<3>;
    ld.param.u64 %d0, [k_x];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %d1, %r0, 4;
    add.s64 %d2, %d0, %d1;
    ld.global.u32 %r1, [%d2];
    setp.gt.u32 %p0, %r1, 10;
    @%p0 bra SKIP;
    add.u32 %r1, %r1, 1;
    st.global.u32 [%d2], %r1;
SKIP:
    @!%p0 mov.u32 %r2, 5;
    ret;
})");
    DeviceMemory memory;
    const DeviceAddress x = memory.allocate("x", 12);
    const std::vector<std::uint32_t> values { 7, 70, 8 };
    std::memcpy(memory.bytes(x).data(), values.data(), 12);
    const std::string base = fmt::format("{:x}", x >> 4U);
    EXPECT_THAT(journal_of(module, memory, { .grid = { 1 }, .block = { 3 } }, Parameters().add(x)),
        testing::ElementsAre("0: ld.param.u64 7/7", "0: mov.u32 7/7", "0: mul.wide.u32 7/7", "0: add.s64 7/7",
            "0: ld.global.u32 7/7", "   reads 4 global 0:[" + base + "0]=7 1:[" + base + "4]=70 2:[" + base + "8]=8",
            "0: setp.gt.u32 7/7", "0: bra 7/2", "   taken 2 not 5", "0: add.u32 5/5", "0: st.global.u32 5/5",
            "   writes 4 global 0:[" + base + "0]=8 2:[" + base + "8]=9", "0: mov.u32 7/5", "0: ret 7/7", "   7 exit"));
}

// The variables of a call are registers on a GPU: storing an argument is an instruction without an access.
TEST(Observer, SeesFunctionsLocalMemoryAndConstants)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.const .align 4 .u32 table[2] = {5, 6};
.func (.param .b32 result) f(.param .b64 place)
{
    .reg .b32 %r<4>;
    .reg .b64 %d<3>;
    .reg .pred %p<2>;
    ld.param.u64 %d0, [place];
    ld.u32 %r0, [%d0+4];
    ld.const.u32 %r1, [table+4];
    setp.eq.u32 %p1, %r0, 0;
    @%p1 ret;
    st.param.b32 [result], %r1;
    ret;
}
.visible .entry k()
{
    .local .align 8 .b8 depot[8];
    .reg .b32 %r<4>;
    .reg .b64 %d<3>;
    mov.u32 %r0, %tid.x;
    st.local.u32 [depot+4], %r0;
    cvta.local.u64 %d0, depot;
    { .param .b64 a; .param .b32 b; st.param.b64 [a], %d0; call (b), f, (a); }
    ret;
})");
    DeviceMemory memory;
    EXPECT_THAT(journal_of(module, memory, { .grid = { 1 }, .block = { 2 } }, {}),
        testing::ElementsAre("0: mov.u32 3/3", "0: st.local.u32 3/3", "   writes 4 local 0:[4]=0 1:[4]=1",
            "0: cvta.local.u64 3/3", "0: st.param.b64 3/3", "0: call 3/3", "0: ld.param.u64 3/3", "0: ld.u32 3/3",
            "   reads 4 local 0:[4]=0 1:[4]=1", "0: ld.const.u32 3/3", "   reads 4 const 0:[4]=6 1:[4]=6", "0: setp.eq.u32 3/3",
            "0: ret 3/1", "0: st.param.b32 2/2", "0: ret 2/2", "0: ret 3/3", "   3 exit"));
}

TEST(Observer, SeesBarriersBetweenTheWarpsAndOnlyItsBlock)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k()
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .shared .align 4 .b8 s[16];
    mov.u32 %r0, %tid.x;
    setp.ge.u32 %p0, %r0, 2;
    @%p0 bra.uni WAIT;
    st.shared.u8 [s+5], %r0;
WAIT:
    bar.sync 0;
    @%p0 exit;
    ret;
})");
    DeviceMemory memory;
    RunOptions options;
    options.observed_block = 3;
    EXPECT_THAT(journal_of(module, memory, { .grid = { 5 }, .block = { 4 }, .warp_width = 2 }, Parameters(), options),
        testing::ElementsAre("0: mov.u32 3/3", "0: setp.ge.u32 3/3", "0: bra.uni 3/0", "   taken 0 not 3", "0: st.shared.u8 3/3",
            "   writes 1 shared 0:[5]=0 1:[5]=1", "0: bar.sync 3/3", "1: mov.u32 3/3", "1: setp.ge.u32 3/3", "1: bra.uni 3/3",
            "   taken 3 not 0", "1: bar.sync 3/3", "barrier of block 3", "0: exit 3/0", "0: ret 3/3", "   3 exit", "1: exit 3/3",
            "   3 exit"));
}

TEST(Observer, ResolvesGenericAddressesAndReadsWideValues)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 k_x)
{
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    .reg .b64 %d<5>;
    .shared .align 16 .b8 s[16];
    ld.param.u64 %d0, [k_x];
    mov.u64 %d1, s;
    cvta.shared.u64 %d1, %d1;
    mov.u32 %r0, %tid.x;
    setp.eq.u32 %p0, %r0, 0;
    selp.b64 %d0, %d0, %d1, %p0;
    ld.v4.u32 {%r1, %r2, %r3, %r4}, [%d0];
    ret;
})");
    DeviceMemory memory;
    const DeviceAddress x = memory.allocate("x", 16);
    const std::vector<std::uint32_t> values { 1, 2, 3, 4 };
    std::memcpy(memory.bytes(x).data(), values.data(), 16);
    const std::vector<std::string> lines = journal_of(module, memory, { .grid = { 1 }, .block = { 2 } }, Parameters().add(x));
    EXPECT_THAT(lines, testing::Contains("   reads 16 shared 1:[0]=0"));
    EXPECT_THAT(lines, testing::Contains(fmt::format("   reads 16 global 0:[{:x}]={}", x, 0x2'0000'0001)));
}

// A load may overwrite its own address register.
TEST(Observer, ReportsTheAddressFromBeforeTheLoad)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 k_x)
{
    .reg .b64 %d<5>;
    ld.param.u64 %d0, [k_x];
    ld.global.u64 %d0, [%d0+8];
    ret;
})");
    DeviceMemory memory;
    const DeviceAddress x = memory.allocate("x", 16);
    memory.bytes(x)[8] = std::byte { 42 };
    EXPECT_THAT(journal_of(module, memory, { .grid = { 1 }, .block = { 1 } }, Parameters().add(x)),
        testing::Contains(fmt::format("   reads 8 global 0:[{:x}]=42", x + 8)));
}

TEST(Observer, SeesThePreviousValueOfAnAtomic)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 k_x)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<5>;
    .shared .align 4 .b8 s[4];
    ld.param.u64 %d0, [k_x];
    atom.global.add.u32 %r1, [%d0], 5;
    red.shared.max.u32 [s], %r1;
    ret;
})");
    DeviceMemory memory;
    const DeviceAddress x = memory.allocate("x", 4);
    const std::vector<std::string> lines = journal_of(module, memory, { .grid = { 1 }, .block = { 3 } }, Parameters().add(x));
    EXPECT_THAT(lines, testing::Contains(fmt::format("   changes 4 global 0:[{0:x}]=0 1:[{0:x}]=5 2:[{0:x}]=10", x)));
    EXPECT_THAT(lines, testing::Contains("   changes 4 shared 0:[0]=0 1:[0]=0 2:[0]=5"));
}

// Each lane expects 0, which lane 0 replaces.
TEST(Observer, SeesWhichLanesOfACompareAndSwapFail)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 k_x)
{
    .reg .b32 %r<5>;
    .reg .b64 %d<5>;
    ld.param.u64 %d0, [k_x];
    atom.global.cas.b32 %r1, [%d0], 0, 7;
    ret;
})");
    DeviceMemory memory;
    const DeviceAddress x = memory.allocate("x", 4);
    EXPECT_THAT(journal_of(module, memory, { .grid = { 1 }, .block = { 3 } }, Parameters().add(x)),
        testing::Contains(fmt::format("   changes 4 global 0:[{0:x}]=0 1:[{0:x}]=7 2:[{0:x}]=7, 6 unchanged", x)));
}

// Lane 1 copies nothing: it only writes zeros.
TEST(Observer, SeesBothSidesOfAnAsynchronousCopy)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 k_x)
{
    .reg .pred %p<2>;
    .reg .b32 %r<5>;
    .reg .b64 %d<5>;
    .shared .align 16 .b8 s[64];
    ld.param.u64 %d0, [k_x];
    mov.u32 %r0, %tid.x;
    setp.eq.u32 %p0, %r0, 0;
    selp.b32 %r1, 16, 0, %p0;
    mov.u32 %r2, s;
    mul.lo.u32 %r3, %r0, 16;
    add.u32 %r2, %r2, %r3;
    cp.async.cg.shared.global [%r2+16], [%d0+16], 16, %r1;
    ret;
})");
    DeviceMemory memory;
    const DeviceAddress x = memory.allocate("x", 32);
    memory.bytes(x)[16] = std::byte { 42 };
    const std::vector<std::string> lines = journal_of(module, memory, { .grid = { 1 }, .block = { 2 } }, Parameters().add(x));
    EXPECT_THAT(lines, testing::Contains(fmt::format("   reads 16 global 0:[{:x}]=42", x + 16)));
    EXPECT_THAT(lines, testing::Contains("   writes 16 shared 0:[10]=42 1:[20]=0"));
}

TEST(Observer, SeesWarpBarriersAndBarriersOfSomeWarps)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k()
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    mov.u32 %r0, %tid.x;
    setp.ge.u32 %p0, %r0, 4;
    setp.ge.u32 %p1, %r0, 8;
    @%p1 bra DONE;
    @%p0 bra SECOND;
    and.b32 %r1, %r0, 2;
    shl.b32 %r1, 3, %r1;
    bar.warp.sync %r1;
    bar.arrive 1, 8;
    bra.uni DONE;
SECOND:
    bar.sync 1, 8;
DONE:
    ret;
})");
    DeviceMemory memory;
    const std::vector<std::string> lines =
        journal_of(module, memory, { .grid = { 1 }, .block = { 12 }, .warp_width = 4 }, Parameters());
    EXPECT_THAT(lines, testing::Contains("   3 of warp 0 synchronize"));
    EXPECT_THAT(lines, testing::Contains("   c of warp 0 synchronize"));
    EXPECT_THAT(lines, testing::Contains("warps 1 of block 0 synchronize, 0 did not wait"));
}

// Ignores a warp after the given number of its instructions.
class Forgetful final : public PartialObserver {
public:
    explicit Forgetful(std::uint64_t kept)
        : m_kept(kept)
    {
    }

    void on_step(const Step& step) override { ++steps.at(step.warp); }
    void on_access(const Step&, const Access&) override { }
    void on_branch(const Step&, LaneMask, LaneMask) override { }
    void on_barrier(std::uint64_t) override { ++barriers; }
    void on_warp_barrier(const Step&, LaneMask) override { }
    void on_exit(const Step&) override { }
    [[nodiscard]] bool ignores(std::uint32_t warp) const override { return steps.at(warp) >= m_kept; }

    std::vector<std::uint64_t> steps = std::vector<std::uint64_t>(2);
    std::uint64_t barriers = 0;

private:
    std::uint64_t m_kept;
};

// Lanes 0 to 31 and 32 to 63 add their own numbers of iterations; a barrier in each iteration if `meets`.
std::string long_loop(bool meets)
{
    return std::string(kHeader) + R"(
.visible .entry k(.param .u64 k_x)
{
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    .reg .b64 %d<3>;
    ld.param.u64 %d0, [k_x];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, 0;
    mov.u32 %r2, 0;
    and.b32 %r3, %r0, 1;
    add.u32 %r3, %r3, 100000;
AGAIN:
    setp.lt.u32 %p0, %r1, %r3;
    @%p0 add.u32 %r2, %r2, %r0;
)" + std::string(meets ? "    bar.sync 0;\n" : "")
        + R"(
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 100001;
    @%p1 bra AGAIN;
    mul.wide.u32 %d1, %r0, 4;
    add.s64 %d2, %d0, %d1;
    st.global.u32 [%d2], %r2;
    ret;
})";
}

TEST(Observer, IgnoresWarpsThatRunOnWithTheSameResult)
{
    for (const bool meets : { false, true }) {
        const ptx::Module module = parse_text(long_loop(meets));
        const Result<Program> program = Program::lower(module, *module.find("k"));
        ASSERT_TRUE(program.ok()) << program.error().message;
        DeviceMemory memory;
        const DeviceAddress x = memory.allocate("x", 64 * sizeof(std::uint32_t));
        const auto outcome = [&](Forgetful& observer) {
            const RunOptions options { .blocks = Blocks::all_observed, .observer = &observer };
            const Result<LaunchOutcome> ended = run(*program, memory, { .block = { 64 } }, Parameters().add(x).bytes(), options);
            EXPECT_TRUE(ended.ok() && !ended->trap);
            return ended->warp_instructions;
        };
        Forgetful attentive(~std::uint64_t { 0 });
        const std::uint64_t all = outcome(attentive);
        EXPECT_EQ(attentive.steps[0] + attentive.steps[1], all);
        Forgetful forgetful(1000);
        EXPECT_EQ(outcome(forgetful), all);
        EXPECT_EQ(forgetful.barriers, attentive.barriers);
        // A warp is ignored after its next barrier, or after at most 2^15 instructions.
        const std::uint64_t most = meets ? 1010 : 1000 + (1U << 15U) + 10;
        for (const std::uint64_t steps : forgetful.steps) {
            EXPECT_GE(steps, 1000U);
            EXPECT_LE(steps, most);
        }
        std::vector<std::uint32_t> found(64);
        std::memcpy(found.data(), memory.bytes(x).data(), found.size() * sizeof(std::uint32_t));
        for (std::uint32_t lane = 0; lane < found.size(); ++lane)
            EXPECT_EQ(found[lane], lane * (100000 + lane % 2)) << lane;
    }
}

} // namespace

} // namespace warpstage::simt

// ldmatrix, stmatrix and movmatrix: distribution over the lanes, events for observers, and errors.
#include "core/simt/program.h"
#include "launch.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpstage::simt {

namespace {

// 512 numbers of 16 bits in shared memory, each equal to its index; then `body`, with the thread index in %lane and the address
// of its row, 16 bytes per lane, in %at; finally each thread writes %r0 to %r3.
std::string kernel_with(const std::string& body)
{
    return R"(.version 7.8
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
{
    .shared .align 16 .b8 tile[1024];
    .reg .b32 %lane, %at, %first, %n, %r<8>;
    .reg .pred %p<4>;
    .reg .b64 %d<3>;
    mov.u32 %lane, %tid.x;
    mov.u32 %first, tile;
    mov.u32 %n, %lane;
    mov.b32 %r0, 0; mov.b32 %r1, 0; mov.b32 %r2, 0; mov.b32 %r3, 0;
FILL:
    mul.lo.u32 %r4, %n, 131072;
    mad.lo.u32 %r4, %n, 2, %r4;
    add.u32 %r4, %r4, 65536;
    mad.lo.u32 %r5, %n, 4, %first;
    st.shared.u32 [%r5], %r4;
    add.u32 %n, %n, 32;
    setp.lt.u32 %p0, %n, 256;
    @%p0 bra FILL;
    bar.sync 0;
    mad.lo.u32 %at, %lane, 16, %first;
)" + body
        + R"(
    ld.param.u64 %d0, [out];
    mul.wide.u32 %d1, %lane, 16;
    add.u64 %d0, %d0, %d1;
    st.global.v4.b32 [%d0], {%r0, %r1, %r2, %r3};
    ret;
}
)";
}

class LoadJournal : public Observer {
public:
    void on_step(const Step&) override { }
    void on_access(const Step&, const Access& access) override
    {
        if (access.bytes == 16 && access.space == ptx::StateSpace::shared)
            accesses.push_back(access);
    }
    void on_branch(const Step&, LaneMask, LaneMask) override { }
    void on_barrier(std::uint64_t) override { }
    void on_warp_barrier(const Step&, LaneMask) override { }
    void on_exit(const Step&) override { }

    std::vector<Access> accesses;
};

Launched run_body(const std::string& body, const RunOptions& options = {}, std::uint32_t threads = 32)
{
    return launch(parse_text(kernel_with(body)), "k", { .block = { threads } }, 128, {}, options);
}

std::int32_t pair_of(std::int32_t low, std::int32_t high)
{
    return high << 16 | low;
}

std::string fault_of(const Launched& launched)
{
    return launched.outcome.trap ? launched.outcome.trap->message : "";
}

TEST(Ldmatrix, GivesEachLaneTwoNumbersOfARow)
{
    const Launched launched = run_body("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%at];");
    ASSERT_EQ(fault_of(launched), "");
    for (std::int32_t i = 0; i < 128; ++i) {
        const std::int32_t lane = i / 4;
        const std::int32_t first = i % 4 * 64 + lane / 4 * 8 + lane % 4 * 2;
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], pair_of(first, first + 1)) << i;
    }
}

TEST(Ldmatrix, GivesEachLaneTwoNumbersOfAColumn)
{
    const Launched launched = run_body("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%r0, %r1}, [%at+512];");
    ASSERT_EQ(fault_of(launched), "");
    for (std::int32_t i = 0; i < 128; ++i) {
        const std::int32_t lane = i / 4;
        const std::int32_t first = 256 + i % 4 * 64 + lane % 4 * 16 + lane / 4;
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], i % 4 < 2 ? pair_of(first, first + 8) : 0) << i;
    }
}

TEST(Stmatrix, IsTheReverseOfLdmatrix)
{
    for (const std::string trans : { "", ".trans" }) {
        const Launched launched = run_body(fmt::format(R"(
    ldmatrix.sync.aligned.m8n8.x4{0}.shared.b16 {{%r0, %r1, %r2, %r3}}, [%at];
    stmatrix.sync.aligned.m8n8.x4{0}.shared.b16 [%at+512], {{%r0, %r1, %r2, %r3}};
    ld.shared.v4.b32 {{%r0, %r1, %r2, %r3}}, [%at+512];)",
            trans));
        ASSERT_EQ(fault_of(launched), "");
        for (std::int32_t i = 0; i < 128; ++i)
            EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], pair_of(2 * i, 2 * i + 1)) << i;
    }
}

TEST(Movmatrix, TransposesTheMatrixOfAWarp)
{
    const Launched launched = run_body(R"(
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%at];
    movmatrix.sync.aligned.m8n8.trans.b16 %r0, %r4;
    ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r1}, [%at];)");
    ASSERT_EQ(fault_of(launched), "");
    for (std::size_t lane = 0; lane < 32; ++lane)
        EXPECT_EQ(launched.out[4 * lane], launched.out[4 * lane + 1]) << lane;
    EXPECT_EQ(launched.out[4], pair_of(16, 24));
}

TEST(Observer, SeesTheRowsOfMatrices)
{
    LoadJournal journal;
    RunOptions options;
    options.observer = &journal;
    run_body(R"(
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%at+16];
    stmatrix.sync.aligned.m8n8.x2.shared.b16 [%at+256], {%r0, %r1};)",
        options);
    ASSERT_EQ(journal.accesses.size(), 2U);
    EXPECT_EQ(journal.accesses[0].kind, AccessKind::load);
    EXPECT_EQ(journal.accesses[0].lanes, 0xffU) << "one matrix has eight rows";
    EXPECT_EQ(journal.accesses[0].addresses[7], 128U);
    EXPECT_EQ(journal.accesses[0].values[7], 0x0043'0042'0041'0040U);
    EXPECT_EQ(journal.accesses[1].kind, AccessKind::store);
    EXPECT_EQ(journal.accesses[1].lanes, 0xffffU);
    EXPECT_EQ(journal.accesses[1].addresses[15], 496U);
    EXPECT_EQ(journal.accesses[1].values[15], 0U);
}

TEST(Ldmatrix, StaysInSharedMemory)
{
    EXPECT_APPROVED(fault_of(run_body("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%at+528];")));
    EXPECT_EQ(fault_of(run_body("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%at+896];")), "")
        << "lanes 8 to 31 provide no address";
    EXPECT_APPROVED(fault_of(run_body("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%at+8], {%r0};")));
}

TEST(Matrix, RequiresTheWholeWarp)
{
    EXPECT_APPROVED(fault_of(run_body(R"(
    setp.lt.u32 %p1, %lane, 4;
    @%p1 ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%at];)")));
    EXPECT_APPROVED(fault_of(run_body(R"(
    setp.lt.u32 %p1, %lane, 4;
    @%p1 movmatrix.sync.aligned.m8n8.trans.b16 %r0, %r1;)")));
    EXPECT_APPROVED(fault_of(run_body("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r0, %r1, %r2, %r3}, [%at];", {}, 30)));
}

TEST(CheckedRun, FindsRacesOfMatrices)
{
    RunOptions options;
    options.checks.races = RaceCheck::all;
    const Launched launched = run_body(R"(
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%at];
    stmatrix.sync.aligned.m8n8.x1.shared.b16 [%at+16], {%r0};)",
        options);
    ASSERT_TRUE(launched.outcome.trap.has_value());
    EXPECT_EQ(launched.outcome.trap->kind, TrapKind::race);
}

TEST(Matrix, OfOtherFormsIsRefusedByName)
{
    for (const std::string instruction :
        { "ldmatrix.sync.aligned.m8n8.x1.b16 {%r0}, [%d0]", "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r0}, [%at]",
            "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0, %r1}, [%at]", "movmatrix.sync.aligned.m8n8.b16 %r0, %r1" }) {
        EXPECT_APPROVED(lowering_refusal(parse_text(kernel_with(instruction + ";")), "k"));
    }
}

} // namespace

} // namespace warpstage::simt

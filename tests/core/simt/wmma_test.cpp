// wmma and mma: which registers hold what, what an observer hears of loads and stores, and what is refused. What they compute is
// tested with kernels (tests/kernels/tensor).
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

using testing::HasSubstr;

// 1024 numbers of 16 bits, each its own index, in shared memory (%tile) and in global memory (%out); then `body`, with the lane
// in %lane; at last each thread writes %r0 to %r7, 32 bytes, to %out.
std::string wmma_kernel(const std::string& body)
{
    return R"(.version 8.7
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
{
    .shared .align 128 .b8 tile[2048];
    .reg .b32 %lane, %tile, %n, %word, %to, %r<40>;
    .reg .f32 %f<16>;
    .reg .pred %p<4>;
    .reg .b64 %out, %at, %generic, %d<4>;
    .reg .f64 %fd<8>;
    mov.u32 %lane, %tid.x;
    mov.u32 %tile, tile;
    ld.param.u64 %out, [out];
    cvt.u64.u32 %d2, %tile;
    cvta.shared.u64 %generic, %d2;
    mov.b32 %r0, 0; mov.b32 %r1, 0; mov.b32 %r2, 0; mov.b32 %r3, 0;
    mov.b32 %r4, 0; mov.b32 %r5, 0; mov.b32 %r6, 0; mov.b32 %r7, 0;
    mov.u32 %n, %lane;
FILL:
    mul.lo.u32 %word, %n, 131072;
    mad.lo.u32 %word, %n, 2, %word;
    add.u32 %word, %word, 65536;
    mad.lo.u32 %to, %n, 4, %tile;
    st.shared.u32 [%to], %word;
    mul.wide.u32 %at, %n, 4;
    add.u64 %at, %at, %out;
    st.global.u32 [%at], %word;
    add.u32 %n, %n, 32;
    setp.lt.u32 %p0, %n, 512;
    @%p0 bra FILL;
    bar.sync 0;
)" + body
        + R"(
    bar.sync 0;
    mul.wide.u32 %at, %lane, 32;
    add.u64 %at, %at, %out;
    st.global.v4.b32 [%at], {%r0, %r1, %r2, %r3};
    st.global.v4.b32 [%at+16], {%r4, %r5, %r6, %r7};
    ret;
}
)";
}

// Requests of instructions that nobody else in the kernel makes: 8 and 16 bytes, and those of 4 bytes behind the barrier.
class TransferJournal : public Observer {
public:
    void on_step(const Step&) override { }
    void on_access(const Step&, const Access& access) override
    {
        if (m_listening)
            accesses.push_back(access);
    }
    void on_branch(const Step&, LaneMask, LaneMask) override { }
    void on_barrier(std::uint64_t) override { m_listening = !m_listening; }
    void on_warp_barrier(const Step&, LaneMask) override { }
    void on_exit(const Step&) override { }

    std::vector<Access> accesses;

private:
    bool m_listening = false;
};

Launched run_wmma(const std::string& body, const RunOptions& options = {}, std::uint32_t threads = 32)
{
    return launch(parse_text(wmma_kernel(body)), "k", { .block = { threads } }, 512, {}, options);
}

std::vector<Access> accesses_of_body(const std::string& body)
{
    TransferJournal journal;
    RunOptions options;
    options.observer = &journal;
    const Launched launched = run_wmma(body, options);
    EXPECT_FALSE(launched.outcome.trap.has_value()) << launched.outcome.trap->message;
    return journal.accesses;
}

std::string wmma_fault(const std::string& body, std::uint32_t threads = 32)
{
    const Launched launched = run_wmma(body, {}, threads);
    return launched.outcome.trap ? launched.outcome.trap->message : "";
}

constexpr std::int32_t two_numbers(std::int32_t low, std::int32_t high)
{
    return high << 16 | low;
}

const std::string kEightRegisters = "{%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}";

TEST(WmmaLoad, GivesEachLaneItsNumbersTwice)
{
    const Launched launched = run_wmma("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " + kEightRegisters + ", [%tile], 16;");
    ASSERT_FALSE(launched.outcome.trap.has_value());
    for (std::int32_t i = 0; i < 256; ++i) {
        const std::int32_t lane = i / 8;
        const std::int32_t reg = i % 4;
        const std::int32_t first = (lane / 4 + reg % 2 * 8) * 16 + lane % 4 * 2 + reg / 2 * 8;
        EXPECT_EQ(launched.out[static_cast<std::size_t>(i)], two_numbers(first, first + 1)) << i;
    }
}

TEST(WmmaLoad, TakesTheMatrixSideBySideWithoutAStride)
{
    for (const std::string from : { ".shared.f16 {0}, [%tile+64]", ".global.f16 {0}, [%out+64]", ".f16 {0}, [%generic+64]" }) {
        for (const std::string order : { "row", "col" }) {
            const std::string operands = fmt::format(fmt::runtime(from), kEightRegisters);
            const std::string body = "wmma.load.b.sync.aligned." + order + ".m16n16k16" + operands;
            const Launched plain = run_wmma(body + ";");
            const Launched with_stride = run_wmma(body + ", 16;");
            ASSERT_FALSE(plain.outcome.trap.has_value()) << plain.outcome.trap->message;
            EXPECT_EQ(plain.out, with_stride.out);
            const std::int32_t first = 32;
            EXPECT_EQ(plain.out[0], order == "col" ? two_numbers(first, first + 1) : two_numbers(first, first + 16));
        }
    }
}

TEST(WmmaObserver, HearsTheWordsOfLanes)
{
    const auto accesses =
        accesses_of_body("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " + kEightRegisters + ", [%out], 24;");
    ASSERT_EQ(accesses.size(), 4U) << "numbers that a lane has twice are read once";
    for (const Access& access : accesses) {
        EXPECT_EQ(access.space, ptx::StateSpace::global);
        EXPECT_EQ(access.kind, AccessKind::load);
        EXPECT_EQ(access.bytes, 4U);
        EXPECT_EQ(access.lanes, ~LaneMask { 0 });
    }
    const std::uint64_t out = accesses[0].addresses[0];
    EXPECT_EQ(accesses[0].addresses[5], out + (1 * 24 + 2) * 2);
    EXPECT_EQ(accesses[1].addresses[5], out + (9 * 24 + 2) * 2);
    EXPECT_EQ(accesses[2].addresses[5], out + (1 * 24 + 10) * 2);
    EXPECT_EQ(accesses[1].values[5], 0x00db'00daU);
}

TEST(WmmaObserver, HearsWordsThatLanesExchange)
{
    const auto accesses =
        accesses_of_body("wmma.load.a.sync.aligned.col.m16n16k16.global.f16 " + kEightRegisters + ", [%out], 24;");
    ASSERT_EQ(accesses.size(), 4U);
    const std::uint64_t out = accesses[0].addresses[0];
    EXPECT_EQ(accesses[0].bytes, 4U);
    EXPECT_EQ(accesses[0].addresses[5], out + (1 * 24 + 2) * 2) << "two numbers of column 1";
    EXPECT_EQ(accesses[1].addresses[5], out + (1 * 24 + 10) * 2) << "eight rows further down";
    EXPECT_EQ(accesses[2].addresses[5], out + (9 * 24 + 2) * 2) << "eight columns further on";
}

TEST(WmmaObserver, HearsRowsInSharedMemory)
{
    for (const std::string order : { "row", "col" }) {
        const auto accesses = accesses_of_body(
            "wmma.load.a.sync.aligned." + order + ".m16n16k16.shared.f16 " + kEightRegisters + ", [%tile+32], 32;");
        ASSERT_EQ(accesses.size(), 1U);
        EXPECT_EQ(accesses[0].space, ptx::StateSpace::shared);
        EXPECT_EQ(accesses[0].bytes, 16U);
        EXPECT_EQ(accesses[0].lanes, ~LaneMask { 0 });
        EXPECT_EQ(accesses[0].addresses[1], 32U + 64U);
        EXPECT_EQ(accesses[0].addresses[8], order == "row" ? 32U + 8 * 64U : 32U + 16U);
        EXPECT_EQ(accesses[0].values[1], 0x0033'0032'0031'0030U);
    }
    const auto bytes = accesses_of_body("wmma.load.b.sync.aligned.col.m16n16k16.shared.s8 {%r0, %r1}, [%tile], 16;");
    ASSERT_EQ(bytes.size(), 1U);
    EXPECT_EQ(bytes[0].lanes, 0xffffU);
    const auto across = accesses_of_body("wmma.load.b.sync.aligned.row.m16n16k16.shared.s8 {%r0, %r1}, [%tile], 16;");
    ASSERT_EQ(across.size(), 8U);
    EXPECT_EQ(across[0].bytes, 1U);
    // A generic address says nothing of shared memory when the instruction is chosen.
    const auto generic = accesses_of_body("wmma.load.a.sync.aligned.row.m16n16k16.f16 " + kEightRegisters + ", [%generic], 16;");
    ASSERT_EQ(generic.size(), 4U);
    EXPECT_EQ(generic[0].space, ptx::StateSpace::shared);
    EXPECT_EQ(generic[0].bytes, 4U);
    EXPECT_EQ(generic[0].addresses[4], 32U);
}

TEST(WmmaObserver, HearsPairsOfSums)
{
    const std::string sums = "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}";
    const std::string load = "wmma.load.c.sync.aligned.row.m16n16k16.shared.f32 " + sums + ", [%tile], 16;";
    const auto rows =
        accesses_of_body(load + "wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [%tile+1024], " + sums + ", 16;");
    ASSERT_EQ(rows.size(), 8U);
    EXPECT_EQ(rows[4].kind, AccessKind::store);
    EXPECT_EQ(rows[4].bytes, 8U);
    EXPECT_EQ(rows[4].addresses[5], 1024U + (1 * 16 + 2) * 4);
    EXPECT_EQ(rows[4].values[5], rows[0].values[5]);
    const auto columns = accesses_of_body(load + "wmma.store.d.sync.aligned.col.m16n16k16.global.f32 [%out], " + sums + ", 16;");
    ASSERT_EQ(columns.size(), 12U);
    EXPECT_EQ(columns[4].bytes, 4U);
    EXPECT_EQ(columns[5].addresses[5] - columns[4].addresses[5], 64U) << "the next column";
}

TEST(WmmaLoad, StaysInMemory)
{
    EXPECT_APPROVED(wmma_fault("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " + kEightRegisters + ", [%out+1536], 24;"));
    EXPECT_APPROVED(wmma_fault("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " + kEightRegisters + ", [%tile], 128;"));
    EXPECT_APPROVED(wmma_fault("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " + kEightRegisters + ", [%tile+8], 16;"));
    EXPECT_EQ(wmma_fault("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " + kEightRegisters + ", [%out+8], 16;"), "")
        << "in global memory a GPU reads words of 4 bytes";
    EXPECT_APPROVED(wmma_fault("wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%out+2040], {%fd0, %fd1}, 8;"));
}

TEST(Wmma, WantsTheWholeWarp)
{
    const std::string load = "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " + kEightRegisters + ", [%tile], 16;";
    EXPECT_APPROVED(wmma_fault("setp.lt.u32 %p1, %lane, 4;\n@%p1 " + load));
    EXPECT_THAT(wmma_fault(load, 30), HasSubstr("lanes 30 and 31"));
    EXPECT_APPROVED(wmma_fault(R"(
    setp.lt.u32 %p1, %lane, 4;
    @%p1 wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64 {%fd0, %fd1}, {%fd2}, {%fd3}, {%fd0, %fd1};)"));
    EXPECT_APPROVED(wmma_fault(R"(
    setp.lt.u32 %p1, %lane, 4;
    @%p1 mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r6, %r7}, {%r0, %r1, %r2, %r3},
        %r8, 0;)"));
}

TEST(Mma, SaturatesOrWrapsAround)
{
    const std::string body = R"(
    mov.b32 %r8, 0x01010101;
    mov.b32 %r9, 0x7ffffff8;
    mma.sync.aligned.m8n8k16.row.col{}.s32.u8.u8.s32 {{%r0, %r1}}, {{%r8}}, {{%r8}}, {{%r9, %r9}};)";
    EXPECT_EQ(run_wmma(fmt::format(fmt::runtime(body), "")).out[0], -2147483640);
    EXPECT_EQ(run_wmma(fmt::format(fmt::runtime(body), ".satfinite")).out[0], 2147483647);
}

TEST(CheckedRun, FindsRacesOfWmma)
{
    RunOptions options;
    options.checks.races = RaceCheck::all;
    const std::string sums = "{%f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7}";
    const Launched launched = run_wmma("wmma.load.c.sync.aligned.row.m16n16k16.shared.f32 " + sums + ", [%tile], 16;\n"
            + "wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [%tile+64], " + sums + ", 16;",
        options, 64);
    ASSERT_TRUE(launched.outcome.trap.has_value());
    EXPECT_EQ(launched.outcome.trap->kind, TrapKind::race);
}

std::string refusal_of_body(const std::string& instruction)
{
    return lowering_refusal(parse_text(wmma_kernel(instruction + ";")), "k");
}

TEST(Wmma, SaysHowManyRegistersAMatrixNeeds)
{
    EXPECT_APPROVED(refusal_of_body("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r0, %r1, %r2, %r3}, [%out], 16"));
    EXPECT_APPROVED(refusal_of_body("wmma.store.d.sync.aligned.row.m8n8k4.f64 [%out], {%fd0}, 8"));
    EXPECT_APPROVED(refusal_of_body(
        "wmma.mma.sync.aligned.row.col.m8n32k16.s32.s8.s8.s32 " + kEightRegisters + ", {%r8}, {%r9, %r10}, " + kEightRegisters));
    EXPECT_APPROVED(
        refusal_of_body("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r6, %r7}, "
                        "{%r0, %r1, %r2, %r3}"));
    EXPECT_APPROVED(refusal_of_body("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%r0, %r1}, {%fd2}, {%fd3}, {%fd0, %fd1}"));
    EXPECT_APPROVED(
        refusal_of_body("mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r6, %r7}, "
                        "{%r0, %r1, %r2, %r3}, %r8, 2"));
}

TEST(Wmma, OfOtherFormsIsRefusedByName)
{
    const std::string four = "{%r0, %r1, %r2, %r3}";
    for (const std::string& instruction : {
             "wmma.load.a.sync.aligned.row.m16n8k16.f16 " + kEightRegisters + ", [%out], 16",
             "wmma.load.a.sync.aligned.row.m16n16k16.local.f16 " + kEightRegisters + ", [%out], 16",
             std::string { "wmma.load.a.sync.aligned.col.m8n8k32.s4 {%r0}, [%out], 32" },
             "wmma.store.d.sync.aligned.row.m16n16k16.bf16 [%out], " + four + ", 16",
             "mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 " + four + ", " + four + ", {%r4, %r5}, " + four,
             "mma.sync.aligned.m16n8k32.row.col.s32.s8.s4.s32 " + four + ", " + four + ", {%r4, %r5}, " + four,
             "mma.sync.aligned.m16n8k16.row.col.satfinite.f32.f16.f16.f32 " + four + ", " + four + ", {%r4, %r5}, " + four,
             "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32 " + four + ", " + four + ", {%r4, %r5}, " + four,
         }) {
        EXPECT_APPROVED(refusal_of_body(instruction));
    }
}

TEST(Mma, OfKindsIsRefusedByName)
{
    EXPECT_APPROVED(lowering_refusal(
        parse_text(std::string { kHeader }
            + ".visible .entry k()\n{\n.reg .f32 %f<9>;\n.reg .b32 %r<9>;\n"
              "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e2m1.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, "
              "%r2, %r3}, {%r4, %r5}, {%f0, %f1, %f2, %f3};\nret;\n}\n"),
        "k"));
}

} // namespace

} // namespace warpstage::simt

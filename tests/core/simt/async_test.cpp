// Asynchronous barriers, bulk copies and clusters: what the fixtures cannot say.
#include "core/simt/async/mbarrier.h"
#include "launch.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace warpstage::simt {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(MbarrierWord, HoldsEveryField)
{
    Mbarrier barrier;
    EXPECT_EQ(barrier.word(), 0U);
    barrier.initialized = true;
    barrier.expected = kMaxArrivals;
    for (const std::int64_t transactions : { std::int64_t { 0 }, kMaxTransactions + 0, -kMaxTransactions + 0 }) {
        for (const std::uint32_t phase : { 0U, 1U, 2U, 3U }) {
            barrier.pending = 77;
            barrier.phase = phase;
            barrier.transactions = transactions;
            const Mbarrier again = Mbarrier::of(barrier.word());
            EXPECT_TRUE(again.initialized);
            EXPECT_EQ(again.expected, kMaxArrivals);
            EXPECT_EQ(again.pending, 77U);
            EXPECT_EQ(again.phase, phase);
            EXPECT_EQ(again.transactions, transactions);
        }
    }
}

TEST(MbarrierPhase, WaitsForThreadsAndBytes)
{
    Mbarrier barrier;
    ASSERT_EQ(barrier.initialize(2), RefusalKind::none);
    // A copy may be complete before the bytes are expected.
    EXPECT_EQ(barrier.expect(-16), RefusalKind::none);
    EXPECT_EQ(barrier.arrive(2, false, true), RefusalKind::none);
    EXPECT_EQ(barrier.phase, 0U);
    EXPECT_EQ(barrier.arrive(1, false, true), RefusalKind::barrier_count);
    EXPECT_EQ(barrier.expect(16), RefusalKind::none);
    EXPECT_EQ(barrier.phase, 1U);
    EXPECT_EQ(barrier.pending, 2U);
}

TEST(MbarrierPhase, NobodyIsLeftWhenAllDropOut)
{
    Mbarrier barrier;
    ASSERT_EQ(barrier.initialize(3), RefusalKind::none);
    EXPECT_EQ(barrier.arrive(3, true, true), RefusalKind::none);
    EXPECT_EQ(barrier.phase, 1U);
    EXPECT_EQ(barrier.arrive(1, false, true), RefusalKind::barrier_count);
    EXPECT_EQ(barrier.invalidate(), RefusalKind::none);
    EXPECT_EQ(barrier.invalidate(), RefusalKind::barrier_not_initialized);
}

class Heard : public Observer {
public:
    void on_step(const Step&) override { }
    void on_access(const Step&, const Access& access) override { accesses.push_back(access); }
    void on_branch(const Step&, LaneMask, LaneMask) override { }
    void on_barrier(std::uint64_t) override { ++barriers; }
    void on_warp_barrier(const Step&, LaneMask) override { }
    void on_exit(const Step&) override { }

    std::vector<Access> accesses;
    int barriers = 0;
};

TEST(BulkCopy, IsObservedInPiecesOfItsLane)
{
    const ptx::Module module = parse_text(R"(.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p_out)
{
    .reg .pred %p<2>;
    .reg .b32 %r<4>;
    .reg .b64 %d<4>;
    .shared .align 16 .b8 tile[640];
    ld.param.u64 %d0, [p_out];
    mov.u32 %r0, %tid.x;
    setp.ne.u32 %p0, %r0, 3;
    mov.u32 %r1, tile;
    @%p0 ret;
    st.shared.u64 [tile+48], 77;
    cp.async.bulk.global.shared::cta.bulk_group [%d0+16], [%r1+32], 544;
    ret;
})");
    Heard heard;
    RunOptions options;
    options.observer = &heard;
    const Launched launched = launch(module, "k", { { 1 }, { 32 } }, 140, {}, options);
    ASSERT_FALSE(launched.outcome.trap.has_value()) << fault_of(launched.outcome);
    ASSERT_EQ(heard.accesses.size(), 5U);
    heard.accesses.erase(heard.accesses.begin()); // the store
    for (const Access& access : heard.accesses) {
        EXPECT_EQ(access.bytes, 16U);
        EXPECT_EQ(access.issuer, 3U);
    }
    const std::uint64_t first = heard.accesses[2].addresses[0];
    EXPECT_EQ(heard.accesses[0].space, ptx::StateSpace::shared);
    EXPECT_EQ(heard.accesses[0].kind, AccessKind::load);
    EXPECT_EQ(heard.accesses[0].lanes, ~LaneMask { 0 });
    EXPECT_EQ(heard.accesses[0].addresses[31], 32 + 31 * 16U);
    EXPECT_EQ(heard.accesses[1].lanes, 3U);
    EXPECT_EQ(heard.accesses[1].addresses[1], 32 + 33 * 16U);
    EXPECT_EQ(heard.accesses[2].space, ptx::StateSpace::global);
    EXPECT_EQ(heard.accesses[2].kind, AccessKind::store);
    EXPECT_EQ(heard.accesses[3].addresses[0], first + 512);
    for (const std::size_t copied : { 0U, 2U }) {
        EXPECT_EQ(heard.accesses[copied].values[0], 0U);
        EXPECT_EQ(heard.accesses[copied].values[1], 77U);
    }
}

TEST(AsyncStore, CompletesBytesInItsOwnBlockToo)
{
    const ptx::Module module = parse_text(R"(.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p_out, .param .u32 p_offset)
{
    .reg .pred %p<2>;
    .reg .b32 %r<6>;
    .reg .b64 %d<4>;
    .shared .align 8 .b64 object;
    .shared .align 8 .b8 tile[16];
    ld.param.u64 %d0, [p_out];
    ld.param.u32 %r0, [p_offset];
    mov.u32 %r1, tile;
    add.u32 %r1, %r1, %r0;
    st.shared.u32 [tile+12], 40;
    mbarrier.init.shared.b64 [object], 1;
    mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [object], 12;
    st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%r1], 7, [object];
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.s32 [%r1+12], 50, [object];
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p0, [object], 0;
    @!%p0 bra WAIT;
    ld.shared.u32 %r2, [tile];
    ld.shared.u32 %r3, [tile+12];
    st.global.v2.u32 [%d0], {%r2, %r3};
    ret;
})");
    Heard heard;
    RunOptions options;
    options.observer = &heard;
    const Launched good = launch(module, "k", { { 1 }, { 1 } }, 2, Parameters {}.add(0), options);
    EXPECT_FALSE(good.outcome.trap.has_value()) << fault_of(good.outcome);
    EXPECT_THAT(good.out, ElementsAre(7, 50));
    const auto store =
        std::ranges::find_if(heard.accesses, [](const Access& access) { return access.bytes == 8 && access.addresses[0] == 8; });
    ASSERT_NE(store, heard.accesses.end());
    EXPECT_EQ(store->kind, AccessKind::store);

    const Launched bad = launch(module, "k", { { 1 }, { 1 } }, 2, Parameters {}.add(4));
    ASSERT_TRUE(bad.outcome.trap.has_value());
    EXPECT_APPROVED(bad.outcome.trap->message);
}

// A kernel of two warps: the second one writes, the first one reads behind a test of the barrier object, or without.
std::string handed_over(const std::string& wait)
{
    return R"(.version 8.6
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p_out)
{
    .reg .pred %p<4>;
    .reg .b32 %r<4>;
    .reg .b64 %d<4>;
    .shared .align 8 .b64 object;
    .shared .align 4 .b32 value;
    ld.param.u64 %d0, [p_out];
    mov.u32 %r0, %tid.x;
    setp.ne.u32 %p0, %r0, 0;
    setp.eq.u32 %p1, %r0, 32;
    @!%p0 mbarrier.init.shared.b64 [object], 1;
    @!%p0 st.shared.u32 [value], 1;
    bar.sync 0;
    @%p1 st.shared.u32 [value], 5;
    @%p1 mbarrier.arrive.shared.b64 _, [object];
    @%p0 ret;
)" + wait
        + R"(
    ld.shared.u32 %r1, [value];
    st.global.u32 [%d0], %r1;
    ret;
})";
}

TEST(MbarrierOrder, ATestOrdersWhatWasDoneBeforeTheArrival)
{
    RunOptions options;
    options.checks = kAllChecks;
    const ptx::Module waits =
        parse_text(handed_over("WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [object], 0;\n@!%p2 bra WAIT;"));
    const Launched good = launch(waits, "k", { { 1 }, { 64 } }, 1, {}, options);
    EXPECT_FALSE(good.outcome.trap.has_value()) << fault_of(good.outcome);
    EXPECT_THAT(good.out, ElementsAre(5));

    const Launched bad = launch(parse_text(handed_over("")), "k", { { 1 }, { 64 } }, 1, {}, options);
    ASSERT_TRUE(bad.outcome.trap.has_value());
    EXPECT_EQ(bad.outcome.trap->kind, TrapKind::race);
}

TEST(MbarrierWait, EndsByItselfInEveryBlock)
{
    const ptx::Module module = parse_fixture("mbarrier.ptx");
    const LaunchOutcome outcome = launch_plain(module, "nobody_comes", { { 3 }, { 32 } });
    ASSERT_TRUE(outcome.trap.has_value());
    EXPECT_EQ(outcome.trap->kind, TrapKind::deadlock);
    EXPECT_APPROVED(outcome.trap->message);
}

class Clusters : public testing::Test {
protected:
    // The refusal of a launch of `few_stay`, whose clusters have two blocks.
    [[nodiscard]] std::string refusal(const LaunchShape& shape, const RunOptions& options = {}) const
    {
        DeviceMemory memory;
        const Result<Program> program = Program::lower(m_module, *m_module.find("few_stay"));
        const Parameters parameters = Parameters {}.add(memory.allocate("out", 16));
        const Result<LaunchOutcome> outcome = run(*program, memory, shape, parameters.bytes(), options);
        return outcome.ok() ? "" : outcome.error().message;
    }

    ptx::Module m_module = parse_fixture("cluster.ptx");
};

TEST_F(Clusters, ShapesThatNoGpuLaunches)
{
    EXPECT_EQ(refusal({ { 2 }, { 4 } }), "");
    EXPECT_APPROVED(refusal({ { 3 }, { 4 } }));
    LaunchShape other { { 4 }, { 4 } };
    other.cluster = Dim3 { 4 };
    EXPECT_THAT(refusal(other), HasSubstr("it requires 2x1x1 (`__cluster_dims__`)"));
}

TEST_F(Clusters, OfSeveralBlocksRunInLockStepOnly)
{
    RunOptions independent;
    independent.scheduling.policy = Scheduling::Policy::independent;
    EXPECT_THAT(refusal({ { 2 }, { 4 } }, independent), HasSubstr("`--schedule lock-step`"));
}

// %cluster_nctarank of a kernel that requires nothing.
TEST_F(Clusters, MayBeAskedForByTheLaunch)
{
    const ptx::Module module = parse_text(std::string(kHeader) + R"(
.visible .entry k(.param .u64 p_out)
{
    .reg .b32 %r<4>;
    .reg .b64 %d<3>;
    ld.param.u64 %d0, [p_out];
    mov.u32 %r0, %cluster_nctarank;
    mov.u32 %r1, %ctaid.x;
    mul.wide.u32 %d1, %r1, 4;
    add.s64 %d1, %d0, %d1;
    mov.u32 %r2, %cluster_ctarank;
    mad.lo.u32 %r0, %r0, 10, %r2;
    st.global.u32 [%d1], %r0;
    ret;
})");
    EXPECT_THAT(launch(module, "k", { { 4 }, { 1 } }, 4).out, ElementsAre(10, 10, 10, 10));
    LaunchShape shape { { 4 }, { 1 } };
    shape.cluster = Dim3 { 2 };
    EXPECT_THAT(launch(module, "k", shape, 4).out, ElementsAre(20, 21, 20, 21));
    shape.cluster = Dim3 { 32 };
    DeviceMemory memory;
    const Result<Program> program = Program::lower(module, *module.find("k"));
    const Result<LaunchOutcome> outcome =
        run(*program, memory, { { 32 }, { 1 }, 0, 32, shape.cluster }, Parameters {}.add(memory.allocate("out", 64)).bytes());
    ASSERT_FALSE(outcome.ok());
    EXPECT_APPROVED(outcome.error().message);
}

TEST_F(Clusters, ObservedBlocksHearOfTheirBarriers)
{
    Heard heard;
    RunOptions options;
    options.observer = &heard;
    options.blocks = Blocks::only_observed;
    options.observed_block = 1;
    const Launched launched = launch(m_module, "neighbors", { { 2 }, { 1 } }, 32, {}, options);
    ASSERT_FALSE(launched.outcome.trap.has_value()) << fault_of(launched.outcome);
    EXPECT_EQ(heard.barriers, 3);
    // Of the block's own memory only: what it writes into the other block's is no access of its banks.
    for (const Access& access : heard.accesses) {
        if (access.space == ptx::StateSpace::shared) {
            EXPECT_LT(access.addresses[0], 16U);
        }
    }
}

} // namespace

} // namespace warpstage::simt

// The issue order of a warp's steps: loads early, loops unrolled, shared-memory loads merged.
#include "tests/core/timing/kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::timing {
namespace {

using testing::ElementsAre;

TEST(RunOrder, ALoadMovesUpInsideItsBasicBlock)
{
    const Kernel kernel(
        "add.f32 %f3, %f1, %f2;\nadd.f32 %f4, %f3, %f2;\nld.global.f32 %f5, [%rd1];\nadd.f32 %f6, %f5, %f4;\nret;");
    EXPECT_THAT(order_of(kernel), ElementsAre(2, 0, 1, 3, 4));
}

TEST(RunOrder, WhatItsAddressNeedsComesFirst)
{
    const Kernel kernel(
        "add.f32 %f3, %f1, %f2;\nadd.s64 %rd3, %rd1, %rd2;\nld.global.f32 %f5, [%rd3];\nadd.f32 %f6, %f5, %f3;\nret;");
    EXPECT_THAT(order_of(kernel), ElementsAre(1, 2, 0, 3, 4));
}

TEST(RunOrder, ALoadStaysBehindAStoreToTheSameSpace)
{
    const Kernel same("st.global.f32 [%rd2], %f1;\nld.global.f32 %f5, [%rd1];\nadd.f32 %f6, %f5, %f5;\nret;");
    EXPECT_THAT(order_of(same), ElementsAre(0, 1, 2, 3));
    const Kernel other("st.shared.f32 [%r2], %f1;\nld.global.f32 %f5, [%rd1];\nadd.f32 %f6, %f5, %f5;\nret;");
    EXPECT_THAT(order_of(other), ElementsAre(1, 0, 2, 3));
    const Kernel read_only("st.global.f32 [%rd2], %f1;\nld.global.nc.f32 %f5, [%rd1];\nadd.f32 %f6, %f5, %f5;\nret;");
    EXPECT_THAT(order_of(read_only), ElementsAre(1, 0, 2, 3));
}

TEST(RunOrder, AStoreStaysBehindALoadFromTheSameSpace)
{
    const Kernel kernel("add.f32 %f2, %f1, %f1;\nld.shared.f32 %f5, [%r1];\nst.shared.f32 [%r2], %f2;\nret;");
    const Path order = order_of(kernel);
    EXPECT_LT(std::ranges::find(order, 1U), std::ranges::find(order, 2U));
}

TEST(RunOrder, VolatileAccessesStayInOrder)
{
    const Kernel kernel("ld.volatile.shared.f32 %f1, [%r1];\nld.volatile.global.f32 %f2, [%rd1];\nadd.f32 %f3, %f1, %f2;\nret;");
    EXPECT_THAT(order_of(kernel), ElementsAre(0, 1, 2, 3));
}

TEST(RunOrder, NothingPassesABarrierOrABranch)
{
    const Kernel barrier("add.f32 %f2, %f1, %f1;\nbar.sync 0;\nadd.f32 %f3, %f1, %f1;\nld.global.f32 %f5, [%rd1];\nret;");
    EXPECT_THAT(order_of(barrier), ElementsAre(0, 1, 3, 2, 4));
    const Kernel fence("add.f32 %f2, %f1, %f1;\nmembar.gl;\nld.global.f32 %f5, [%rd1];\nret;");
    EXPECT_THAT(order_of(fence), ElementsAre(0, 1, 2, 3));
    const Kernel branch("setp.lt.s32 %p1, %r1, 5;\n@%p1 bra $L_far;\n" + lines(9, "add.f32 %f#, %f#, %f#;")
        + "$L_far:\nld.global.f32 %f50, [%rd1];\nret;");
    EXPECT_THAT(order_of(branch), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
}

TEST(RunOrder, ALoadPassesAPredicatedBranch)
{
    const Kernel kernel("setp.lt.s32 %p1, %r1, 5;\n@%p1 bra $L_near;\nadd.f32 %f1, %f1, %f1;\n$L_near:\n"
                        "ld.global.f32 %f5, [%rd1];\nadd.f32 %f6, %f5, %f1;\nret;");
    EXPECT_EQ(order_of(kernel).front(), 3);
    // Also if every lane of the warp skips the addition.
    const BlockStream skipped = stream_of(kernel, { .path = [](std::uint32_t) {
        return Path { 0, 1, 3, 4, 5 };
    } });
    EXPECT_EQ(skipped.warps.front().front().pc, 3);
    EXPECT_EQ(skipped.warps.front().size(), 6); // it is issued in any case, with a false predicate
}

TEST(RunOrder, EveryStepOccursOnceInAnyOrder)
{
    const Kernel kernel(
        lines(20, "ld.global.f32 %f#, [%rd1+#];\nst.shared.f32 [%r1], %f#;\nfma.rn.f32 %f30, %f#, %f#, %f30;") + "ret;");
    Path order = order_of(kernel);
    std::ranges::sort(order);
    for (std::uint32_t pc = 0; pc < order.size(); ++pc)
        EXPECT_EQ(order[pc], pc);
    EXPECT_EQ(order.size(), 61);
}

// Program counters 1 to 6, eight times.
std::string summing_loop(const std::string& pragma, const std::string& next_address)
{
    return "mov.u32 %r1, 0;\n$L_loop:\n" + pragma + "ld.global.f32 %f1, [%rd1];\nadd.f32 %f2, %f2, %f1;\n" + next_address
        + "add.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, 8;\n@%p1 bra $L_loop;\nret;";
}

BlockStream eight_rounds(const Kernel& kernel)
{
    return stream_of(kernel, { .path = [](std::uint32_t) {
        Path path { 0 };
        for (int round = 0; round < 8; ++round)
            for (std::uint32_t pc = 1; pc <= 6; ++pc)
                path.push_back(pc);
        path.push_back(7);
        return path;
    } });
}

std::size_t vanished(const BlockStream& stream)
{
    return static_cast<std::size_t>(std::ranges::count_if(stream.warps.front(), &StreamStep::vanishes));
}

TEST(RunOrder, ASmallLoopIsUnrolledFourTimesWithItsLoadsInFront)
{
    const Kernel kernel(summing_loop("", "add.s64 %rd1, %rd1, 4;\n"));
    const BlockStream stream = eight_rounds(kernel);
    const auto& steps = stream.warps.front();
    EXPECT_EQ(steps.size(), 1 + 8 * 6 + 1);
    EXPECT_EQ(vanished(stream), 6); // two branches of eight stay
    // Loads and the additions to their address, four times, before the first sum.
    const auto first_sum = std::ranges::find(steps, 2U, &StreamStep::pc);
    EXPECT_EQ(std::count_if(steps.begin(), first_sum, [](const StreamStep& step) { return step.pc == 1; }), 4);
    EXPECT_EQ(std::count_if(steps.begin(), steps.end(), [](const StreamStep& step) { return step.pc == 1; }), 8);
}

// Four lanes run four iterations, the others three: a body of four for the former, then bodies of two and of one for the latter.
TEST(RunOrder, LanesWithFewerIterationsTakeTheRestOfAnUnrolledLoop)
{
    const Kernel kernel(summing_loop("", "add.s64 %rd1, %rd1, 4;\n"));
    StreamObserver observer(kernel.code(), kernel.traits(), 1'000);
    constexpr LaneMask kWarp = 0xffffffff;
    constexpr LaneMask kFour = 0xf;
    const auto step = [&](std::uint32_t pc, LaneMask active) {
        const simt::Step done { .pc = pc, .active = active, .executed = active };
        observer.on_step(done);
        return done;
    };
    step(0, kWarp);
    for (std::uint32_t round = 0; round < 4; ++round) {
        const LaneMask active = round < 3 ? kWarp : kFour;
        simt::Access access { .bytes = 4, .lanes = active };
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            access.addresses[lane] = 0x10000 + 128 * round + 4 * lane;
        observer.on_access(step(1, active), access);
        for (std::uint32_t pc = 2; pc < 6; ++pc)
            step(pc, active);
        const LaneMask taken = round < 2 ? kWarp : round == 2 ? kFour : LaneMask { 0 };
        observer.on_branch(step(6, active), taken, active & ~taken);
    }
    step(7, kWarp);
    const BlockStream stream = observer.take();
    const auto& steps = stream.warps.front();
    std::vector<LaneMask> loads;
    for (const StreamStep& made : steps)
        if (made.pc == 1)
            loads.push_back(made.active);
    EXPECT_THAT(loads, ElementsAre(kFour, kFour, kFour, kFour, ~kFour, ~kFour, ~kFour));
}

TEST(RunOrder, APragmaForbidsUnrolling)
{
    const Kernel kernel(summing_loop(".pragma \"nounroll\";\n", "add.s64 %rd1, %rd1, 4;\n"));
    EXPECT_EQ(vanished(eight_rounds(kernel)), 0);
}

// A gather: all four indices are loaded before the first value.
TEST(RunOrder, LoadsThatDependOnLoadsOfTheSameIterationAreUnrolled)
{
    const char* text = "mov.u32 %r1, 0;\n$L_loop:\nld.global.u64 %rd2, [%rd1];\nld.global.f32 %f1, [%rd2];\n"
                       "add.f32 %f2, %f2, %f1;\nadd.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, 8;\n@%p1 bra $L_loop;\nret;";
    const BlockStream stream = eight_rounds(Kernel(text));
    EXPECT_EQ(vanished(stream), 6);
    std::vector<std::uint32_t> first_body;
    for (std::size_t i = 1; i <= 12; ++i)
        first_body.push_back(stream.warps.front()[i].pc);
    EXPECT_THAT(first_body, ElementsAre(1, 1, 1, 1, 2, 2, 2, 2, 3, 4, 5, 6)) << "the branch of the iteration vanishes";
    EXPECT_EQ(vanished(eight_rounds(Kernel(text, { 3, 5 }))), 0);
}

TEST(RunOrder, ALoopWhoseAddressComesFromALoadOfTheIterationBeforeIsNotUnrolled)
{
    const Kernel kernel("mov.u32 %r1, 0;\n$L_loop:\nld.global.u64 %rd1, [%rd1];\nadd.f32 %f2, %f2, %f1;\nadd.f32 %f3, %f3, %f1;\n"
                        "add.s32 %r1, %r1, 1;\nsetp.lt.s32 %p1, %r1, 8;\n@%p1 bra $L_loop;\nret;");
    EXPECT_EQ(vanished(eight_rounds(kernel)), 0);
}

TEST(RunOrder, ALoopWithAVariableStepIsNotUnrolled)
{
    const auto loop = [](const std::string& step) {
        return "mov.u32 %r1, 0;\n$L_loop:\nld.global.f32 %f1, [%rd1];\nadd.f32 %f2, %f2, %f1;\nadd.s64 %rd1, %rd1, 4;\nadd.s32 "
               "%r1, %r1, "
            + step + ";\nsetp.lt.s32 %p1, %r1, 8;\n@%p1 bra $L_loop;\nret;";
    };
    EXPECT_EQ(vanished(eight_rounds(Kernel(loop("1")))), 6);
    EXPECT_EQ(vanished(eight_rounds(Kernel(loop("%r2")))), 0);
}

TEST(RunOrder, ALoopThatStoresIsNotUnrolled)
{
    const Kernel kernel(summing_loop("", "st.global.f32 [%rd2], %f1;\n"));
    EXPECT_EQ(vanished(eight_rounds(kernel)), 0);
}

// Four words of shared memory starting at `first`, with lanes `stride` bytes apart.
BlockStream four_loads(const Kernel& kernel, std::uint64_t first, std::uint64_t stride)
{
    Play play;
    for (std::uint32_t k = 0; k < 4; ++k)
        play.addresses[k] = words_from(first + 4 * k, stride);
    return stream_of(kernel, play);
}

Kernel four_neighbors()
{
    return Kernel("ld.shared.f32 %f1, [%r1];\nld.shared.f32 %f2, [%r1+4];\nld.shared.f32 %f3, [%r1+8];\n"
                  "ld.shared.f32 %f4, [%r1+12];\nret;");
}

TEST(JoinedLoads, FourNeighboringWordsAreOneLoadWhereTheyAreAligned)
{
    const Kernel kernel = four_neighbors();
    ASSERT_EQ(kernel.code().joined.size(), 1);
    EXPECT_EQ(kernel.code().joined.front().bytes, 16);
    EXPECT_EQ(kernel.code().joined.front().first, 0);

    const BlockStream aligned = four_loads(kernel, 0, 16);
    EXPECT_EQ(vanished(aligned), 3);
    EXPECT_EQ(aligned.memory.front().wide_wavefronts, 4); // 512 bytes
    EXPECT_EQ(aligned.memory.front().bytes, 512);

    const BlockStream crooked = four_loads(kernel, 4, 16);
    EXPECT_EQ(vanished(crooked), 0);
    EXPECT_EQ(crooked.memory.front().wide_wavefronts, 0);
}

TEST(JoinedLoads, NeighborsInAVariableAreOneLoad)
{
    const Kernel kernel(".shared .align 16 .b8 tile[32];\nld.shared.f32 %f1, [tile];\nld.shared.f32 %f2, [tile+4];\n"
                        "ld.shared.f32 %f3, [tile+8];\nld.shared.f32 %f4, [tile+12];\nret;");
    ASSERT_EQ(kernel.code().joined.size(), 1);
    EXPECT_EQ(kernel.code().joined.front().bytes, 16);
}

TEST(JoinedLoads, AWideLoadReplacesFourInTheSimulation)
{
    const Kernel kernel = four_neighbors();
    const auto timing = round_timing();
    const BlockStream aligned = four_loads(kernel, 0, 16);
    const BlockStream crooked = four_loads(kernel, 4, 16);
    EXPECT_EQ(simulate(request_of(kernel, aligned, timing)).run.instructions, 2);
    EXPECT_EQ(simulate(request_of(kernel, crooked, timing)).run.instructions, 5);
}

TEST(JoinedLoads, TwoNumbersOf64BitsAreMerged)
{
    const Kernel kernel("ld.shared.f64 %fd1, [%r1];\nld.shared.f64 %fd2, [%r1+8];\nld.shared.f64 %fd3, [%r1+16];\nret;");
    ASSERT_EQ(kernel.code().joined.size(), 1);
    EXPECT_EQ(kernel.code().joined.front().bytes, 16);
    EXPECT_EQ(kernel.code().joined_at[2], 0);
    EXPECT_TRUE(Kernel("ld.shared.f32 %f1, [%r1];\nld.shared.f64 %fd2, [%r1+4];\nret;").code().joined.empty());
}

TEST(JoinedLoads, OthersAreNotMerged)
{
    const auto joined = [](const std::string& second) {
        return Kernel("ld.shared.f32 %f1, [%r1];\n" + second + "\nret;").code().joined.size();
    };
    EXPECT_EQ(joined("ld.shared.f32 %f2, [%r1+4];"), 1);
    EXPECT_EQ(joined("ld.shared.f32 %f2, [%r1+8];"), 0); // a gap
    EXPECT_EQ(joined("ld.shared.f32 %f2, [%r2+4];"), 0); // another base
    EXPECT_EQ(joined("ld.volatile.shared.f32 %f2, [%r1+4];"), 0);
    EXPECT_EQ(joined("@%p1 ld.shared.f32 %f2, [%r1+4];"), 0);
    EXPECT_EQ(joined("ld.shared.f64 %fd2, [%r1+4];"), 0);
    EXPECT_EQ(joined("st.shared.f32 [%r2], %f3;\nld.shared.f32 %f2, [%r1+4];"), 0);
    EXPECT_EQ(joined("add.s32 %r1, %r1, 64;\nld.shared.f32 %f2, [%r1+4];"), 0); // the base has changed
    EXPECT_EQ(joined("bar.sync 0;\nld.shared.f32 %f2, [%r1+4];"), 0);
}

} // namespace
} // namespace warpstage::timing

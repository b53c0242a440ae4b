// The memory lines and sectors that the warps of a block access.
#include "core/trace/recorder.h"
#include "tests/core/timing/kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>

namespace warpstage::timing {
namespace {

using testing::Each;
using testing::Field;

constexpr std::uint64_t kBase = 0x7000'0000;

// The first instruction of the kernel, by one warp.
BlockStream one_access(const std::string& instruction, const Address& address, arch::ComputeCapability capability = { 9, 0 },
    std::uint32_t warps = 1)
{
    const Kernel kernel(instruction + "\nret;", capability);
    return stream_of(kernel, { .warps = warps, .path = {}, .addresses = { { 0, address } } });
}

std::uint32_t sectors_of(const BlockStream& stream)
{
    std::uint32_t sum = 0;
    for (const LineUse& use : stream.lines)
        sum += static_cast<std::uint32_t>(std::popcount(use.sectors));
    return sum;
}

TEST(BlockStreams, ACoalescedLoadIsOneLine)
{
    const BlockStream stream = one_access("ld.global.f32 %f1, [%rd1];", words_from(kBase));
    ASSERT_EQ(stream.lines.size(), 1);
    EXPECT_EQ(stream.lines.front().line, kBase / 128);
    EXPECT_EQ(stream.lines.front().sectors, 15);
    EXPECT_EQ(stream.memory.front().bytes, 128);
    EXPECT_EQ(stream.memory.front().kind, simt::AccessKind::load);
    EXPECT_EQ(stream.memory.front().wavefronts, 1);
}

TEST(BlockStreams, AdjacentStoresToTheSameSectorsLeaveL1Together)
{
    const std::string stores = "st.global.f32 [%rd1], %f1;\nst.global.f32 [%rd1+4], %f1;\n";
    const Address first = words_from(kBase, 8);
    const Address second = words_from(kBase + 4, 8);
    using Addresses = std::map<std::uint32_t, Address>;
    const auto sectors_at_l2 = [&](const std::string& body, const Addresses& addresses, arch::ComputeCapability capability) {
        const Kernel kernel(body + "ret;", capability);
        const BlockStream stream = stream_of(kernel, { .warps = 1, .path = {}, .addresses = addresses });
        std::uint32_t sum = 0;
        for (const MemoryUse& use : stream.memory)
            for (std::uint32_t i = 0; i < use.lines; ++i) {
                EXPECT_FALSE(use.kind == simt::AccessKind::store && capability.major >= 9
                    && stream.lines[use.first_line + i].partial && stream.memory.size() == 2);
                sum += static_cast<std::uint32_t>(std::popcount(stream.lines[use.first_line + i].sectors));
            }
        return sum;
    };
    EXPECT_EQ(sectors_at_l2(stores, { { 0, first }, { 1, second } }, { 9, 0 }), 8);
    EXPECT_EQ(sectors_at_l2(stores, { { 0, first }, { 1, second } }, { 8, 0 }), 16) << "not known";
    EXPECT_EQ(sectors_at_l2("st.global.f32 [%rd1], %f1;\nld.global.f32 %f2, [%rd1+4];\nst.global.f32 [%rd1+4], %f2;\n",
                  { { 0, first }, { 1, second }, { 2, second } }, { 9, 0 }),
        24)
        << "a load separates them";
}

TEST(BlockStreams, StoresToManyLinesLeaveL1Apart)
{
    const Kernel kernel("st.global.f32 [%rd1], %f1;\nst.global.f32 [%rd1+4], %f1;\nret;");
    for (const std::uint64_t stride : { 16U, 32U }) {
        const BlockStream stream = stream_of(kernel,
            { .warps = 1, .path = {}, .addresses = { { 0, words_from(kBase, stride) }, { 1, words_from(kBase + 4, stride) } } });
        EXPECT_EQ(stream.memory[0].lines, stride / 4);
        EXPECT_EQ(stream.memory[1].lines, stride == 16 ? 1U : 8U) << "an empty line instead of the sectors of both";
    }
}

TEST(BlockStreams, AnOffsetTouchesTheNextLine)
{
    const BlockStream stream = one_access("ld.global.f32 %f1, [%rd1];", words_from(kBase + 4));
    EXPECT_EQ(stream.lines.size(), 2);
    EXPECT_EQ(sectors_of(stream), 5);
}

TEST(BlockStreams, AStrideTouchesMoreSectorsUntilEachLaneHasItsOwn)
{
    const std::vector<std::uint32_t> expected { 4, 8, 16, 32, 32 };
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const BlockStream stream = one_access("ld.global.f32 %f1, [%rd1];", words_from(kBase, 4U << i));
        EXPECT_EQ(sectors_of(stream), expected[i]) << (4U << i) << " bytes";
        EXPECT_EQ(stream.lines.size(), 1U << i);
        EXPECT_EQ(stream.memory.front().lines, 1U << i);
    }
}

TEST(BlockStreams, AWideElementTakesMoreLines)
{
    const BlockStream stream = one_access("ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];", words_from(kBase, 16));
    EXPECT_EQ(stream.lines.size(), 4);
    EXPECT_EQ(sectors_of(stream), 16);
    EXPECT_EQ(stream.memory.front().bytes, 512);
}

TEST(BlockStreams, AStoreIsPartialIfItDoesNotWriteAllBytesOfASector)
{
    const auto partial = [](std::uint64_t first, std::uint64_t stride) {
        const BlockStream stream = one_access("st.global.f32 [%rd1], %f1;", words_from(first, stride));
        return std::ranges::all_of(stream.lines, &LineUse::partial);
    };
    EXPECT_FALSE(partial(kBase, 4));
    EXPECT_FALSE(partial(kBase + 32, 4));
    EXPECT_TRUE(partial(kBase + 4, 4));
    EXPECT_TRUE(partial(kBase, 8));
    const BlockStream load = one_access("ld.global.f32 %f1, [%rd1];", words_from(kBase, 8));
    EXPECT_THAT(load.lines, Each(Field(&LineUse::partial, false)));
}

TEST(BlockStreams, FermiLoadsWholeLinesAndStoresSectors)
{
    EXPECT_EQ(sectors_of(one_access("ld.global.f32 %f1, [%rd1];", words_from(kBase, 128), { 2, 0 })), 128);
    EXPECT_EQ(sectors_of(one_access("st.global.f32 [%rd1], %f1;", words_from(kBase, 128), { 2, 0 })), 32);
}

TEST(BlockStreams, TransactionsOfCC1AreThoseOfHalfWarps)
{
    const BlockStream stream = one_access("ld.global.f32 %f1, [%rd1];", words_from(kBase), { 1, 3 });
    ASSERT_EQ(stream.lines.size(), 2);
    EXPECT_EQ(stream.lines[0].sectors, 3);
    EXPECT_EQ(stream.lines[1].sectors, 12);
    EXPECT_EQ(one_access("ld.global.f32 %f1, [%rd1];", words_from(kBase + 4), { 1, 0 }).lines.size(), 32); // not in order
}

TEST(BlockStreams, SharedMemoryHasWavefrontsAndNoLines)
{
    const auto wavefronts = [](std::uint64_t stride) {
        const BlockStream stream = one_access("ld.shared.f32 %f1, [%r1];", words_from(0, stride));
        EXPECT_TRUE(stream.lines.empty());
        return stream.memory.front().wavefronts;
    };
    EXPECT_EQ(wavefronts(4), 1);
    EXPECT_EQ(wavefronts(8), 2);
    EXPECT_EQ(wavefronts(128), 32);
    EXPECT_EQ(wavefronts(132), 1);
    EXPECT_EQ(wavefronts(0), 1); // broadcast
}

TEST(BlockStreams, ConstantMemoryCountsAddresses)
{
    EXPECT_EQ(one_access("ld.const.f32 %f1, [%rd1];", words_from(64, 0)).memory.front().wavefronts, 1);
    EXPECT_EQ(one_access("ld.const.f32 %f1, [%rd1];", words_from(64, 4)).memory.front().wavefronts, 32);
}

// Word k of all lanes of a warp is contiguous.
TEST(BlockStreams, LocalMemoryIsInterleavedByLane)
{
    const auto same_index = [](std::uint32_t, unsigned) {
        return std::uint64_t { 8 };
    };
    const BlockStream together = one_access("ld.local.f32 %f1, [%rd1];", same_index, { 9, 0 }, 2);
    ASSERT_EQ(together.lines.size(), 2); // one per warp
    EXPECT_NE(together.lines[0].line, together.lines[1].line);
    EXPECT_THAT(together.lines, Each(Field(&LineUse::sectors, 15)));
    EXPECT_TRUE(together.memory.front().is_local);

    const BlockStream own_index = one_access("ld.local.f32 %f1, [%rd1];", words_from(0));
    EXPECT_EQ(own_index.lines.size(), 32);
    EXPECT_EQ(sectors_of(own_index), 32);

    const BlockStream wide = one_access("ld.local.f64 %fd1, [%rd1];", same_index);
    EXPECT_EQ(wide.lines.size(), 2);
    EXPECT_EQ(wide.memory.front().wavefronts, 2);
}

TEST(BlockStreams, AtomicOperationsCountContendingLanes)
{
    const auto meeting = [](const Address& address) {
        const BlockStream stream = one_access("atom.global.add.u32 %r1, [%rd1], %r2;", address);
        return std::pair { stream.memory.front().same_word, stream.memory.front().words };
    };
    EXPECT_EQ(meeting(words_from(kBase)), std::pair(1U, 32U));
    EXPECT_EQ(meeting(words_from(kBase, 0)), std::pair(32U, 1U));
    EXPECT_EQ(meeting([](std::uint32_t, unsigned lane) { return kBase + 4 * (lane % 8); }), std::pair(4U, 8U));
    EXPECT_EQ(meeting([](std::uint32_t, unsigned lane) { return kBase + 4 * (lane < 20 ? 0 : lane); }), std::pair(20U, 13U));
}

TEST(BlockStreams, TheTraceOfABlockAndItsEventsAgree)
{
    const Kernel kernel("ld.shared.f32 %f1, [%r1];\nld.shared.f32 %f2, [%r1+4];\nld.global.f32 %f3, [%rd1];\n"
                        "setp.lt.f32 %p1, %f3, %f1;\n@%p1 bra $L_end;\nst.global.f32 [%rd1], %f2;\n$L_end:\nret;");
    Play play { .warps = 3, .path = {}, .addresses = {} };
    play.path = [](std::uint32_t warp) {
        return warp == 1 ? Path { 0, 1, 2, 3, 4, 6 } : Path { 0, 1, 2, 3, 4, 5, 6 };
    };
    play.addresses = { { 0, words_from(0, 8) }, { 1, words_from(4, 8) }, { 2, words_from(kBase) }, { 5, words_from(kBase) } };
    trace::Recorder recorder(kernel.listing().size(), 32, 3);
    tell(kernel, play, recorder);
    const BlockStream recorded = stream_of(recorder.take_trace(), kernel.code(), kernel.traits());
    const BlockStream watched = stream_of(kernel, play);
    ASSERT_EQ(recorded.warps.size(), watched.warps.size());
    EXPECT_EQ(recorded.steps, watched.steps);
    EXPECT_EQ(recorded.all_steps, watched.all_steps);
    EXPECT_TRUE(recorded.complete());
    EXPECT_EQ(recorded.lines.size(), watched.lines.size());
    for (std::size_t w = 0; w < recorded.warps.size(); ++w) {
        ASSERT_EQ(recorded.warps[w].size(), watched.warps[w].size());
        for (std::size_t i = 0; i < recorded.warps[w].size(); ++i) {
            const StreamStep& a = recorded.warps[w][i];
            const StreamStep& b = watched.warps[w][i];
            EXPECT_EQ(a.pc, b.pc);
            EXPECT_EQ(a.divergent, b.divergent);
            EXPECT_EQ(a.vanishes, b.vanishes);
            ASSERT_EQ(a.memory, b.memory);
            if (a.memory == 0)
                continue;
            EXPECT_EQ(recorded.memory[a.memory - 1].wavefronts, watched.memory[b.memory - 1].wavefronts);
            EXPECT_EQ(recorded.memory[a.memory - 1].wide_wavefronts, watched.memory[b.memory - 1].wide_wavefronts);
            EXPECT_EQ(recorded.memory[a.memory - 1].lines, watched.memory[b.memory - 1].lines);
        }
    }
}

TEST(BlockStreams, AnObserverKeepsTheFirstStepsOfEachWarpAndCountsAll)
{
    const Kernel kernel(lines(50, "add.f32 %f#, %f@, %f@;") + "ret;");
    StreamObserver observer(kernel.code(), kernel.traits(), 20);
    tell(kernel, { .warps = 2, .path = {}, .addresses = {} }, observer);
    const BlockStream stream = observer.take();
    EXPECT_EQ(stream.warps[0].size(), 20);
    EXPECT_EQ(stream.warps[1].size(), 20);
    EXPECT_EQ(stream.steps, 40);
    EXPECT_EQ(stream.all_steps, 102);
    EXPECT_FALSE(stream.complete());
    EXPECT_TRUE(observer.take().warps.empty());
}

TEST(BlockStreams, AnObserverKeepsRequestsBehindTheFirstSteps)
{
    const Kernel kernel(lines(50, "add.f32 %f#, %f@, %f@;") + lines(3, "st.global.f32 [%rd1], %f1;") + "ret;");
    StreamObserver observer(kernel.code(), kernel.traits(), 40); // and two requests
    const Address words = words_from(kBase);
    tell(kernel, { .warps = 2, .path = {}, .addresses = { { 50, words }, { 51, words }, { 52, words } } }, observer);
    const BlockStream stream = observer.take();
    EXPECT_TRUE(stream.memory.empty());
    ASSERT_EQ(stream.behind.size(), 2);
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
        ASSERT_EQ(stream.behind[warp].size(), 2);
        EXPECT_EQ(stream.behind[warp].front().kind, simt::AccessKind::store);
        EXPECT_EQ(stream.lines_of(stream.behind[warp].front()).front().line, kBase / 128 + warp);
    }
    EXPECT_EQ(stream.further_bytes, 2 * 128);
    EXPECT_EQ(requested_bytes(stream), 2 * 3 * 128);
    EXPECT_EQ(stream.observed_steps, stream.all_steps);
}

TEST(BlockStreams, AnObserverKnowsTheRangeOfConstants)
{
    const Kernel kernel("ld.const.f32 %f1, [%rd1];\nret;");
    StreamObserver observer(kernel.code(), kernel.traits(), 40);
    tell(kernel,
        { .warps = 2,
            .path = {},
            .addresses = { { 0,
                [](std::uint32_t warp, unsigned) {
                    return 64 + 100 * warp;
                } } } },
        observer);
    const BlockStream stream = observer.take();
    EXPECT_EQ(stream.constants.first, 64);
    EXPECT_EQ(stream.constants.end, 168);
    EXPECT_TRUE(ConstantRange {}.empty());
}

} // namespace
} // namespace warpstage::timing

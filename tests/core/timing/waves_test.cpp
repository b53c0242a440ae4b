// Blocks that run at the same time, and what they find in L2.
#include "core/arch/gpus.h"
#include "core/timing/waves/waves.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

namespace warpstage::timing {
namespace {

using RequestKind = L2Request::Kind;

// `blocks` blocks that read a line of their own and line 1000, one sector each.
std::vector<BlockRequests> sharing_blocks(std::uint64_t blocks)
{
    std::vector<BlockRequests> requests(blocks);
    for (std::uint64_t block = 0; block < blocks; ++block)
        requests[block] = { { block, 1, RequestKind::load }, { 1000, 1, RequestKind::load } };
    return requests;
}

TEST(L2Replay, TellsWhoHasBroughtASectorIntoL2)
{
    const auto requests = sharing_blocks(6);
    const auto waves = replay_l2(requests, ordered_blocks({ .x = 6 }, 6, BlockOrder::rows), 4, 1e6);
    ASSERT_EQ(waves.size(), 2U);
    EXPECT_EQ(waves[0].blocks, 4U);
    EXPECT_EQ(waves[0].from_dram, 5U) << "four lines and the shared one";
    EXPECT_EQ(waves[0].from_same_wave, 3U);
    EXPECT_EQ(waves[1].first, 4U);
    EXPECT_EQ(waves[1].from_earlier_wave, 2U);
    EXPECT_EQ(waves[1].from_dram, 2U);
    EXPECT_DOUBLE_EQ(waves[1].hit_rate(), 0.5);
}

TEST(L2Replay, WrittenSectorsAreFoundLater)
{
    const std::vector<BlockRequests> requests { { { 7, 15, RequestKind::store } }, { { 7, 3, RequestKind::load } } };
    const auto waves = replay_l2(requests, std::vector<std::uint64_t> { 0, 1 }, 1, 1e6);
    EXPECT_EQ(waves[0].written, 4U);
    EXPECT_EQ(waves[0].read(), 0U);
    EXPECT_EQ(waves[1].from_earlier_wave, 2U);
}

// Block (x, y) of a product reads the tiles of row y and of column x, which do not all fit into L2.
TEST(L2Replay, GroupsOfRowsNeedFewerTilesAtOnce)
{
    constexpr std::uint32_t kSide = 32;
    const Dim3 grid { .x = kSide, .y = kSide };
    std::vector<BlockRequests> requests(grid.count());
    for (std::uint32_t y = 0; y < kSide; ++y)
        for (std::uint32_t x = 0; x < kSide; ++x)
            for (std::uint64_t k = 0; k < kSide; ++k) {
                requests[y * kSide + x].emplace_back(y * kSide + k, 15, RequestKind::load);
                requests[y * kSide + x].emplace_back(100'000 + k * kSide + x, 15, RequestKind::load);
            }
    const auto from_dram = [&](BlockOrder order) {
        std::uint64_t sectors = 0;
        for (const Wave& wave : replay_l2(requests, ordered_blocks(grid, grid.count(), order), 64, 100'000))
            sectors += wave.from_dram;
        return sectors;
    };
    const auto rows = from_dram(BlockOrder::rows);
    EXPECT_EQ(rows, from_dram(BlockOrder::columns)) << "by symmetry";
    EXPECT_LT(2 * from_dram(BlockOrder::groups), rows);
}

TEST(L2Replay, WithoutL2EverySectorComesFromDram)
{
    const auto waves = replay_l2(sharing_blocks(4), ordered_blocks({ .x = 4 }, 4, BlockOrder::rows), 4, 0.0);
    EXPECT_EQ(waves[0].from_dram, 8U);
    EXPECT_EQ(waves[0].hit_rate(), 0.0);
}

TEST(L2Replay, OrdersContainEveryBlockOnce)
{
    const Dim3 grid { .x = 5, .y = 19, .z = 2 };
    for (const auto order : { BlockOrder::rows, BlockOrder::columns, BlockOrder::groups }) {
        auto blocks = ordered_blocks(grid, grid.count(), order);
        std::ranges::sort(blocks);
        ASSERT_EQ(blocks.size(), grid.count());
        for (std::uint64_t i = 0; i < blocks.size(); ++i)
            ASSERT_EQ(blocks[i], i);
    }
    EXPECT_EQ(ordered_blocks({ .x = 3, .y = 2 }, 6, BlockOrder::columns), (std::vector<std::uint64_t> { 0, 3, 1, 4, 2, 5 }));
}

Waves waves_of(const std::string& lesson_id, const std::string& variant, const std::string& n, const char* gpu_name)
{
    const auto catalog = lesson::shipped_lessons();
    const auto lesson = *catalog->find(lesson_id);
    auto settings = lesson->initial_settings();
    EXPECT_TRUE(settings.set(lesson->problem->parameters(), "n", n));
    auto plan = lesson->problem->plan(*lesson->find_variant(variant), settings);
    EXPECT_TRUE(plan);
    const auto* const gpu = arch::find_gpu(gpu_name);
    return find_waves({ std::make_shared<const engine::VmPrograms>(lesson),
        std::make_shared<const problem::Plan>(std::move(*plan)), &arch::traits_of(gpu->capability), gpu });
}

// 16 x 16 tiles of 32 x 32 threads.
TEST(Waves, ATransposeReadsEachElementOnce)
{
    const auto waves = waves_of("transpose", "padded", "512", "K40c");
    EXPECT_EQ(waves.refusal, "");
    ASSERT_EQ(waves.orders.size(), 3U);
    EXPECT_EQ(waves.grid.count(), 256U);
    EXPECT_EQ(waves.blocks_seen, 256U);
    EXPECT_EQ(waves.at_once(), 15U * waves.resident);
    EXPECT_EQ(waves.waves.size(), waves.count());
    EXPECT_EQ(waves.waves.back().blocks, waves.blocks_of_last());
    for (const auto& order : waves.orders) {
        EXPECT_EQ(order.total.read(), 512U * 512U / 8U);
        EXPECT_EQ(order.total.from_dram, order.total.read()) << "no element is read twice";
        EXPECT_EQ(order.total.written, 512U * 512U / 8U);
    }
}

TEST(Waves, BlocksOfAProductFindTilesOfEachOther)
{
    const auto waves = waves_of("matmul", "smem1", "256", "K40c");
    ASSERT_EQ(waves.orders.size(), 2U) << "no group of eight rows is smaller than the grid";
    EXPECT_EQ(waves.orders[0].total.read(), waves.orders[1].total.read());
    EXPECT_GT(waves.orders[0].total.hit_rate(), 0.5);
}

TEST(Waves, AGpuOfComputeCapability1HasNoL2)
{
    const auto waves = waves_of("transpose", "naive", "128", "GTX 280");
    EXPECT_EQ(waves.refusal, "");
    EXPECT_EQ(waves.l2_bytes, 0.0);
    EXPECT_EQ(waves.orders.front().total.hit_rate(), 0.0);
}

TEST(Waves, FaultsAndStopsAreReported)
{
    const auto catalog = lesson::shipped_lessons();
    const auto lesson = *catalog->find("transpose");
    auto plan = lesson->problem->plan(*lesson->find_variant("naive"), lesson->initial_settings());
    ASSERT_TRUE(plan);
    const auto* const gpu = arch::find_gpu("H200");
    std::stop_source stop;
    std::size_t grown = 0;
    const auto waves =
        find_waves({ std::make_shared<const engine::VmPrograms>(lesson), std::make_shared<const problem::Plan>(std::move(*plan)),
                       &arch::traits_of(gpu->capability), gpu },
            stop.get_token(), [&](const Waves& seen) {
                ++grown;
                EXPECT_TRUE(seen.running);
                stop.request_stop();
            });
    EXPECT_EQ(grown, 1U);
    EXPECT_TRUE(waves.orders.empty());
}

} // namespace
} // namespace warpstage::timing

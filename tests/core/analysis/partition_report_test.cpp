// Partition camping of synthetic grids: addresses of the k-th store of every resident block, and the resulting report.
#include "core/analysis/partition_report.h"
#include "core/arch/architecture.h"
#include "tests/approved.h"
#include "tests/core/analysis/synthetic.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

namespace warpstage::analysis {
namespace {

constexpr std::uint32_t kPartitions = 8; // of a GTX 280
constexpr std::uint64_t kRound = 256 * kPartitions; // bytes after which the partitions repeat

const arch::Traits& gtx_280()
{
    return *arch::parse_architecture("GTX 280")->traits;
}

struct Grid {
    std::uint64_t blocks = 1;
    std::uint32_t warps = 1;
    std::uint32_t executions = 1; // number of executions of the store, per warp
    std::function<std::uint64_t(std::uint64_t block, std::uint32_t warp, std::uint32_t execution)> address; // of the warp's words
};

// Instruction 0 stores 32 words in a row.
void run(const Grid& grid, PartitionObserver& observer)
{
    for (std::uint64_t block = 0; block < grid.blocks; ++block) {
        for (std::uint32_t warp = 0; warp < grid.warps; ++warp) {
            for (std::uint32_t execution = 0; execution < grid.executions; ++execution) {
                const simt::Step step { .block = block, .warp = warp, .pc = 0, .active = ~0U, .executed = ~0U };
                simt::Access access { .kind = simt::AccessKind::store, .bytes = 4, .lanes = ~0U };
                for (std::uint64_t lane = 0; lane < 32; ++lane)
                    access.addresses[lane] = grid.address(block, warp, execution) + 4 * lane;
                observer.on_step(step);
                observer.on_access(step, access);
            }
        }
    }
}

PartitionReport report_of(const Grid& grid)
{
    const auto function = function_on_lines("store", { 1 });
    const ptx::Listing listing(function);
    PartitionObserver observer(listing, gtx_280());
    run(grid, observer);
    EXPECT_EQ(observer.reports().size(), 1U);
    return observer.reports().front();
}

TEST(PartitionReport, BlocksSideBySideUseAllPartitions)
{
    const auto report = report_of({ .blocks = 160, .executions = 3, .address = [](auto block, auto, auto execution) {
                                       return execution * 160 * 128 + block * 128;
                                   } });
    EXPECT_DOUBLE_EQ(report.imbalance(), 1.0);
    EXPECT_DOUBLE_EQ(report.busy(), kPartitions);
    EXPECT_FALSE(report.camping);
}

// Each block alone cycles through all partitions; together they access the same partition at any time.
TEST(PartitionReport, BlocksAMultipleOfARoundApartQueueAtOnePartition)
{
    for (const std::uint64_t rounds : { 1U, 2U, 7U, 8U }) {
        const auto report = report_of({ .blocks = 120, .executions = 64, .address = [=](auto block, auto, auto execution) {
                                           return block * rounds * 64 * kRound + execution * 128;
                                       } });
        EXPECT_DOUBLE_EQ(report.imbalance(), kPartitions) << rounds;
        EXPECT_DOUBLE_EQ(report.busy(), 1.0) << rounds;
        EXPECT_TRUE(report.camping) << rounds;
    }
}

// One round plus one unit apart: as even as adjacent blocks, regardless of the distance.
TEST(PartitionReport, OneUnitMoreDistributesThem)
{
    for (const std::uint64_t rounds : { 1U, 2U, 7U, 8U }) {
        const auto report = report_of({ .blocks = 120, .executions = 4, .address = [=](auto block, auto, auto) {
                                           return block * (rounds * kRound + 256);
                                       } });
        EXPECT_DOUBLE_EQ(report.imbalance(), 1.0) << rounds;
        EXPECT_FALSE(report.camping) << rounds;
    }
}

TEST(PartitionReport, DoesNotDependOnTheOrderOfBlocks)
{
    const auto forwards =
        report_of({ .blocks = 64, .warps = 4, .executions = 5, .address = [](auto block, auto warp, auto execution) {
                       return block * 1000 * 128 + warp * 640 * 128 + execution * 384;
                   } });
    const auto backwards =
        report_of({ .blocks = 64, .warps = 4, .executions = 5, .address = [](auto block, auto warp, auto execution) {
                       return (63 - block) * 1000 * 128 + warp * 640 * 128 + execution * 384;
                   } });
    EXPECT_EQ(forwards.queued, backwards.queued);
    EXPECT_EQ(forwards.bytes, backwards.bytes);
    EXPECT_EQ(forwards.longest, backwards.longest);
}

// 256 bytes are always in one partition and cannot be distributed.
TEST(PartitionReport, FewBytesAreNoCamping)
{
    const auto report = report_of({ .blocks = 2, .address = [](auto block, auto, auto) {
                                       return block * 128;
                                   } });
    EXPECT_DOUBLE_EQ(report.imbalance(), 1.0);
    EXPECT_FALSE(report.camping);
}

// The queue of the sparse line is as long as possible, but it has only 1 % of the kernel's traffic.
TEST(PartitionReport, NegligibleTrafficIsNotCamping)
{
    auto function = function_on_lines("store", { 1, 2 });
    const ptx::Listing listing(function);
    PartitionObserver observer(listing, gtx_280());
    for (std::uint64_t block = 0; block < 16; ++block) {
        for (std::uint32_t pc : { 0U, 1U }) {
            for (std::uint64_t execution = 0; execution < (pc == 0 ? 128U : 1U); ++execution) {
                const simt::Step step { .block = block, .pc = pc, .active = ~0U, .executed = ~0U };
                simt::Access access { .kind = simt::AccessKind::load, .bytes = 4, .lanes = ~0U };
                for (std::uint64_t lane = 0; lane < 32; ++lane)
                    access.addresses[lane] = 4 * lane + (pc == 0 ? (execution * 16 + block) * 128 : block * kRound);
                observer.on_step(step);
                observer.on_access(step, access);
            }
        }
    }
    const auto reports = observer.reports();
    ASSERT_EQ(reports.size(), 2U);
    EXPECT_DOUBLE_EQ(reports[0].imbalance(), 1.0);
    EXPECT_DOUBLE_EQ(reports[1].imbalance(), kPartitions);
    EXPECT_FALSE(reports[1].camping);
}

TEST(PartitionReport, PrintsOneLinePerReport)
{
    const auto function = function_on_lines("store", { 24 });
    const ptx::Listing listing(function);
    PartitionObserver observer(listing, gtx_280());
    run({ .blocks = 32,
            .address =
                [](auto block, auto, auto) {
                    return block * kRound;
                } },
        observer);
    EXPECT_APPROVED(to_text({ .blocks = 32, .lines = observer.reports() }, listing));
}

} // namespace
} // namespace warpstage::analysis

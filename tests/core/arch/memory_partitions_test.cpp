#include "core/arch/architecture.h"
#include "core/arch/global/memory_partitions.h"
#include "tests/core/arch/patterns.h"

#include <gtest/gtest.h>

#include <vector>

namespace warpstage::arch {
namespace {

const Traits& gtx_280()
{
    return *parse_architecture("GTX 280")->traits;
}

// The transactions of the 16 lanes that write a column of an n x n matrix of floats, and of the warps of `blocks` neighboring
// blocks.
std::vector<Transaction> column(std::uint64_t n, std::uint64_t rows)
{
    std::vector<Transaction> all;
    for (std::uint64_t row = 0; row < rows; row += 16) {
        const auto addresses = addresses_of([&](std::uint64_t lane) { return 4 * n * (row + lane % 16); });
        const auto service =
            serve_global(gtx_280(), { .bytes = 4, .lanes = 0xffff, .addresses = addresses, .operation = GlobalOperation::store });
        all.insert(all.end(), service.transactions.begin(), service.transactions.end());
    }
    return all;
}

// Lecture 000: transposing 4096 x 4096 camps on one partition of a GTX 280, 4000 x 4000 does not.
TEST(MemoryPartitions, OneForAColumnOf4096FloatsAndAllFor4000)
{
    const auto camping = partition_use(gtx_280(), column(4096, 512));
    EXPECT_EQ(camping.busy(), 1U);
    EXPECT_DOUBLE_EQ(camping.imbalance(), 8.0);
    const auto spread = partition_use(gtx_280(), column(4000, 512));
    EXPECT_EQ(spread.busy(), 8U);
    EXPECT_LT(spread.imbalance(), 1.1);
}

// The same for the tiled transpose: resident blocks write tiles of 32 x 32 floats below each other.
TEST(MemoryPartitions, OneForTilesInAColumnWith4096FloatsAndAllFor4000)
{
    for (const std::uint64_t n : { 4096U, 4000U }) {
        std::vector<Transaction> all;
        for (std::uint64_t row = 0; row < 30ULL * 32; ++row) { // one tile per multiprocessor of a GTX 280
            const auto addresses = addresses_of([&](std::uint64_t lane) { return 4 * (row * n + lane); });
            const auto service = serve_global(gtx_280(), { .bytes = 4, .lanes = ~LaneMask { 0 }, .addresses = addresses });
            all.insert(all.end(), service.transactions.begin(), service.transactions.end());
        }
        const auto use = partition_use(gtx_280(), all);
        EXPECT_EQ(use.busy(), n == 4096 ? 1U : 8U);
        EXPECT_EQ(use.imbalance() > 1.1, n == 4096) << use.imbalance();
    }
}

TEST(MemoryPartitions, AreInterleavedInUnitsOf256Bytes)
{
    const std::vector<Transaction> transactions { { .address = 0, .bytes = 128 }, { .address = 128, .bytes = 128 },
        { .address = 256, .bytes = 64 }, { .address = 2048, .bytes = 32 }, { .address = 2048 + 7 * 256, .bytes = 32 } };
    EXPECT_EQ(partition_use(gtx_280(), transactions).bytes, (std::vector<std::uint64_t> { 288, 64, 0, 0, 0, 0, 0, 32 }));
    EXPECT_EQ(partition_use(traits_of({ 1, 0 }), transactions).bytes, (std::vector<std::uint64_t> { 256, 64, 32, 32, 0, 0 }))
        << "the 8 series has six";
    EXPECT_DOUBLE_EQ(partition_use(gtx_280(), {}).imbalance(), 1.0);
}

TEST(MemoryPartitions, AreIrrelevantWithHashedAddresses)
{
    const auto use = partition_use(traits_of({ 2, 0 }), column(4096, 512));
    EXPECT_TRUE(use.bytes.empty());
    EXPECT_EQ(use.busy(), 0U);
    EXPECT_DOUBLE_EQ(use.imbalance(), 1.0);
}

} // namespace
} // namespace warpstage::arch

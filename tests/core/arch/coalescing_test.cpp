#include "core/arch/global/coalescing.h"
#include "tests/core/arch/patterns.h"

#include <gtest/gtest.h>

#include <set>

namespace warpstage::arch {
namespace {

GlobalCount count(std::uint32_t bytes, const Addresses& addresses, LaneMask lanes = kFullWarp)
{
    return count_global(traits_of({ 9, 0 }), { .bytes = bytes, .lanes = lanes, .addresses = addresses });
}

// Since CC 5.0 every transaction is a sector.
std::vector<std::uint64_t> sectors_of(const Traits& traits, const GlobalRequest& request)
{
    std::vector<std::uint64_t> sectors;
    for (const Transaction& transaction : serve_global(traits, request).transactions)
        sectors.push_back(transaction.address / traits.sector_bytes);
    return sectors;
}

TEST(Coalescing, ConsecutiveFloatsFillFourSectors)
{
    const auto aligned = count(4, addresses_of([](std::uint64_t lane) { return 4096 + 4 * lane; }));
    EXPECT_EQ(aligned.sectors, 4U);
    EXPECT_EQ(aligned.ideal, 4U);
    const auto shifted = count(4, addresses_of([](std::uint64_t lane) { return 4096 + 4 * lane + 4; }));
    EXPECT_EQ(shifted.sectors, 5U);
    EXPECT_EQ(shifted.ideal, 4U);
}

TEST(Coalescing, TheOrderOfTheLanesDoesNotMatter)
{
    const auto reversed = count(4, addresses_of([](std::uint64_t lane) { return 4 * (31 - lane); }));
    EXPECT_EQ(reversed.sectors, 4U);
    EXPECT_EQ(reversed.ideal, 4U);
}

TEST(Coalescing, StridesAndWidthsOfTheLectures)
{
    EXPECT_EQ(count(4, addresses_of([](std::uint64_t lane) { return 8 * lane; })).sectors, 8U);
    EXPECT_EQ(count(16, addresses_of([](std::uint64_t lane) { return 16 * lane; })).sectors, 16U);
    EXPECT_EQ(count(16, addresses_of([](std::uint64_t lane) { return 16 * lane; })).ideal, 16U);
    const auto column = count(4, addresses_of([](std::uint64_t lane) { return 4096 * lane; }));
    EXPECT_EQ(column.sectors, 32U);
    EXPECT_EQ(column.ideal, 4U);
}

TEST(Coalescing, OneAddressForAllLanesIsOneSector)
{
    const auto broadcast = count(4, addresses_of([](unsigned) { return 1 << 20; }));
    EXPECT_EQ(broadcast.sectors, 1U);
    EXPECT_EQ(broadcast.ideal, 1U);
}

TEST(Coalescing, WithoutActiveLanesNothingIsAccessed)
{
    EXPECT_EQ(count(4, Addresses {}, 0).sectors, 0U);
    EXPECT_EQ(count(4, Addresses {}, 0).ideal, 0U);
    EXPECT_TRUE(sectors_of(traits_of({ 9, 0 }), { .lanes = 0, .addresses = Addresses {} }).empty());
}

TEST(Coalescing, SectorsAreInAscendingOrder)
{
    Addresses addresses {};
    addresses[0] = 96;
    addresses[1] = 28; // 8 bytes across the border of sectors 0 and 1
    addresses[2] = 96;
    const GlobalRequest request { .bytes = 8, .lanes = 0b111, .addresses = addresses };
    EXPECT_EQ(sectors_of(traits_of({ 9, 0 }), request), (std::vector<std::uint64_t> { 0, 1, 3 }));
    EXPECT_EQ(count_global(traits_of({ 9, 0 }), request).ideal, 1U) << "16 distinct bytes";
}

TEST(Coalescing, AgreesWithTheRulePerByte)
{
    std::mt19937 random(816);
    const Traits& traits = traits_of({ 9, 0 });
    for (int i = 0; i < 4000; ++i) {
        RandomPattern pattern = random_pattern(random);
        if (i % 4 == 0) { // the virtual machine may request accesses that no hardware executes
            for (std::uint64_t& address : pattern.addresses)
                address += random() % 32;
        }
        std::set<std::uint64_t> bytes;
        std::set<std::uint64_t> sectors;
        for (unsigned lane = 0; lane < kMaxLanes; ++lane) {
            for (std::uint64_t offset = 0; has_lane(pattern.lanes, lane) && offset < pattern.bytes; ++offset) {
                bytes.insert(pattern.addresses[lane] + offset);
                sectors.insert((pattern.addresses[lane] + offset) / 32);
            }
        }
        const GlobalRequest request { .bytes = pattern.bytes, .lanes = pattern.lanes, .addresses = pattern.addresses };
        const GlobalCount counted = count_global(traits, request);
        ASSERT_EQ(counted.sectors, sectors.size()) << i;
        ASSERT_EQ(counted.ideal, (bytes.size() + 31) / 32) << i;
        ASSERT_LE(counted.ideal, counted.sectors) << i;
        ASSERT_EQ(sectors_of(traits, request), std::vector<std::uint64_t>(sectors.begin(), sectors.end())) << i;
    }
}

} // namespace
} // namespace warpstage::arch

#include "core/arch/traits.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <tuple>
#include <vector>

namespace warpstage::arch {
namespace {

TEST(Traits, AreOrderedFromOldToNewAndNamedByTheirCapability)
{
    const auto all = all_traits();
    ASSERT_EQ(all.size(), 34U) << "28 capabilities, six of them with a second option";
    EXPECT_EQ(all.front().name, "CC 1.0");
    EXPECT_EQ(all.back().name, "CC 12.1");
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_TRUE(names.insert(all[i].name).second) << all[i].name;
        const auto number = fmt::format("{}.{}", all[i].capability.major, all[i].capability.minor);
        EXPECT_EQ(all[i].name.substr(0, 3 + number.size()), "CC " + number);
        EXPECT_EQ(all[i].usual, all[i].name == "CC " + number) << all[i].name;
        EXPECT_EQ(all[i].id(), all[i].usual ? number : fmt::format("{}:{}", number, all[i].option));
        if (i != 0 && all[i].usual) {
            EXPECT_LT(std::tie(all[i - 1].capability.major, all[i - 1].capability.minor),
                std::tie(all[i].capability.major, all[i].capability.minor));
        } else if (i != 0) {
            EXPECT_EQ(all[i - 1].capability, all[i].capability) << "after the default option: " << all[i].name;
            EXPECT_TRUE(all[i - 1].usual) << all[i].name;
        }
    }
}

TEST(Traits, OnlyTheLatestRulesAreAssumed)
{
    for (const Traits& traits : all_traits())
        EXPECT_EQ(traits.rules_assumed, traits.capability.major >= 10) << traits.name;
}

TEST(Traits, AnUnknownCapabilityIsServedByTheNearestOlderOne)
{
    EXPECT_EQ(traits_of({ 9, 0 }).name, "CC 9.0");
    EXPECT_EQ(traits_of({ 8, 8 }).name, "CC 8.7");
    EXPECT_EQ(traits_of({ 3, 6 }).name, "CC 3.5");
    EXPECT_EQ(traits_of({ 2, 5 }).name, "CC 2.1");
    EXPECT_EQ(traits_of({ 4, 0 }).name, "CC 3.7");
    EXPECT_EQ(traits_of({ 11, 0 }).name, "CC 10.3");
    EXPECT_EQ(traits_of({ 99, 0 }).name, "CC 12.1");
}

TEST(Traits, ACapabilityOlderThanAllIsServedByTheOldest)
{
    EXPECT_EQ(traits_of({ 0, 9 }).name, "CC 1.0");
}

TEST(Traits, EachGenerationHasItsRules)
{
    for (const Traits& traits : all_traits()) {
        const std::uint32_t major = traits.capability.major;
        EXPECT_EQ(traits.shared_rule,
            major == 1       ? SharedRule::broadcast_word
                : major == 2 ? SharedRule::half_warps
                : major == 3 ? SharedRule::wide_banks
                             : SharedRule::merging_phases)
            << traits.name;
        EXPECT_EQ(traits.global_rule,
            traits.capability.major == 1 && traits.capability.minor < 2 ? GlobalRule::words_in_order
                : major == 1                                            ? GlobalRule::segments
                : major <= 3                                            ? GlobalRule::parts_of_warp
                                                                        : GlobalRule::sectors)
            << traits.name;
        EXPECT_EQ(traits.shared_banks, major == 1 ? 16U : 32U) << traits.name;
        EXPECT_EQ(traits.memory_partitions != 0, major == 1) << traits.name;
        EXPECT_EQ(traits.option.empty(), major != 2 && major != 3) << traits.name;
    }
}

// The published tables, repeated in another form: threads and blocks per multiprocessor, its registers and its KiB of shared
// memory. Source: as in core/arch/traits.cpp.
TEST(Traits, LimitsAreThoseOfThePublishedTables)
{
    struct Row {
        ComputeCapability capability;
        std::uint32_t threads, blocks, kilo_registers, shared_kibi;
    };
    const std::vector<Row> rows {
        { { 1, 0 }, 768, 8, 8, 16 },
        { { 1, 1 }, 768, 8, 8, 16 },
        { { 1, 2 }, 1024, 8, 16, 16 },
        { { 1, 3 }, 1024, 8, 16, 16 },
        { { 2, 0 }, 1536, 8, 32, 48 },
        { { 2, 1 }, 1536, 8, 32, 48 },
        { { 3, 0 }, 2048, 16, 64, 48 },
        { { 3, 2 }, 2048, 16, 64, 48 },
        { { 3, 5 }, 2048, 16, 64, 48 },
        { { 3, 7 }, 2048, 16, 128, 112 },
        { { 5, 0 }, 2048, 32, 64, 64 },
        { { 5, 2 }, 2048, 32, 64, 96 },
        { { 5, 3 }, 2048, 32, 64, 64 },
        { { 6, 0 }, 2048, 32, 64, 64 },
        { { 6, 1 }, 2048, 32, 64, 96 },
        { { 6, 2 }, 2048, 32, 64, 64 },
        { { 7, 0 }, 2048, 32, 64, 96 },
        { { 7, 2 }, 2048, 32, 64, 96 },
        { { 7, 5 }, 1024, 16, 64, 64 },
        { { 8, 0 }, 2048, 32, 64, 164 },
        { { 8, 6 }, 1536, 16, 64, 100 },
        { { 8, 7 }, 1536, 16, 64, 164 },
        { { 8, 9 }, 1536, 24, 64, 100 },
        { { 9, 0 }, 2048, 32, 64, 228 },
        { { 10, 0 }, 2048, 32, 64, 228 },
        { { 10, 3 }, 2048, 32, 64, 228 },
        { { 12, 0 }, 1536, 24, 64, 100 },
        { { 12, 1 }, 1536, 24, 64, 100 },
    };
    for (const Row& row : rows) {
        const Traits& traits = traits_of(row.capability);
        ASSERT_EQ(traits.capability, row.capability);
        EXPECT_EQ(traits.limits.threads(), row.threads) << traits.name;
        EXPECT_EQ(traits.limits.blocks, row.blocks) << traits.name;
        EXPECT_EQ(traits.limits.registers, row.kilo_registers * 1024) << traits.name;
        EXPECT_EQ(traits.limits.shared_bytes, row.shared_kibi * 1024) << traits.name;
    }
}

TEST(Traits, LimitsAreConsistent)
{
    for (const Traits& traits : all_traits()) {
        const Limits& limits = traits.limits;
        EXPECT_LE(limits.threads_per_block, limits.threads()) << traits.name;
        EXPECT_LE(limits.registers_per_block, limits.registers) << traits.name;
        EXPECT_LE(limits.shared_bytes_per_block + limits.shared_reserved, limits.shared_bytes) << traits.name;
        EXPECT_EQ(limits.shared_bytes % limits.shared_unit, 0U) << traits.name;
        EXPECT_EQ(limits.registers % (limits.register_unit * limits.register_parts), 0U) << traits.name;
        EXPECT_EQ(limits.warps % limits.register_parts, 0U) << traits.name;
        EXPECT_EQ(limits.threads_per_block, traits.capability.major == 1 ? 512U : 1024U) << traits.name;
        EXPECT_TRUE(std::has_single_bit(traits.shared_banks)) << traits.name;
    }
}

} // namespace
} // namespace warpstage::arch

#include "app/views/sectors/sectors_figure.h"
#include "core/arch/traits.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace warpstage::views {
namespace {

using AddressOf = std::function<std::uint64_t(unsigned)>;

SectorsInput request(
    std::uint32_t bytes, const AddressOf& address_of, LaneMask lanes = ~0U, arch::ComputeCapability capability = { 9, 0 })
{
    std::array<std::uint64_t, kMaxLanes> addresses {};
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        addresses[lane] = address_of(lane);
    SectorsInput input { arch::moved_segments(arch::traits_of(capability), { bytes, lanes, addresses }) };
    input.subtitle = "line 9 · load of float";
    return input;
}

// Shifted by one element. CC 1.0: every lane has its own transaction; CC 1.2: 128 B for the first half-warp, 64 and 32 B for the
// second.
SectorsInput shifted(arch::ComputeCapability capability)
{
    return request(
        4, [](unsigned lane) { return 4 * lane + 4; }, ~0U, capability);
}

SectorsInput each_lane_alone()
{
    return shifted({ 1, 0 });
}

SectorsInput shrunk_segments()
{
    return shifted({ 1, 2 });
}

DrawList slide(const SectorsInput& input)
{
    return sectors_figure(input, { 1280, 720 }, light());
}

std::size_t boxes_with(const DrawList& picture, Color outline)
{
    return static_cast<std::size_t>(std::count_if(picture.items.begin(), picture.items.end(), [&](const Item& item) {
        const auto* box = std::get_if<Box>(&item);
        return box != nullptr && box->outline == outline && box->rect.width > 20.0F;
    }));
}

TEST(SectorsInput, AssignsEachSectorToItsLanes)
{
    const SectorsInput input = request(4, [](unsigned lane) { return 1024 + 4 * lane + 4; });
    ASSERT_EQ(input.segments.size(), 5U);
    EXPECT_EQ(input.ideal, 4U);
    EXPECT_EQ(input.origin, 1024U);
    EXPECT_EQ(input.segments[0].lanes, 0x7FU);
    EXPECT_EQ(input.segments[1].lanes, 0xFFU << 7U);
    EXPECT_EQ(input.segments[4].lanes, 0x80000000U);
}

TEST(SectorsInput, FollowsEachComputeCapability)
{
    const auto words = [](const SectorsInput& input) {
        return std::to_string(input.segments.size()) + " of " + std::to_string(input.ideal) + " " + input.one + "s";
    };
    EXPECT_EQ(words(shifted({ 1, 0 })), "32 of 2 transactions");
    EXPECT_EQ(words(shifted({ 1, 3 })), "3 of 2 transactions");
    EXPECT_EQ(words(shifted({ 2, 0 })), "2 of 1 cache lines");
    EXPECT_EQ(words(shifted({ 3, 5 })), "5 of 4 sectors");
    EXPECT_EQ(words(shifted({ 9, 0 })), "5 of 4 sectors");
    EXPECT_EQ(shifted({ 1, 3 }).lanes_together, 16U);
    EXPECT_EQ(shifted({ 1, 3 }).segments.front().group, 0U);
    EXPECT_EQ(shifted({ 1, 3 }).segments.back().group, 1U);
    EXPECT_EQ(request(16, [](unsigned lane) { return 16 * lane; }, ~0U, { 2, 0 }).lanes_together, 8U);
    EXPECT_EQ(request(4, [](unsigned) { return 64; }, ~0U, { 1, 0 }).ideal, 2U);
}

TEST(SectorsInput, BytesMovedAndUsed)
{
    const auto efficiency = [](const SectorsInput& input) {
        return bytes_of(input).efficiency();
    };
    EXPECT_DOUBLE_EQ(efficiency(request(4, [](unsigned lane) { return 4 * lane; })), 1.0);
    EXPECT_DOUBLE_EQ(efficiency(request(4, [](unsigned lane) { return 4 * lane + 4; })), 0.8);
    EXPECT_DOUBLE_EQ(efficiency(request(4, [](unsigned lane) { return 8 * lane; })), 0.5);
    EXPECT_DOUBLE_EQ(efficiency(request(4, [](unsigned lane) { return 4096 * lane; })), 0.125);
    EXPECT_DOUBLE_EQ(efficiency(request(16, [](unsigned lane) { return 16 * lane; })), 1.0);
    EXPECT_DOUBLE_EQ(efficiency(request(4, [](unsigned) { return 64; })), 0.125) << "a byte that many lanes request counts once";
    EXPECT_EQ(bytes_of(each_lane_alone()).moved, 1024U);
    EXPECT_EQ(bytes_of(each_lane_alone()).used, 128U);
    EXPECT_EQ(bytes_of(shrunk_segments()).moved, 224U);
    EXPECT_DOUBLE_EQ(efficiency(SectorsInput {}), 0.0);
}

TEST(SectorsFigure, CountsOfSectors)
{
    struct Case {
        std::uint32_t bytes;
        AddressOf address_of;
        std::size_t sectors;
        const char* words;
    };
    for (const Case& one : { Case { 4, [](unsigned lane) { return 4 * lane; }, 4, "4 sectors, ideal, 100\u2009% used" },
             Case { 4, [](unsigned lane) { return 4 * lane + 4; }, 5, "5 sectors instead of 4, 80\u2009% used" },
             Case { 4, [](unsigned lane) { return 8 * lane; }, 8, "8 sectors instead of 4, 50\u2009% used" },
             Case { 16, [](unsigned lane) { return 16 * lane; }, 16, "16 sectors, ideal, 100\u2009% used" },
             Case { 4, [](unsigned lane) { return 4096 * lane; }, 32, "32 sectors instead of 4, 12.5\u2009% used" } }) {
        const DrawList picture = slide(request(one.bytes, one.address_of));
        EXPECT_TRUE(draw::testing::says(picture, one.words)) << one.words;
        EXPECT_EQ(boxes_with(picture, light().secondary), one.sectors) << one.words;
    }
}

TEST(SectorsFigure, IdealIsGreenWithATickAndExcessVermilion)
{
    const DrawList ideal = slide(request(4, [](unsigned lane) { return 4 * lane; }));
    EXPECT_EQ(draw::testing::text_with(ideal, "4 sectors, ideal").color, light().green);
    EXPECT_EQ(draw::testing::count_color(ideal, light().vermilion), 0U) << "no byte is unused";
    EXPECT_FALSE(draw::testing::says(ideal, "fetched but unused"));
    const DrawList excess = slide(request(4, [](unsigned lane) { return 8 * lane; }));
    EXPECT_EQ(draw::testing::text_with(excess, "8 sectors").color, light().vermilion);
    EXPECT_GT(draw::testing::count_color(excess, light().vermilion), 32U) << "each unused element is hatched";
    EXPECT_TRUE(draw::testing::says(excess, "fetched but"));
}

TEST(SectorsFigure, MinimumWithUnusedBytesIsNotIdeal)
{
    const auto ticks = [](const DrawList& picture) {
        return std::ranges::count_if(picture.items, [](const Item& item) {
            const auto* stroke = std::get_if<Polyline>(&item);
            return stroke != nullptr && stroke->color == light().green;
        });
    };
    const DrawList whole = slide(request(4, [](unsigned lane) { return 4 * lane; }));
    EXPECT_GT(ticks(whole), 0);
    for (const AddressOf& address_of :
        { AddressOf([](unsigned) { return 64; }), AddressOf([](unsigned lane) { return lane % 4; }) }) {
        const DrawList broadcast = slide(request(1, address_of));
        EXPECT_EQ(ticks(broadcast), 0);
        EXPECT_EQ(draw::testing::text_with(broadcast, "1 sector, ideal 1").color, light().text);
    }
}

TEST(SectorsFigure, DistantSectorsHaveAGapMark)
{
    const auto marks = [](const DrawList& picture) {
        return draw::testing::count_color(picture, light().secondary);
    };
    const DrawList near = slide(request(4, [](unsigned lane) { return 32 * lane; }));
    const DrawList far = slide(request(4, [](unsigned lane) { return 4096 * lane; }));
    EXPECT_FALSE(draw::testing::says(near, "not drawn"));
    EXPECT_TRUE(draw::testing::says(far, "4\u2009064\u2009B of memory not drawn"));
    EXPECT_GE(marks(far), 31U * 2U);
    const DrawList uneven = slide(request(4, [](unsigned lane) { return 64 * lane * lane; }));
    EXPECT_TRUE(draw::testing::says(uneven, "memory not"));
}

TEST(SectorsFigure, ElementsShowTheirLanes)
{
    const DrawList picture = slide(request(4, [](unsigned lane) { return 4 * (31 - lane); }));
    const std::vector<Text> texts = draw::testing::texts_of(picture);
    std::vector<Text> lanes_31;
    std::copy_if(texts.begin(), texts.end(), std::back_inserter(lanes_31), [](const Text& text) { return text.text == "31"; });
    ASSERT_EQ(lanes_31.size(), 2U) << "the lane and the element that it requests";
    EXPECT_GT(lanes_31[0].anchor.y, lanes_31[1].anchor.y) << "memory is below";
    EXPECT_LT(lanes_31[0].anchor.x, lanes_31[1].anchor.x) << "lane 31 requests the first element";
    EXPECT_TRUE(draw::testing::says(slide(request(4, [](unsigned) { return 64; })), "×32"));
}

TEST(SectorsFigure, TransactionsOfOldGenerationsAreBars)
{
    const DrawList alone = slide(each_lane_alone());
    EXPECT_TRUE(draw::testing::says(alone, "32 transactions"));
    EXPECT_TRUE(draw::testing::says(alone, "half-warp 0"));
    EXPECT_TRUE(draw::testing::says(alone, "half-warp 1"));
    EXPECT_TRUE(draw::testing::says(alone, "7 × 32\u2009B")) << "seven lanes of the first half-warp fetch the same 32 bytes";
    const DrawList shrunk = slide(shrunk_segments());
    for (const char* words : { "128\u2009B", "64\u2009B", "32\u2009B", "3 transactions" })
        EXPECT_TRUE(draw::testing::says(shrunk, words)) << words;
    EXPECT_FALSE(draw::testing::says(slide(request(4, [](unsigned lane) { return 4 * lane; })), "half-warp"));
}

TEST(SectorsFigure, StatesWhyNothingIsShown)
{
    EXPECT_TRUE(draw::testing::says(slide(SectorsInput {}), "no global"));
}

TEST(SectorsFigure, IsTidy)
{
    SectorsInput named = request(4, [](unsigned lane) { return 4 * lane; });
    named.subtitle = draw::testing::long_name();
    SectorsInput narrow = request(
        4, [](unsigned lane) { return 4 * lane; }, 0xF);
    narrow.warp_width = 4;
    const std::vector<std::pair<std::string, SectorsInput>> inputs = { { "nothing", {} },
        { "aligned", request(4, [](unsigned lane) { return 4 * lane; }) },
        { "shifted", request(4, [](unsigned lane) { return 4 * lane + 4; }) },
        { "float4", request(16, [](unsigned lane) { return 16 * lane; }) },
        { "column", request(4, [](unsigned lane) { return 4096 * lane; }) },
        { "wide column", request(16, [](unsigned lane) { return 1'000'000'007ULL * 16 * lane; }) },
        { "bytes", request(1, [](unsigned lane) { return 33 * lane; }) },
        { "one lane",
            request(
                4, [](unsigned) { return 0xFFFFFFFFFF00ULL; }, 8) },
        { "broadcast", request(8, [](unsigned) { return 64; }) }, { "alone", each_lane_alone() }, { "shrunk", shrunk_segments() },
        { "named", named }, { "narrow warp", narrow } };
    for (const auto& [name, input] : inputs)
        draw::testing::expect_tidy(name, [&](Size size, const Style& style) { return sectors_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views

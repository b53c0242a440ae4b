// The scenes of one recorded run: banks while a request is served, and sectors that move.
#include "app/views/banks/bank_scene.h"
#include "app/views/sectors/sector_scene.h"
#include "core/session/recording/sector_traffic.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/tidy.h"
#include "tests/core/session/recording/recorded_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace warpstage::views {
namespace {

using session::SectorTraffic;
using session::examples::AddressOf;
using session::examples::kBuffer;
using session::examples::RecordedRun;
using session::examples::strided;

session::Snapshot shared_by(const AddressOf& address_of)
{
    RecordedRun run;
    run.access(ptx::StateSpace::shared, simt::AccessKind::load, address_of);
    return run.snapshots().front();
}

std::string all_words(const DrawList& picture)
{
    std::string words;
    for (const Text& text : draw::testing::texts_of(picture))
        words += text.text + "\n";
    return words;
}

std::size_t boxes_of(const DrawList& picture, Color fill)
{
    return static_cast<std::size_t>(std::ranges::count_if(picture.items, [&](const Item& item) {
        const auto* box = std::get_if<Box>(&item);
        return box != nullptr && box->fill == fill;
    }));
}

TEST(BankScene, AColumnIsServedInThirtyTwoWavefronts)
{
    const auto snapshot = shared_by([](unsigned lane) { return 128 * lane; });
    const auto input = bank_scene_input(snapshot);
    EXPECT_EQ(input.wavefronts, 32U);
    ASSERT_EQ(input.words.size(), 32U);
    std::set<std::uint32_t> wavefronts;
    for (const ServedWord& word : input.words) {
        EXPECT_EQ(word.word % 32, 0U) << "all in bank 0";
        wavefronts.insert(word.wavefront);
    }
    EXPECT_EQ(wavefronts.size(), 32U);
    EXPECT_THAT(all_words(bank_scene_figure(input, { 900, 600 }, make_style(Theme::dark, 1.0F))),
        ::testing::HasSubstr("warp 0 reads 32 words with 32 lanes: 32 wavefronts."));
}

TEST(BankScene, WithPaddingOneWavefrontIsEnough)
{
    const auto padded = shared_by([](unsigned lane) { return 132 * lane; });
    EXPECT_EQ(bank_scene_input(padded).wavefronts, 1U);
    const auto broadcast = shared_by([](unsigned) { return 64; });
    const auto one_word = bank_scene_input(broadcast);
    EXPECT_EQ(one_word.wavefronts, 1U);
    ASSERT_EQ(one_word.words.size(), 1U);
    EXPECT_EQ(one_word.words.front().lanes, ~LaneMask { 0 });
}

TEST(BankScene, WavefrontsAreShownInSequence)
{
    const auto snapshot = shared_by([](unsigned lane) { return 128 * lane; });
    auto input = bank_scene_input(snapshot);
    const Style style = make_style(Theme::dark, 1.0F);
    input.wavefront = 4;
    const DrawList picture = bank_scene_figure(input, { 900, 600 }, style);
    // The word and its lane.
    EXPECT_EQ(boxes_of(picture, style.orange), 2U);
    EXPECT_EQ(boxes_of(picture, style.blue), 8U) << "four words have been served, to four lanes";
    EXPECT_THAT(all_words(picture), ::testing::HasSubstr("Now wavefront 5."));
}

TEST(BankScene, AnInstructionWithoutSharedMemoryAccessIsReported)
{
    RecordedRun run;
    run.access(ptx::StateSpace::global, simt::AccessKind::load, [](unsigned lane) { return kBuffer + 4 * lane; });
    const auto snapshot = run.snapshots().front();
    const auto input = bank_scene_input(snapshot);
    EXPECT_TRUE(input.words.empty());
    EXPECT_THAT(all_words(bank_scene_figure(input, { 900, 600 }, make_style(Theme::dark, 1.0F))),
        ::testing::HasSubstr("This instruction does not access shared memory."));
}

TEST(BankScene, IsTidyAtEverySize)
{
    for (const std::uint32_t stride : { 4U, 128U, 132U }) {
        const auto snapshot = shared_by([&](unsigned lane) { return std::uint64_t { stride } * lane; });
        auto input = bank_scene_input(snapshot);
        draw::testing::expect_tidy("banks", [&](Size size, const Style& style) { return bank_scene_figure(input, size, style); });
        input.wavefront = 0;
        draw::testing::expect_tidy(
            "banks, first wavefront", [&](Size size, const Style& style) { return bank_scene_figure(input, size, style); });
    }
}

// Every second word of 256 bytes, then all of them again.
TEST(SectorScene, ShowsTheUsedBytes)
{
    const auto steps = strided();
    SectorTraffic traffic;
    traffic.follow(steps[0]);
    const SectorSceneInput input { traffic.buffers(), sector_scene_words(steps[0]) };
    const std::string words = all_words(sector_scene_figure(input, { 900, 500 }, make_style(Theme::dark, 1.0F)));
    EXPECT_THAT(words, ::testing::HasSubstr("128 of 256 bytes used: 50"));
    EXPECT_THAT(words, ::testing::HasSubstr("with a cache 75"));
    EXPECT_THAT(words, ::testing::HasSubstr("requested later"));
    EXPECT_THAT(words, ::testing::HasSubstr("fetched but unused"));
    SectorSceneInput without_cache = input;
    without_cache.cached = false;
    const std::string transactions = all_words(sector_scene_figure(without_cache, { 900, 500 }, make_style(Theme::dark, 1.0F)));
    EXPECT_THAT(transactions, ::testing::Not(::testing::HasSubstr("cache")));
    EXPECT_THAT(transactions, ::testing::Not(::testing::HasSubstr("requested later")));
}

TEST(SectorScene, SaysThatItHasNoRoom)
{
    const auto steps = strided();
    SectorTraffic traffic;
    traffic.follow(steps[0]);
    const SectorSceneInput input { traffic.buffers(), sector_scene_words(steps[0]) };
    const std::string words = all_words(sector_scene_figure(input, { 900, 60 }, make_style(Theme::dark, 1.0F)));
    EXPECT_THAT(words, ::testing::HasSubstr("Enlarge the window or press Ctrl+−"));
    EXPECT_THAT(words, ::testing::Not(::testing::HasSubstr("does not access")));
    const std::string none = all_words(sector_scene_figure({ {}, "" }, { 900, 500 }, make_style(Theme::dark, 1.0F)));
    EXPECT_THAT(none, ::testing::HasSubstr("does not access global memory"));
}

TEST(SectorScene, IsTidyAtEverySize)
{
    const auto steps = strided();
    SectorTraffic traffic;
    traffic.follow(steps[1]);
    const SectorSceneInput input { traffic.buffers(), sector_scene_words(steps[1]) };
    draw::testing::expect_tidy("sectors", [&](Size size, const Style& style) { return sector_scene_figure(input, size, style); });
}

} // namespace
} // namespace warpstage::views

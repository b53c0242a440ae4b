// The scenes in the middle that are drawn from one recorded run: banks while a request is served, and sectors that move.
#include "app/views/banks/bank_scene.h"
#include "app/views/sectors/sector_scene.h"
#include "app/views/sectors/sector_traffic.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/tidy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::views {
namespace {

using AddressOf = std::function<std::uint64_t(unsigned)>;

constexpr std::uint64_t kBuffer = 0x10000;

class RecordedRun {
public:
    void access(ptx::StateSpace space, simt::AccessKind kind, const AddressOf& address_of)
    {
        simt::Access access;
        access.space = space;
        access.kind = kind;
        access.bytes = 4;
        access.lanes = ~LaneMask { 0 };
        for (unsigned lane = 0; lane < kMaxLanes; ++lane)
            access.addresses.at(lane) = address_of(lane);
        m_recording.trace.accesses.push_back(access);
        trace::StepRecord step;
        step.active = step.executed = access.lanes;
        step.event = trace::Event::access;
        step.access = static_cast<std::uint32_t>(m_recording.trace.accesses.size());
        m_recording.trace.steps.push_back(step);
    }

    // A snapshot for each step of the same recording.
    std::vector<session::Snapshot> snapshots()
    {
        m_recording.trace.warps = 1;
        m_recording.trace.gapless = m_recording.trace.steps_seen = m_recording.trace.steps.size();
        m_recording.buffers = { { "in", kBuffer, 8192 } };
        const auto recording = std::make_shared<const session::Recording>(std::move(m_recording));
        auto cells = std::make_shared<session::ArrayFrame>();
        cells->values.resize(1056);
        cells->known.resize(1056, true);
        std::vector<session::Snapshot> all;
        for (std::size_t step = 0; step < recording->trace.steps.size(); ++step) {
            session::Snapshot& snapshot = all.emplace_back();
            snapshot.run.edit().recording = recording;
            snapshot.scene.edit().array = cells;
            snapshot.playback.edit().run.view.steps = recording->trace.steps.size();
            snapshot.playback.edit().run.view.step = step;
        }
        return all;
    }

private:
    session::Recording m_recording;
};

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

TEST(BankScene, WavefrontsComeOneAfterTheOther)
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

TEST(BankScene, AStepThatTouchesNoSharedMemoryIsSaid)
{
    RecordedRun run;
    run.access(ptx::StateSpace::global, simt::AccessKind::load, [](unsigned lane) { return kBuffer + 4 * lane; });
    const auto snapshot = run.snapshots().front();
    const auto input = bank_scene_input(snapshot);
    EXPECT_TRUE(input.words.empty());
    EXPECT_THAT(all_words(bank_scene_figure(input, { 900, 600 }, make_style(Theme::dark, 1.0F))),
        ::testing::HasSubstr("This step does not touch shared memory."));
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
std::vector<session::Snapshot> strided()
{
    RecordedRun run;
    run.access(ptx::StateSpace::global, simt::AccessKind::load, [](unsigned lane) { return kBuffer + 8 * lane; });
    run.access(ptx::StateSpace::global, simt::AccessKind::load, [](unsigned lane) { return kBuffer + 4 * lane; });
    return run.snapshots();
}

TEST(SectorTraffic, CountsWhatMovedAndWhatOfItWasAskedFor)
{
    const auto steps = strided();
    SectorTraffic traffic;
    traffic.follow(steps[0]);
    ASSERT_EQ(traffic.buffers().size(), 1U);
    const BufferTraffic& in = traffic.buffers().front();
    EXPECT_EQ(in.sectors.size(), 8U) << "all that the run will move";
    EXPECT_EQ(in.moved, 256U);
    EXPECT_EQ(in.used, 128U);
    EXPECT_EQ(in.sectors[0].used, 0x0F0F0F0FU);
    EXPECT_TRUE(in.sectors[7].moved_now);

    traffic.follow(steps[1]);
    EXPECT_EQ(in.moved, 256U + 128U);
    EXPECT_EQ(in.used, 128U + 128U);
    EXPECT_EQ(in.sectors[0].moved, 2U);
    EXPECT_EQ(in.sectors[0].used, ~0U);
    EXPECT_TRUE(in.sectors[3].moved_now);
    EXPECT_FALSE(in.sectors[4].moved_now);
}

TEST(SectorTraffic, BackwardsIsWhatForwardsWas)
{
    const auto steps = strided();
    SectorTraffic there;
    there.follow(steps[0]);
    SectorTraffic back;
    back.follow(steps[1]);
    back.follow(steps[0]);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_EQ(back.buffers()[0].sectors[i].used, there.buffers()[0].sectors[i].used);
        EXPECT_EQ(back.buffers()[0].sectors[i].moved_now, there.buffers()[0].sectors[i].moved_now);
    }
    EXPECT_EQ(back.buffers()[0].moved, there.buffers()[0].moved);
}

TEST(SectorTraffic, AnotherArchitectureMovesOtherSectors)
{
    RecordedRun run;
    run.access(ptx::StateSpace::global, simt::AccessKind::load, [](unsigned lane) { return kBuffer + 4 * lane + 4; });
    auto snapshot = run.snapshots().front();
    SectorTraffic traffic;
    traffic.follow(snapshot);
    EXPECT_EQ(traffic.buffers()[0].moved, 160U) << "five sectors";
    snapshot.run.edit().traits = &arch::traits_of({ 1, 0 });
    traffic.follow(snapshot);
    EXPECT_EQ(traffic.buffers()[0].moved, 1024U) << "a transaction of 32 bytes a lane";
}

TEST(SectorScene, SaysHowMuchWasUsed)
{
    const auto steps = strided();
    SectorTraffic traffic;
    traffic.follow(steps[0]);
    const SectorSceneInput input { traffic.buffers(), sector_scene_words(steps[0]) };
    const std::string words = all_words(sector_scene_figure(input, { 900, 500 }, make_style(Theme::dark, 1.0F)));
    EXPECT_THAT(words, ::testing::HasSubstr("128 of 256 bytes used: 50"));
    EXPECT_THAT(words, ::testing::HasSubstr("moved for nothing"));
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

// The stage while a cue's question is open, and tips of values that change under the mouse.
#include "app/stage/context/surface.h"
#include "app/stage/stage.h"
#include "core/session/walkthrough/hidden_answer.h"
#include "tests/app/stage/sample_snapshot.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <vector>

namespace warpstage::stage {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""us;

class QuestionStage : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto surface = open_offscreen_surface({ 16, 16 }); !surface)
            GTEST_SKIP() << surface.error().message;
    }

    [[nodiscard]] static std::unique_ptr<Stage> open()
    {
        StageOptions options;
        options.size = { 1280, 720 };
        options.scale = 1.0F;
        options.shaders = std::filesystem::path(WARPSTAGE_SOURCE) / "shaders";
        auto stage = Stage::open_offscreen(options);
        EXPECT_TRUE(stage) << stage.error().message;
        return *std::move(stage);
    }

    static std::vector<std::uint8_t> pixels_of(const std::shared_ptr<session::Snapshot>& snapshot)
    {
        const auto stage = open();
        session::AudienceSnapshots audience;
        for (int i = 0; i < 4; ++i)
            stage->draw(audience.of(snapshot), Stage::Time { i * 1000ms });
        return stage->image().rgba;
    }
};

// The number of lanes that write and of their operands.
std::shared_ptr<session::Snapshot> run_of(unsigned lanes, session::CueNumbers numbers)
{
    auto snapshot = sample_array(64);
    auto frame = std::make_shared<session::ArrayFrame>(*snapshot->scene->array);
    for (unsigned lane = 0; lane < lanes; ++lane)
        frame->edges.push_back({ 2 * lane + 1, 2 * lane });
    frame->active = first_lanes(lanes);
    frame->working = { first_lanes(lanes) };
    frame->values[lanes] += lanes;
    frame->step = lanes;
    snapshot->scene.edit().array = std::move(frame);
    auto lesson = std::make_shared<lesson::Lesson>(*snapshot->setup->lesson);
    lesson->cues.resize(1);
    lesson->cues[0].question = "How many lanes add?";
    snapshot->setup.edit().lesson = lesson;
    snapshot->cue.edit() = { 1, 0, lesson->cues[0].question, "scene", {}, numbers };
    return snapshot;
}

TEST_F(QuestionStage, TheSceneDoesNotRevealTheAnswer)
{
    using session::CueNumbers;
    EXPECT_EQ(pixels_of(run_of(16, CueNumbers::hidden)), pixels_of(run_of(8, CueNumbers::hidden)));
    EXPECT_NE(pixels_of(run_of(16, CueNumbers::shown)), pixels_of(run_of(8, CueNumbers::shown)));
}

std::shared_ptr<session::Snapshot> timed(std::chrono::microseconds median)
{
    auto snapshot = sample_bodies(50);
    for (auto& variant : snapshot->timing.edit().variants)
        variant.timing = { median, median, median, 20 };
    return snapshot;
}

TEST_F(QuestionStage, ATipIsUpdatedWithItsValue)
{
    const auto rest = [](Stage& stage, const std::shared_ptr<session::Snapshot>& snapshot) {
        for (int i = 0; i < 4; ++i)
            stage.draw(snapshot, Stage::Time { i * 1000ms });
        return stage.image().rgba;
    };
    const auto before = timed(160us);
    const auto after = timed(470us);
    const PointerMove over_a_variant { { 100, 130 } };
    const auto alone = open();
    const auto without_tip = rest(*alone, after);
    const auto fresh = open();
    fresh->draw(after, Stage::Time { 0ms });
    fresh->receive(over_a_variant);
    const auto with_tip = rest(*fresh, after);
    ASSERT_NE(with_tip, without_tip) << "a tip is shown here";

    const auto moved = open();
    moved->draw(before, Stage::Time { 0ms });
    moved->receive(over_a_variant);
    static_cast<void>(rest(*moved, before));
    moved->draw(after, Stage::Time { 3000ms });
    EXPECT_EQ(moved->image().rgba, with_tip) << "in the same frame as the new value";
}

} // namespace
} // namespace warpstage::stage

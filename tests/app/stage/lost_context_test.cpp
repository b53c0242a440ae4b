// External changes of the window: loss of its context, a move to a screen with another scale.
#include "app/stage/context/surface.h"
#include "app/stage/stage.h"
#include "tests/app/stage/golden.h"
#include "tests/app/stage/sample_snapshot.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>

namespace warpstage::stage {
namespace {

class LostContext : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto surface = open_offscreen_surface({ 16, 16 }); !surface)
            GTEST_SKIP() << surface.error().message;
        StageOptions options;
        options.size = { 960, 540 };
        options.drawing = Drawing::processor;
        options.shaders = std::filesystem::path(WARPSTAGE_SOURCE) / "shaders";
        auto stage = Stage::open_offscreen(options);
        ASSERT_TRUE(stage) << stage.error().message;
        m_stage = *std::move(stage);
        m_stage->receive(KeyPress { Key::escape }); // the tour
    }
    Image drawn(const std::shared_ptr<const session::Snapshot>& snapshot)
    {
        m_stage->draw(snapshot, {});
        return m_stage->image();
    }
    // The image must be the same before and after the loss.
    void expect_survived(const std::shared_ptr<const session::Snapshot>& snapshot)
    {
        const Image before = drawn(snapshot);
        for (int i = 0; i < 3; ++i) {
            const auto renewed = m_stage->renew_graphics();
            ASSERT_TRUE(renewed) << renewed.error().message;
            EXPECT_EQ(drawn(snapshot).rgba, before.rgba);
        }
    }

    std::unique_ptr<Stage> m_stage;
};

TEST_F(LostContext, BodiesAreDrawnAgain)
{
    expect_survived(sample_bodies(1500));
}

TEST_F(LostContext, AnArrayIsDrawnAgain)
{
    expect_survived(sample_array(64));
}

TEST_F(LostContext, AMatrixIsDrawnAgain)
{
    expect_survived(sample_matrix(300, 600));
}

TEST_F(LostContext, HighlighterAndHeadlineFigureAreDrawnAgain)
{
    m_stage->draw(sample_array(64), {});
    m_stage->receive(KeyPress { Key::w });
    m_stage->receive(PointerPress { Press::down, { 300, 200 } });
    m_stage->receive(PointerMove { { 400, 260 } });
    m_stage->receive(PointerPress { Press::up, { 400, 260 } });
    expect_survived(sample_array(64));
    m_stage->receive(KeyPress { Key::d });
    expect_survived(sample_array(64));
}

TEST_F(LostContext, WhileMinimizedNothingIsDrawnAndLaterEverythingIs)
{
    const auto snapshot = sample_bodies(500);
    const Image before = drawn(snapshot);
    m_stage->resize({ 0, 0 });
    m_stage->draw(snapshot, {});
    ASSERT_TRUE(m_stage->renew_graphics());
    m_stage->draw(snapshot, {});
    EXPECT_TRUE(m_stage->image().rgba.empty());
    m_stage->resize({ 960, 540 });
    EXPECT_EQ(drawn(snapshot).rgba, before.rgba);
}

TEST_F(LostContext, NewBuffersAreCreatedForBodiesThatKernelsWrite)
{
    const auto snapshot = sample_bodies(500);
    drawn(snapshot);
    ASSERT_TRUE(m_stage->renew_graphics());
    auto frame = std::make_shared<session::ParticleFrame>(*snapshot->scene->particles);
    frame->in_shared_buffers = true;
    frame->x.clear();
    frame->y.clear();
    frame->vx.clear();
    frame->vy.clear();
    const auto shared = std::make_shared<session::Snapshot>(*snapshot);
    shared->scene.edit().particles = frame;
    EXPECT_FALSE(drawn(shared).rgba.empty()) << "and no crash while kernels use the old buffers";
}

TEST_F(LostContext, AScreenOfTwiceTheScaleHasTextTwiceAsLarge)
{
    const auto snapshot = sample_array(64);
    const Image before = drawn(snapshot);
    m_stage->receive(ContentScale { 2.0F });
    const Image large = drawn(snapshot);
    EXPECT_GT(difference_of(before, large).worst_tile, 5.0);
    m_stage->receive(ContentScale { 1.0F });
    EXPECT_EQ(drawn(snapshot).rgba, before.rgba);
    for (const float nonsense : { 0.0F, -1.0F, 1000.0F }) {
        m_stage->receive(ContentScale { nonsense });
        EXPECT_FALSE(drawn(snapshot).rgba.empty());
    }
    m_stage->receive(ContentScale { 1.0F });
    EXPECT_EQ(drawn(snapshot).rgba, before.rgba);
}

TEST_F(LostContext, TheProfileIsToggled)
{
    const auto snapshot = sample_array(64);
    const Image before = drawn(snapshot);
    m_stage->receive(KeyPress { Key::f3 });
    EXPECT_GT(difference_of(before, drawn(snapshot)).worst_tile, 5.0);
    m_stage->receive(KeyPress { Key::f3 });
    EXPECT_EQ(drawn(snapshot).rgba, before.rgba);
}

} // namespace
} // namespace warpstage::stage

// Drawing only changes must give the same image as drawing everything.
#include "app/stage/context/surface.h"
#include "app/stage/stage.h"
#include "core/lesson/catalog.h"
#include "core/session/session.h"
#include "tests/app/stage/golden.h"
#include "tests/app/stage/sample_snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace warpstage::stage {
namespace {

using std::chrono_literals::operator""ms;

std::unique_ptr<Stage> open_small(Drawing drawing)
{
    StageOptions options;
    options.size = { 640, 360 };
    options.scale = 0.5F;
    options.drawing = drawing;
    options.shaders = std::filesystem::path(WARPSTAGE_SOURCE) / "shaders";
    auto stage = Stage::open_offscreen(options);
    EXPECT_TRUE(stage) << stage.error().message;
    return stage ? *std::move(stage) : nullptr;
}

std::shared_ptr<session::Snapshot> bodies_later(float angle, std::size_t variant)
{
    const auto snapshot = sample_bodies(500);
    auto frame = std::make_shared<session::ParticleFrame>(*snapshot->scene->particles);
    for (std::size_t i = 0; i < frame->count; ++i)
        frame->x[i] += 0.1F * angle * frame->vx[i];
    frame->serial = static_cast<std::uint64_t>(100.0F * angle);
    snapshot->scene.edit().particles = std::move(frame);
    snapshot->setup.edit().variant = variant;
    return snapshot;
}

class StageChanges : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto surface = open_offscreen_surface({ 16, 16 }); !surface)
            GTEST_SKIP() << surface.error().message;
    }
};

TEST_F(StageChanges, DrawingOnlyChangesGivesTheSameImage)
{
    const auto changing = open_small(Drawing::processor);
    ASSERT_NE(changing, nullptr);
    const auto no_trails = KeyPress { Key::e, Shift::down };
    changing->receive(no_trails);
    const auto first = bodies_later(1.0F, 0);
    const auto second = bodies_later(2.0F, 1);
    const auto array = sample_array(64);
    const auto matrix = sample_matrix(300, 600);
    const std::array snapshots { first, second, second, array, second, matrix, first, second };
    Stage::Time now {};
    std::size_t frame = 0;
    for (const auto& snapshot : snapshots) {
        for (const std::optional<Key> key :
            { std::optional<Key> {}, std::optional { Key::question }, std::optional { Key::escape } }) {
            now += 16ms;
            if (key)
                changing->receive(KeyPress { *key });
            changing->draw(snapshot, now);
            const auto whole = open_small(Drawing::processor);
            whole->receive(no_trails);
            if (key == Key::question)
                whole->receive(KeyPress { *key });
            whole->draw(snapshot, now);
            // Eased cameras differ by their history: then only the panels are compared, and the bodies are excluded.
            if (snapshot->scene->particles == nullptr)
                continue;
            const Difference difference = difference_of(changing->image(), whole->image());
            EXPECT_LT(difference.worst_tile, 0.05) << "frame " << frame << (key ? " with a key" : "");
        }
        ++frame;
    }
}

// A session as in the program: a new snapshot in every frame, composed of sections.
class RunningStage : public StageChanges {
protected:
    void open(const std::string& lesson)
    {
        const std::vector<std::filesystem::path> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
        session::SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = lesson;
        auto session = session::Session::create(std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots)), options);
        ASSERT_TRUE(session) << session.error().message;
        m_session = *std::move(session);
        m_stage = open_small(Drawing::processor);
        ASSERT_NE(m_stage, nullptr);
    }
    // Views that were built for the frame.
    std::size_t frame()
    {
        m_now += 16ms;
        m_session->tick(m_now);
        m_session->settle();
        const std::size_t before = m_stage->overlay().cost().views;
        m_stage->draw(m_session->snapshot(), m_now);
        return m_stage->overlay().cost().views - before;
    }

    std::unique_ptr<session::Session> m_session; // must end before the stage
    std::unique_ptr<Stage> m_stage;
    Stage::Time m_now { std::chrono::hours(1) };
};

TEST_F(RunningStage, WithoutChangesNoViewIsBuilt)
{
    for (const char* lesson : { "nbody", "reduction", "transpose" }) {
        open(lesson);
        if (IsSkipped() || HasFatalFailure())
            return;
        EXPECT_GE(frame(), 10U) << "the first frame builds everything";
        m_session->submit(session::TogglePause {}); // the playback is stopped too
        for (int i = 0; i < 100; ++i) // the frame rate settles too
            frame();
        std::size_t built = 0;
        for (int i = 0; i < 60; ++i)
            built += frame();
        EXPECT_EQ(built, 0U) << lesson;
        m_session->submit(session::SelectVariant { 1 });
        EXPECT_GT(frame(), 0U) << lesson;
    }
}

TEST_F(RunningStage, ATimeStepRebuildsOnlyTheViewsThatShowIt)
{
    open("nbody");
    if (IsSkipped() || HasFatalFailure())
        return;
    const std::size_t all = frame();
    m_session->submit(session::SelectVariant { 0 }); // on the host, where no block is recorded periodically
    for (int i = 0; i < 40; ++i)
        frame();
    std::size_t most = 0;
    for (int i = 0; i < 20; ++i)
        most = std::max(most, frame());
    EXPECT_LE(most, all / 2) << "lanes, banks, source, timeline and parameters are not rebuilt";
}

TEST_F(StageChanges, BothRenderersGiveTheSameBodies)
{
    for (const draw::Theme theme : { draw::Theme::dark, draw::Theme::light }) {
        const auto picture = [&](Drawing drawing) {
            StageOptions options;
            options.size = { 640, 360 };
            options.scale = 0.5F;
            options.theme = theme;
            options.display = views::Display::nothing;
            options.drawing = drawing;
            options.shaders = std::filesystem::path(WARPSTAGE_SOURCE) / "shaders";
            auto stage = Stage::open_offscreen(options);
            EXPECT_TRUE(stage) << stage.error().message;
            (*stage)->draw(sample_bodies(1500), Stage::Time {});
            return (*stage)->image();
        };
        const Difference difference = difference_of(picture(Drawing::graphics), picture(Drawing::processor));
        EXPECT_LT(difference.mean, 1.5);
        EXPECT_LT(difference.worst_tile, 6.0);
    }
}

TEST_F(StageChanges, BodiesInThePlaneKeepNoHeightsOfBodiesInSpace)
{
    const auto plane = sample_bodies(500);
    const auto space = std::make_shared<session::Snapshot>(*plane);
    auto frame = std::make_shared<session::ParticleFrame>(*plane->scene->particles);
    frame->z.assign(frame->count, 0.7F);
    frame->vz.assign(frame->count, 0.3F);
    ++frame->serial;
    space->scene.edit().particles = std::move(frame);
    const auto picture = [](const std::vector<std::shared_ptr<const session::Snapshot>>& snapshots) {
        const auto stage = open_small(Drawing::graphics);
        stage->receive(KeyPress { Key::e, Shift::down }); // no trails
        for (const auto& snapshot : snapshots)
            stage->draw(snapshot, {});
        return stage->image().rgba;
    };
    EXPECT_EQ(picture({ plane, space, plane }), picture({ plane }));
    EXPECT_NE(picture({ plane, space }), picture({ plane }));
}

TEST(DrawsOnProcessor, SoftwareRenderersAreDetectedByName)
{
    for (const char* program :
        { "llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer", "SwiftShader Device (LLVM 10.0.0)",
            "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)" })
        EXPECT_TRUE(draws_on_processor(program)) << program;
    for (const char* gpu : { "NVIDIA H200/PCIe/SSE2", "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "AMD Radeon Graphics", "" })
        EXPECT_FALSE(draws_on_processor(gpu)) << gpu;
}

} // namespace
} // namespace warpstage::stage

// Scenes of lessons as recorded by a session.
#include "app/views/scenes/hazard_scene.h"
#include "app/views/view.h"
#include "core/lesson/catalog.h"
#include "core/session/session.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/tidy.h"
#include "tests/app/views/overlay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::stage {
namespace {

using simt::AccessKind;

class LessonScenes : public testing::Test {
protected:
    // Until everything in the lesson is recorded.
    std::shared_ptr<const session::Snapshot> show(const std::string& lesson, const std::string& variant, int ticks = 6)
    {
        const std::vector<std::filesystem::path> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
        m_catalog = std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots));
        session::SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = lesson;
        options.variant = variant;
        auto session = session::Session::create(m_catalog, options);
        EXPECT_TRUE(session) << session.error().message;
        if (!session)
            return nullptr;
        m_session = *std::move(session);
        std::chrono::steady_clock::time_point now {};
        for (int i = 0; i < ticks; ++i) {
            now += std::chrono::milliseconds(20);
            m_session->tick(now);
            m_session->settle();
        }
        m_session->tick(now + std::chrono::milliseconds(20));
        return m_session->snapshot();
    }

    std::shared_ptr<const lesson::Catalog> m_catalog;
    std::unique_ptr<session::Session> m_session;
};

TEST_F(LessonScenes, EachLessonHasItsScene)
{
    EXPECT_EQ(views::scene_of(*show("banks", "column")).id, "banks-scene");
    EXPECT_EQ(views::scene_of(*show("coalescing", "copy")).id, "accesses-scene");
    EXPECT_EQ(views::scene_of(*show("reduction", "reduce1")).id, "array-scene");
    EXPECT_EQ(views::scene_of(*show("transpose", "naive")).id, "matrix-scene");
    EXPECT_EQ(views::scene_of(*show("nbody", "global")).id, "bodies");
    EXPECT_EQ(views::scene_of(*show("transfers", "pinned")).id, "transfers");
}

// The key H: a lecturer's projector never goes black.
TEST_F(LessonScenes, EachSceneIsDrawnWithoutPanels)
{
    for (const auto& [lesson, variant] : { std::pair { "divergence", "half_warp_branch" }, std::pair { "hazards", "no_barrier" },
             std::pair { "coalescing", "copy" }, std::pair { "latency", "follow_1" }, std::pair { "transfers", "pinned" } }) {
        const auto model = show(lesson, variant);
        ASSERT_NE(views::scene_of(*model).build, nullptr) << lesson;
        views::WindowState window { { 1280, 720 }, 60.0F };
        window.display = views::Display::nothing;
        const auto overlay = views::testing::compose_overlay(*model, window, draw::make_style(draw::Theme::dark, 1.0F));
        EXPECT_GT(overlay.picture.items.size(), 10U) << lesson;
        EXPECT_GT(overlay.scene.width, 1200.0F) << lesson;
        EXPECT_TRUE(draw::testing::outside_items(overlay.picture).empty()) << lesson;
        EXPECT_TRUE(
            std::ranges::none_of(overlay.views, [](const auto& placed) { return placed.view->place == views::Place::panel; }));
    }
}

// Finds empty scenes: no scene, bars of a kernel without shared memory, a matrix without values.
TEST_F(LessonScenes, EachVariantHasAMatchingScene)
{
    static_cast<void>(show("hazards", "no_barrier"));
    std::chrono::steady_clock::time_point now { std::chrono::hours(1) };
    const auto tick = [&] {
        now += std::chrono::milliseconds(20);
        m_session->tick(now);
        m_session->settle();
    };
    for (const auto& lesson : m_catalog->lessons()) {
        m_session->submit(session::SelectLesson { lesson->id });
        m_session->submit(session::SetParameter { "n", lesson->id == "coalescing" ? "4096" : "256" });
        tick();
        for (std::size_t variant = 0; variant < lesson->variants.size(); ++variant) {
            m_session->submit(session::SelectVariant { variant });
            const auto shows_it = [&] {
                const auto shown = m_session->snapshot();
                return shown->run->recording != nullptr && shown->run->recording->variant == lesson->variants[variant].id;
            };
            for (int i = 0; i < 4 || (i < 40 && !shows_it()); ++i)
                tick();
            const auto shown = m_session->snapshot();
            const std::string where = lesson->id + " " + lesson->variants[variant].id;
            const std::string_view scene = views::scene_of(*shown).id;
            if (shown->setup->variants[variant].on_host_only && shown->scene->particles == nullptr
                && shown->scene->matrix == nullptr)
                continue; // no block is recorded, which the stage states in a message
            if (shown->run->recording != nullptr && shown->run->recording->trap && scene == "no-scene")
                continue; // a fault before the first access, which the stage states in a message
            EXPECT_NE(scene, "no-scene") << where;
            if (scene == "array-scene" || scene == "banks-scene") {
                EXPECT_FALSE(shown->scene->array->values.empty()) << where;
            }
            if (scene == "matrix-scene" || scene == "sectors-scene") {
                EXPECT_FALSE(shown->scene->matrix->values.empty()) << where;
            }
        }
    }
}

struct Pair {
    const char* wrong;
    const char* between; // both accesses, between which synchronization is missing
    const char* right; // the synchronization of the repaired kernel
    AccessKind first;
    AccessKind second;
};

// Printer for GoogleTest.
void PrintTo(const Pair& pair, std::ostream* stream)
{
    *stream << pair.wrong;
}

class Hazards : public LessonScenes, public testing::WithParamInterface<Pair> { };

TEST_P(Hazards, AreShownNextToTheRepair)
{
    const auto snapshot = show("hazards", GetParam().wrong, 40); // 0.8 s: the playback reaches the second access
    ASSERT_NE(snapshot, nullptr);
    ASSERT_EQ(views::scene_of(*snapshot).id, "hazard");
    const auto sides = views::hazard_sides(*snapshot);
    ASSERT_EQ(sides.size(), 2U);
    const views::HazardPlayback& wrong = sides[0].playback;
    EXPECT_FALSE(wrong.ordered);
    EXPECT_EQ(wrong.between, GetParam().between);
    ASSERT_TRUE(wrong.first && wrong.second);
    EXPECT_EQ(wrong.first->kind, GetParam().first);
    EXPECT_EQ(wrong.second->kind, GetParam().second);
    EXPECT_FALSE(wrong.second->code.empty());
    const views::HazardPlayback& right = sides[1].playback;
    EXPECT_TRUE(right.ordered);
    EXPECT_THAT(right.between, testing::StartsWith(GetParam().right));
    draw::testing::expect_tidy(GetParam().wrong,
        [&](draw::Size size, const draw::Style& style) { return views::hazard_scene_figure(sides, size, style); });
}

INSTANTIATE_TEST_SUITE_P(Lesson, Hazards,
    testing::Values(Pair { "no_barrier", "no __syncthreads()", "__syncthreads(), line ", AccessKind::load, AccessKind::store },
        Pair { "write_write", "no __syncthreads()", "no other access to this word", AccessKind::store, AccessKind::store },
        Pair { "read_write", "no __syncthreads()", "__syncthreads(), line ", AccessKind::load, AccessKind::store },
        Pair { "last_warp_volatile", "no __syncwarp()", "__syncwarp(), line ", AccessKind::store, AccessKind::load },
        Pair { "count_unordered", "no order between blocks", "atomic: indivisible", AccessKind::store, AccessKind::load }),
    [](const auto& named) { return std::string { named.param.wrong }; });

TEST_F(LessonScenes, ABarrierInABranchShowsTheWaitingThreads)
{
    const auto snapshot = show("hazards", "barrier_in_branch", 40);
    const auto sides = views::hazard_sides(*snapshot);
    ASSERT_EQ(sides.size(), 2U);
    EXPECT_EQ(sides[0].playback.kind, views::HazardPlayback::Kind::divided_barrier);
    EXPECT_EQ(lane_count(sides[0].playback.arrived), 16U);
    EXPECT_EQ(lane_count(sides[1].playback.arrived), 32U);
    draw::testing::expect_tidy(
        "barrier", [&](draw::Size size, const draw::Style& style) { return views::hazard_scene_figure(sides, size, style); });
}

// The chosen variant is always shown: it comes first, and if only one of the two fits, it is the chosen one.
TEST_F(LessonScenes, TheRepairedKernelComesFirstNextToTheFaultyOne)
{
    const auto snapshot = show("hazards", "with_barrier");
    const auto sides = views::hazard_sides(*snapshot);
    ASSERT_EQ(sides.size(), 2U);
    EXPECT_TRUE(sides[0].playback.ordered);
    EXPECT_FALSE(sides[1].playback.ordered);
    const draw::Style style = draw::make_style(draw::Theme::dark, 1.0F);
    const auto kernels_in = [&](draw::Size size) {
        const auto picture = views::hazard_scene_figure(sides, size, style);
        return std::pair { draw::testing::says(picture, "ordered"), draw::testing::says(picture, "race") };
    };
    EXPECT_EQ(kernels_in({ 532, 410 }), (std::pair { true, true })) << "the scene of a window of 1280 x 720";
    EXPECT_EQ(kernels_in({ 300, 600 }), (std::pair { true, true })) << "below each other";
    EXPECT_EQ(kernels_in({ 152, 300 }), (std::pair { true, false })) << "room for one: the chosen one";
    std::chrono::steady_clock::time_point now { std::chrono::hours(1) };
    for (const std::size_t variant : { 0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U }) {
        m_session->submit(session::SelectVariant { variant });
        for (int i = 0; i < 4; ++i) {
            now += std::chrono::milliseconds(20);
            m_session->tick(now);
            m_session->settle();
        }
        const auto shown = views::hazard_sides(*m_session->snapshot());
        ASSERT_EQ(shown.size(), 2U) << variant;
        EXPECT_EQ(shown[0].label, snapshot->setup->variants[variant].label);
        EXPECT_EQ(shown[0].playback.ordered, snapshot->setup->lesson->variants[variant].expects.empty());
    }
}

} // namespace
} // namespace warpstage::stage

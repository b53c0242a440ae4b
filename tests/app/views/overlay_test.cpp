// The table of views, and the overlay as a whole.
#include "tests/app/draw/geometry.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

namespace warpstage::views {
namespace {

using testing::compose_overlay;
using testing::compose_panels;
using testing::kScales;
using testing::kSizes;
using testing::Overlay;
using testing::Panel;

TEST(Views, HaveUniqueIdsAndTheMembersOfTheirPlace)
{
    std::set<std::string_view> ids;
    std::set<std::string_view> cues;
    for (const View& view : all_views()) {
        EXPECT_TRUE(ids.insert(view.id).second) << view.id;
        EXPECT_EQ(find_view(view.id), &view);
        EXPECT_TRUE(view.build != nullptr || view.figure.prepare != nullptr || view.place == Place::scene)
            << view.id << " shows nothing; scenes drawn by the stage have their own test";
        EXPECT_EQ(view.place == Place::panel, view.rect != nullptr) << view.id;
        if (view.while_asked == WhileAsked::hidden) {
            EXPECT_FALSE(view.title.empty()) << view.id;
            EXPECT_TRUE(view.reads.has(Part::cue)) << view.id << " would not depend on the question";
        }
        if (!view.cue.empty())
            cues.insert(view.cue);
    }
    // Words in the existing lessons; the scene is drawn by the stage.
    cues.insert("scene");
    EXPECT_EQ(cues,
        (std::set<std::string_view> { "scene", "variants", "parameters", "warps", "banks", "sectors", "partitions", "source",
            "sm", "compare", "retirement", "occupancy", "hierarchy", "index", "pipes", "published", "curves", "layout",
            "fragments", "path", "pipeline", "waves", "rounding", "why" }));
    cues.insert({ "timings", "access", "comparison" }); // of older versions
    EXPECT_EQ(view_of_cue("timings"), find_view("variants"));
    std::set<std::string_view> words;
    const auto figures = cue_figures();
    for (const lesson::CueFigure& figure : figures)
        words.insert(figure.word);
    EXPECT_EQ(cues, words);
    EXPECT_EQ(find_view("nothing"), nullptr);
    EXPECT_EQ(view_of_settings("access"), find_view("banks"));
    EXPECT_EQ(view_of_settings("comparison"), find_view("compare"));
    EXPECT_EQ(view_of_settings("timings"), find_view("variants"));
}

TEST(Views, ANarrowedModelHasOnlyTheRequestedParts)
{
    const session::Snapshot whole = testing::played();
    EXPECT_EQ(narrowed(whole, {}), session::Snapshot {});
    const session::Snapshot some = narrowed(whole, Part::setup | Part::playing);
    EXPECT_EQ(some.setup, whole.setup);
    EXPECT_EQ(some.run, session::Snapshot {}.run);
    EXPECT_EQ(some.timing->playing, whole.timing->playing);
    EXPECT_TRUE(some.timing->variants.empty());
    EXPECT_EQ(narrowed(whole, Part::setup | Part::playing), some) << "the same handles";
}

TEST(Overlay, AllPanelsAreShownOnAFullScreen)
{
    for (const float scale : { 1.0F, 1.5F }) {
        const StageLayout layout = layout_stage({ 1920, 1080 }, make_style(Theme::dark, scale));
        EXPECT_TRUE(layout.parameters && layout.source && layout.timeline && layout.footer) << scale;
    }
    EXPECT_TRUE(layout_stage({ 1280, 720 }, make_style(Theme::dark, 1.0F)).source);
    EXPECT_TRUE(layout_stage({ 1280, 720 }, make_style(Theme::dark, 1.0F)).timeline);
}

TEST(Overlay, SceneEndsWhereTheArraysCaptionBegins)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const WindowState state { { 1920, 1080 }, 60.0F };
    const Rect scene = layout_stage(state.size, style).scene;
    EXPECT_EQ(compose_overlay(testing::nbody_on_gpu(), state, style).scene, scene);
    const Overlay reduction = compose_overlay(testing::reduction_with_conflict(), state, style);
    EXPECT_GT(reduction.scene.y, scene.y);
    EXPECT_FLOAT_EQ(reduction.scene.bottom(), scene.bottom());
    EXPECT_LT(draw::testing::text_with(reduction.picture, "121 of 333").anchor.y, reduction.scene.y);
}

TEST(Overlay, BadgeNamesTheDevice)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const WindowState state { { 1920, 1080 }, 60.0F };
    EXPECT_TRUE(
        draw::testing::says(compose_overlay(testing::nbody_on_gpu(), state, style).picture, "NVIDIA H200 · CUDA–OpenGL interop"));
    EXPECT_TRUE(
        draw::testing::says(compose_overlay(testing::reduction_with_conflict(), state, style).picture, "PTX virtual machine"));
    EXPECT_TRUE(draw::testing::says(compose_overlay(testing::host_only(), state, style).picture, "paused"));
}

TEST(Overlay, EmptyPanelsHaveAMessage)
{
    const Style style = make_style(Theme::dark, 1.0F);
    const WindowState state { { 1920, 1080 }, 60.0F };
    const DrawList host = compose_overlay(testing::host_only(), state, style).picture;
    EXPECT_TRUE(draw::testing::says(host, "no warps"));
    EXPECT_TRUE(draw::testing::says(host, "no requests"));
    const DrawList nothing = compose_overlay(testing::nothing_yet(), state, style).picture;
    EXPECT_TRUE(draw::testing::says(nothing, "recording…"));
    EXPECT_TRUE(draw::testing::says(nothing, "nothing has"));
    session::Snapshot running = testing::nothing_yet();
    simt::Hang waits;
    waits.waits.push_back({ { { 0, 0, 0 }, { 1 }, 32 }, 7, "line 15", 0, {} });
    waits.objects.resize(1);
    waits.objects[0].kind = simt::Hang::Kind::memory;
    waits.objects[0].name = "4 bytes at offset 0 of buffer `flag`";
    running.run.edit().waits = std::make_shared<const simt::Hang>(waits);
    EXPECT_TRUE(draw::testing::says(compose_overlay(running, state, style).picture, "still running"));
    WindowState shows_waits = state;
    shows_waits.sheet = &named::waits;
    const DrawList asked = compose_overlay(running, shows_waits, style).picture;
    for (const char* words : { "while the kernel runs", "waiting at line 15", "buffer flag" })
        EXPECT_TRUE(draw::testing::says(asked, words)) << words;
    session::Snapshot stopped = testing::trapped();
    stopped.timing.edit().works.clear();
    EXPECT_TRUE(draw::testing::says(compose_overlay(stopped, state, style).picture, "No time:"));
    session::Snapshot global = testing::nbody_on_gpu();
    global.run.edit().accesses.clear();
    global.selection.edit().chosen_access.reset();
    EXPECT_TRUE(draw::testing::says(
        compose_overlay(global, state, style).picture, "the recorded block accesses no shared or global memory"));
}

TEST(Overlay, PanelsAreSlightlyTranslucent)
{
    const Style style = make_style(Theme::dark, 1.0F);
    for (const Panel& panel : compose_panels(testing::nbody_on_gpu(), { { 1920, 1080 }, 60.0F }, style)) {
        const auto* ground = std::get_if<Box>(&panel.picture.items.front());
        ASSERT_NE(ground, nullptr);
        EXPECT_GE(ground->fill->a, 240); // 94 %
        EXPECT_LE(ground->fill->a, 245); // 96 %
    }
}

TEST(Overlay, AnEmptySnapshotAndATinyWindowAreDrawn)
{
    for (const Size size : { Size { 0, 0 }, Size { 1, 1 }, Size { 200, 100 }, Size { 640, 360 } })
        EXPECT_FALSE(compose_overlay({}, { size, 0.0F }, make_style(Theme::light, 2.0F)).picture.items.empty());
}

TEST(Overlay, EstimatedTimesAreLabeledEverywhere)
{
    for (const Size size : kSizes)
        for (const float scale : kScales) {
            const Style style = make_style(Theme::dark, scale);
            const StageLayout layout = layout_stage(size, style);
            const session::Snapshot snapshot = testing::crowded();
            const WindowState window { size, 60.0F };
            const DrawList bar = testing::build_view("top-bar", snapshot, window, layout.top_bar, style);
            EXPECT_TRUE(draw::testing::says(bar, "virtual machine") || draw::testing::says(bar, "VM"));
            if (layout.variants) {
                const DrawList variants = testing::build_view("variants", snapshot, window, *layout.variants, style);
                EXPECT_TRUE(draw::testing::says(variants, "estimated") || draw::testing::says(variants, "Estimated"));
            }
        }
}

} // namespace
} // namespace warpstage::views

#include "app/views/frame/arrangement.h"
#include "app/views/gallery/exhibit.h"
#include "core/session/session.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/views/view_of.h"
#include "tests/approved.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

std::shared_ptr<const session::Snapshot> shown(
    const std::string& lesson, const std::string& variant, const std::string& architecture)
{
    session::SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = lesson;
    options.variant = variant;
    options.parameters = { { "n", "64" } };
    auto session = session::Session::create(lesson::shipped_lessons(), options);
    EXPECT_TRUE(session) << session.error().message;
    (*session)->submit(session::SelectArchitecture { architecture });
    for (int i = 0; i < 30; ++i) {
        (*session)->tick(std::chrono::steady_clock::now());
        (*session)->settle();
    }
    (*session)->submit(session::SelectCompared { session::Direction::next });
    (*session)->tick(std::chrono::steady_clock::now());
    return (*session)->snapshot();
}

TEST(StageExhibit, EveryFigureHasItsCaptionAndTheCurrentArchitecture)
{
    const auto snapshot = shown("transpose", "tiled", "GTX280");
    const Style style = make_style(Theme::light, 1.0F);
    for (const char* id : { "banks", "lanes", "source", "timeline", "timings", "compare" }) {
        const View& view = view_of(id);
        const auto made = exhibit_of(view, *snapshot);
        ASSERT_TRUE(made) << made.error().message;
        const DrawList page = compose_page(*made, view.figure.size, style);
        for (const std::string& wrong : draw::testing::outside_items(page))
            ADD_FAILURE() << id << ": " << wrong;
        const std::string caption = caption_words(made->caption);
        EXPECT_NE(caption.find("n = 64"), std::string::npos) << caption;
        if (view.id != "timings") {
            EXPECT_NE(caption.find("GeForce GTX 280 (CC 1.3)"), std::string::npos) << caption;
        }
    }
}

TEST(StageExhibit, TheAccessIsTheOneOnTheStage)
{
    const auto tiled = shown("transpose", "tiled", "9.0");
    EXPECT_EQ(present(view_of("banks"), *tiled).id, "banks");
    EXPECT_EQ(present(view_of("sectors"), *tiled).id, "banks");
    ASSERT_TRUE(exhibit_of(view_of("banks"), *tiled));
    const auto snapshot = shown("transpose", "naive", "9.0");
    EXPECT_EQ(present(view_of("banks"), *snapshot).id, "sectors");
    const auto naive = exhibit_of(view_of("sectors"), *snapshot);
    ASSERT_TRUE(naive);
    EXPECT_NE(caption_words(naive->caption).find("32 sectors"), std::string::npos);
}

TEST(StageExhibit, AMissingFigureHasAMessage)
{
    const session::Snapshot empty;
    EXPECT_APPROVED(exhibit_of(view_of("banks"), empty).error().message);
    session::Snapshot snapshot = *shown("transpose", "naive", "9.0");
    snapshot.run.edit().compared.reset();
    EXPECT_APPROVED(exhibit_of(view_of("compare"), snapshot).error().message);
    snapshot.selection.edit().chosen_access.reset();
    EXPECT_APPROVED(exhibit_of(view_of("banks"), snapshot).error().message);
    snapshot.run.edit().recording = nullptr;
    EXPECT_APPROVED(exhibit_of(view_of("source"), snapshot).error().message);
    snapshot.timing.edit().variants[snapshot.setup->variant].timing = {};
    EXPECT_APPROVED(exhibit_of(view_of("timings"), snapshot).error().message);
}

} // namespace
} // namespace warpstage::views

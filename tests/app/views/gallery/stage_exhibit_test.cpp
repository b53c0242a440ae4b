#include "app/views/gallery/stage_exhibit.h"
#include "core/session/session.h"
#include "tests/app/draw/geometry.h"
#include "tests/core/session/shipped_lessons.h"

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
    auto session = session::Session::create(session::shipped_lessons(), options);
    EXPECT_TRUE(session) << session.error().message;
    (*session)->submit(session::SelectArchitecture { architecture });
    for (int i = 0; i < 30; ++i) {
        (*session)->tick(std::chrono::steady_clock::now());
        (*session)->settle();
    }
    (*session)->submit(session::StepCompared {});
    (*session)->tick(std::chrono::steady_clock::now());
    return (*session)->snapshot();
}

TEST(StageExhibit, EveryPictureHasItsCaptionAndThePresentRules)
{
    const auto snapshot = shown("transpose", "tiled", "GTX280");
    const Style style = make_style(Theme::light, 1.0F);
    for (const Picture picture :
        { Picture::access, Picture::lanes, Picture::source, Picture::timeline, Picture::timings, Picture::comparison }) {
        const auto made = stage_exhibit(*snapshot, picture);
        ASSERT_TRUE(made) << made.error().message;
        EXPECT_FALSE(made->kind.empty());
        const DrawList page = compose_page(made->exhibit, made->size, style);
        for (const std::string& wrong : draw::testing::outside_items(page))
            ADD_FAILURE() << made->kind << ": " << wrong;
        const std::string caption = caption_words(made->exhibit.caption);
        EXPECT_NE(caption.find("n = 64"), std::string::npos) << caption;
        if (picture != Picture::timings) {
            EXPECT_NE(caption.find("GeForce GTX 280 (CC 1.3)"), std::string::npos) << caption;
        }
    }
}

TEST(StageExhibit, TheAccessIsTheOneOnTheStage)
{
    const auto tiled = stage_exhibit(*shown("transpose", "tiled", "9.0"), Picture::access);
    ASSERT_TRUE(tiled);
    EXPECT_EQ(tiled->kind, "banks");
    const auto naive = stage_exhibit(*shown("transpose", "naive", "9.0"), Picture::access);
    ASSERT_TRUE(naive);
    EXPECT_EQ(naive->kind, "sectors");
    EXPECT_NE(caption_words(naive->exhibit.caption).find("32 sectors"), std::string::npos);
}

TEST(StageExhibit, WhatIsNotThereIsASentence)
{
    const session::Snapshot empty;
    EXPECT_EQ(stage_exhibit(empty, Picture::access).error().message, "There is nothing to save yet.");
    session::Snapshot snapshot = *shown("transpose", "naive", "9.0");
    snapshot.run.edit().compared.reset();
    EXPECT_EQ(stage_exhibit(snapshot, Picture::comparison).error().message, "There is no second variant to compare with yet.");
    snapshot.selection.edit().chosen_access.reset();
    EXPECT_EQ(stage_exhibit(snapshot, Picture::access).error().message,
        "There is no access to save: the recorded block makes no request of shared or global memory.");
    snapshot.run.edit().recording = nullptr;
    EXPECT_EQ(stage_exhibit(snapshot, Picture::source).error().message, "There is no recorded block to save a figure of.");
    snapshot.timing.edit().variants[snapshot.setup->variant].timing = {};
    EXPECT_EQ(stage_exhibit(snapshot, Picture::timings).error().message, "There are no timings to save yet.");
}

} // namespace
} // namespace warpstage::views

#include "app/views/timings/published_bars.h"
#include "tests/app/draw/geometry.h"
#include "tests/app/draw/styles.h"
#include "tests/app/draw/tidy.h"
#include "tests/app/views/overlay.h"
#include "tests/app/views/snapshots.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::views {
namespace {

using timing::PublishedEstimate;

PublishedEstimate row(const char* variant, const char* n, double published, double estimated)
{
    PublishedEstimate row;
    row.figure.lesson = "nbody";
    row.figure.variant = variant;
    row.figure.parameters = { { "n", n }, { "scene", "disk" } };
    row.figure.value = published;
    row.figure.unit = "ms";
    row.figure.machine = "Tesla K40c";
    row.figure.steps = 9;
    row.figure.copies = true;
    row.figure.source = "a lecture";
    row.figure.speed_up = 35.0;
    row.estimated = estimated;
    row.speed_up = estimated > 0.0 ? 35.0 * published / estimated : 0.0;
    return row;
}

std::string itself(const std::string& variant)
{
    return variant;
}

std::vector<PublishedEstimate> two_sizes()
{
    return { row("global", "10240", 96.7, 69.3), row("global", "20480", 216.0, 147.0), row("shared", "20480", 174.0, 80.0) };
}

TEST(PublishedBars, CommonParametersAreInTheSubtitle)
{
    const BarsInput input = published_bars(two_sizes(), itself);
    EXPECT_APPROVED(input.subtitle);
    ASSERT_EQ(input.rows.size(), 3);
    EXPECT_EQ(input.rows[0].name, "global, n = 10240");
    EXPECT_EQ(input.rows[2].name, "shared, n = 20480");
    EXPECT_EQ(input.better, Better::less);
    EXPECT_DOUBLE_EQ(input.rows[0].median, 0.0693);
    EXPECT_DOUBLE_EQ(*input.rows[0].published, 0.0967);
}

TEST(PublishedBars, TheErrorsOfACompleteTableAreNamed)
{
    auto results = two_sizes();
    for (auto& result : results)
        result.figure.unprinted = { { "finish", "host" }, { "n", "2^22" } };
    EXPECT_APPROVED(published_bars(results, itself).sentence);
    EXPECT_NE(published_bars(results, itself).subtitle.find("n = 2^22 assumed"), std::string::npos);
    results[0].estimated = 0.0;
    EXPECT_EQ(published_bars(results, itself).sentence, "") << "still being estimated";
}

TEST(PublishedBars, ARowThatIsOffSaysSo)
{
    const BarsInput input = published_bars(two_sizes(), itself);
    EXPECT_EQ(input.rows[1].remark, "") << "by a factor of 1.47";
    EXPECT_EQ(input.rows[2].remark, "off by a factor of 2.2");
    const DrawList picture = bars_figure(input, kSlide, light());
    for (const char* words : { "off by a factor of 2.2", "96.7 ms, 35×", "69.3 ms, 48.8×", "published: a lecture" })
        EXPECT_TRUE(draw::testing::says(picture, words)) << words;
}

TEST(PublishedBars, MissingEstimatesHaveAReason)
{
    auto results = two_sizes();
    results[0].estimated = results[1].estimated = 0.0;
    results[1].reason = "The kernel needs CC 8.0.";
    const BarsInput input = published_bars(results, itself);
    EXPECT_EQ(input.rows[0].remark, "estimating…");
    EXPECT_APPROVED(input.rows[1].remark);
    EXPECT_TRUE(draw::testing::says(bars_figure(input, kSlide, light()), "estimating…"));
}

TEST(PublishedBars, AnotherGpuOrUnitIsAnotherTable)
{
    auto results = two_sizes();
    results[1].figure.machine = "GeForce GTX 280";
    results[2].figure.unit = "GB/s";
    EXPECT_EQ(published_bars(results, itself).rows.size(), 1);
    EXPECT_TRUE(published_bars({}, itself).rows.empty());
}

TEST(PublishedBars, IsTidy)
{
    draw::testing::expect_tidy("published bars",
        [](Size size, const Style& style) { return bars_figure(published_bars(two_sizes(), itself), size, style); });
}

TEST(PublishedBars, NamesAreWholeInAWindowOf640Pixels)
{
    BarsInput input = published_bars(two_sizes(), itself);
    input.rows[0].name = "3 · tiles [ty][tx], type = double, K40c:8byte";
    const DrawList picture = bars_figure(input, { 600, 280 }, dark());
    const Text name = draw::testing::text_with(picture, input.rows[0].name);
    EXPECT_LE(text_width(name.text, name.face, name.size), name.max_width);
    EXPECT_TRUE(draw::testing::says(picture, "published"));
    EXPECT_TRUE(draw::testing::colliding_texts(picture).empty());
}

TEST(PublishedBars, TheSheetShowsThemOrSaysThatThereAreNone)
{
    session::Snapshot snapshot = testing::nbody_on_gpu();
    const Style style = make_style(Theme::dark, 1.0F);
    const auto sheet = [&] {
        return testing::build_view("published", snapshot, { { 1280, 720 }, 60.0F }, { 0, 0, 1280, 640 }, style);
    };
    EXPECT_TRUE(draw::testing::says(sheet(), "no published results"));
    snapshot.estimates.edit().published = two_sizes();
    EXPECT_TRUE(draw::testing::says(sheet(), "96.7"));
    EXPECT_TRUE(draw::testing::says(sheet(), "off by a factor of 2.2"));
}

} // namespace
} // namespace warpstage::views

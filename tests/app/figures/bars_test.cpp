#include "app/draw/style.h"
#include "app/figures/bars.h"
#include "tests/approved.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpstage::figures {
namespace {

using std::chrono_literals::operator""us;

lesson::Lesson lesson_of(const std::string& id)
{
    lesson::Lesson lesson;
    lesson.id = id;
    lesson.title = "Reduction";
    for (const char* name : { "reduce1", "reduce2" }) {
        problem::Variant variant;
        variant.id = name;
        variant.label = std::string("label of ") + name;
        lesson.variants.push_back(variant);
    }
    return lesson;
}

bench::MeasuredVariant line_of(const std::string& variant, std::chrono::nanoseconds median, double merit)
{
    bench::MeasuredVariant line;
    line.lesson = "reduction";
    line.variant = variant;
    line.parameters = "n=1024";
    line.time = { median / 2, median, median * 2, 21 };
    line.merit = merit;
    line.unit = "B/s";
    line.launches = 1;
    return line;
}

std::string texts_of(const views::Exhibit& plotted)
{
    std::string all;
    for (const auto& item : plotted.draw({ 860, 480 }, draw::make_style(draw::Theme::light, 1.0F)).items)
        if (const auto* text = std::get_if<draw::Text>(&item))
            all += text->text + "|";
    return all;
}

TEST(FigureBars, ACommonLimitIsDrawnAsALine)
{
    bench::BenchResult result { "warpstage", "NVIDIA H200", "CC 9.0", false,
        { line_of("reduce1", 100us, 1e12), line_of("reduce2", 50us, 2e12) } };
    for (auto& line : result.variants) {
        line.limit = 4.558e12;
        line.limit_name = "read";
    }
    EXPECT_NE(texts_of(*plotted_bars(result, lesson_of("reduction"))).find("limit, read: 4.56"), std::string::npos);
    result.variants[1].limit = 0.0; // unknown, because it includes host work
    EXPECT_NE(texts_of(*plotted_bars(result, lesson_of("reduction"))).find("limit, read"), std::string::npos);
    result.variants[1].limit = 4.18e12;
    EXPECT_EQ(texts_of(*plotted_bars(result, lesson_of("reduction"))).find("limit"), std::string::npos);
}

TEST(FigureBars, PublishedResultsInTheSameUnitAreShown)
{
    constexpr std::string_view kPublished = R"([[figure]]
lesson = "reduction"
variant = "reduce2"
value = 8.33
unit = "GB/s"
machine = "GeForce GTX 280"
source = "lecture 003"
)";
    const auto published = lesson::PublishedFigures::parse(kPublished, "published.toml");
    ASSERT_TRUE(published) << published.error().message;
    const bench::BenchResult result { "warpstage", "NVIDIA H200", "CC 9.0", false,
        { line_of("reduce1", 100us, 1e12), line_of("reduce2", 50us, 2e12) } };
    const auto other_size =
        lesson::PublishedFigures::parse(std::string { kPublished } + "parameters = { n = \"17\" }\n", "published.toml");
    ASSERT_TRUE(other_size) << other_size.error().message;
    const auto without = texts_of(*plotted_bars(result, lesson_of("reduction"), &*other_size));
    EXPECT_EQ(without.find("8.33"), std::string::npos) << without;
    const auto texts = texts_of(*plotted_bars(result, lesson_of("reduction"), &*published));
    EXPECT_NE(texts.find("8.33"), std::string::npos) << texts;
    EXPECT_NE(texts.find("published: GeForce GTX 280"), std::string::npos) << texts;
}

TEST(FigureBars, OneBarPerVariantWithItsRate)
{
    bench::BenchResult result { "warpstage", "NVIDIA H200", "CC 9.0", false,
        { line_of("reduce1", 100us, 1e12), line_of("reduce2", 50us, 2e12) } };
    const auto plotted = plotted_bars(result, lesson_of("reduction"));
    ASSERT_TRUE(plotted) << plotted.error().message;
    EXPECT_EQ(plotted->caption.source, "measured on NVIDIA H200 (CC 9.0)");
    const std::string texts = texts_of(*plotted);
    EXPECT_NE(texts.find("label of reduce2"), std::string::npos) << texts;
    EXPECT_NE(texts.find("TB/s"), std::string::npos) << texts;
    result.emulated = true;
    EXPECT_EQ(plotted_bars(result, lesson_of("reduction"))->caption.source, "emulated on NVIDIA H200 (CC 9.0)");
}

TEST(FigureBars, EstimatesShowTheirGpu)
{
    bench::BenchResult result { "warpstage", "GeForce GTX 280", "SM model", false,
        { line_of("reduce1", 100us, 1e12), line_of("reduce2", 50us, 2e12) }, true };
    const auto plotted = plotted_bars(result, lesson_of("reduction"));
    ASSERT_TRUE(plotted) << plotted.error().message;
    EXPECT_EQ(plotted->caption.source, "estimated for GeForce GTX 280 by the SM model");
    EXPECT_NE(texts_of(*plotted).find("estimated by the SM model"), std::string::npos);
    result.variants[0].launches = 0;
    EXPECT_NE(texts_of(*plotted_bars(result, lesson_of("reduction"))).find("|measured: "), std::string::npos);
}

TEST(FigureBars, HostVariantsAreMeasured)
{
    bench::BenchResult result { "warpstage", "virtual machine", "", true,
        { line_of("reduce1", 100us, 1e12), line_of("reduce2", 50us, 2e12) } };
    EXPECT_EQ(texts_of(*plotted_bars(result, lesson_of("reduction"))).find("|measured: "), std::string::npos);
    result.variants[1].launches = 0;
    const std::string texts = texts_of(*plotted_bars(result, lesson_of("reduction")));
    EXPECT_NE(texts.find("|measured: "), std::string::npos) << texts;
    EXPECT_NE(texts.find("|emulated|"), std::string::npos) << texts;
}

TEST(FigureBars, DifferentUnitsAreShownAsTimes)
{
    bench::BenchResult result { "warpstage", "virtual machine", "", true,
        { line_of("reduce1", 100us, 1e12), line_of("reduce2", 50us, 2e12) } };
    result.variants[1].unit = "interactions/s";
    EXPECT_NE(texts_of(*plotted_bars(result, lesson_of("reduction"))).find("µs"), std::string::npos);
}

TEST(FigureBars, MissingDataIsReported)
{
    bench::BenchResult result;
    EXPECT_APPROVED(plotted_bars(result, lesson_of("reduction")).error().message);
    result.variants.push_back(line_of("reduce1", 100us, 1e12));
    result.variants.back().time = {};
    result.variants.back().remark = "too large.";
    EXPECT_APPROVED(plotted_bars(result, lesson_of("reduction")).error().message);
}

} // namespace
} // namespace warpstage::figures

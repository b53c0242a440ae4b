#include "core/lesson/measured/published.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace warpstage::lesson {
namespace {

std::string refusal(const std::string& text)
{
    const auto figures = PublishedFigures::parse(text, "published.toml");
    EXPECT_FALSE(figures);
    return figures ? "" : figures.error().message;
}

constexpr const char* kGood = R"([[figure]]
lesson = "nbody"
variant = "shared"
parameters = { n = 10240 }
value = 74.4
unit = "ms"
machine = "Tesla K40c"
source = "lecture 4"
speed_up = 46
against = "one core, 3442 ms"
remark = "with copies"
)";

TEST(Published, AFigureContainsTheValuesOfTheFile)
{
    const auto figures = PublishedFigures::parse(kGood, "published.toml");
    ASSERT_TRUE(figures) << figures.error().message;
    ASSERT_EQ(figures->all().size(), 1U);
    const auto& figure = figures->all().front();
    EXPECT_EQ(figure.words(), "74.4 ms, 46×");
    EXPECT_EQ(figure.parameters.at("n"), "10240");
    EXPECT_EQ(figure.against, "one core, 3442 ms");
    EXPECT_TRUE(figures->has_lesson("nbody"));
    EXPECT_FALSE(figures->has_lesson("banks"));
    EXPECT_EQ(figures->of("nbody", "shared").size(), 1U);
    EXPECT_TRUE(figures->of("nbody", "global").empty());
}

TEST(Published, AMistakeIsASentenceWithItsLine)
{
    EXPECT_EQ(refusal("[[figure]]\nlesson = \"a\"\n"), "published.toml:1: the key `variant` is missing.");
    EXPECT_APPROVED(refusal(
        "[[figure]]\nlesson = \"a\"\nvariant = \"b\"\nvalue = \"fast\"\nunit = \"ms\"\nmachine = \"m\"\nsource = \"s\"\n"));
    EXPECT_APPROVED(
        refusal("[[figure]]\nlesson = \"a\"\nvariant = \"b\"\nvalue = 0\nunit = \"ms\"\nmachine = \"m\"\nsource = \"s\"\n"));
    EXPECT_EQ(refusal("[[figure]]\nlesson = \"a\"\nvariant = \"b\"\nvalue = 1\nunit = \"ms\"\nmachine = \"m\"\nsource = "
                      "\"s\"\nspeed_up = 3\n"),
        "published.toml:8: `speed_up` requires `against`.");
    EXPECT_APPROVED(refusal("figure = 3\n"));
    EXPECT_APPROVED(refusal("[[figures]]\n"));
    EXPECT_NE(refusal("[[figure\n").find("published.toml:1: "), std::string::npos);
}

TEST(Published, AMissingFileIsASentence)
{
    const auto figures = PublishedFigures::load("/nowhere/published.toml");
    ASSERT_FALSE(figures);
    EXPECT_APPROVED(figures.error().message);
}

// The published results of the lectures, all of them: one that is missing here would be missing on the slide.
TEST(Published, TheShippedFileContainsTheLecturesFigures)
{
    const auto figures = PublishedFigures::load(std::filesystem::path { WARPSTAGE_ASSETS } / "published.toml");
    ASSERT_TRUE(figures) << figures.error().message;
    const auto words = [&](const char* lesson, const char* variant) {
        std::string all;
        for (const auto* figure : figures->of(lesson, variant))
            all += figure->words() + "; ";
        return all;
    };
    EXPECT_EQ(words("transpose", "naive"), "5.3 GB/s; ");
    EXPECT_EQ(words("transpose", "padded"), "93.4 GB/s, 17.6×; ");
    EXPECT_EQ(words("reduction", "reduce1"), "3.77 GB/s; ");
    EXPECT_EQ(words("reduction", "reduce7"), "77.21 GB/s; ");
    EXPECT_EQ(words("nbody", "host"), "3442 ms; 13821 ms; ");
    EXPECT_EQ(words("nbody", "shared"), "74.4 ms, 46×; 173.6 ms, 79×; ");
    EXPECT_EQ(words("matmul", "smem2"), "56 ms, 82×; 87 ms, 105×; 62 ms, 147×; ");
    EXPECT_EQ(words("matmul", "smem5"), "26 ms, 177×; 45.5 ms, 201×; ");
    EXPECT_EQ(figures->all().size(), 34U);
}

} // namespace
} // namespace warpstage::lesson

// The chosen line of source is never cut.
#include "app/views/source/source_code.h"
#include "app/views/source/source_figure.h"
#include "tests/app/draw/geometry.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpstage::views {
namespace {

using Rows = std::vector<std::string>;

TEST(WrapCode, ALineThatFitsIsUnchanged)
{
    EXPECT_EQ(wrap_code("    sum += a[i]; // one", 40), Rows { "    sum += a[i]; // one" });
}

TEST(WrapCode, RemovesTheCommentThenTheIndentationThenWraps)
{
    const std::string line = "        sum += a[i] * b[i]; // one of them";
    EXPECT_EQ(wrap_code(line, 30), Rows { "        sum += a[i] * b[i];" });
    EXPECT_EQ(wrap_code(line, 24), Rows { "     sum += a[i] * b[i];" });
    EXPECT_EQ(wrap_code(line, 21), Rows { "  sum += a[i] * b[i];" });
    EXPECT_EQ(wrap_code(line, 16), (Rows { "  sum += a[i] *", "    b[i];" }));
}

TEST(WrapCode, LosesNoCharacterAtAnyWidth)
{
    const std::string line = "out[(blockIdx.x * blockDim.x + threadIdx.x) % count] = in[tid] + in[tid + stride];";
    const auto joined = [](const Rows& rows) {
        std::string all;
        for (const std::string& row : rows)
            for (const char c : row)
                if (c != ' ')
                    all += c;
        return all;
    };
    for (std::size_t characters = 1; characters < 90; ++characters) {
        const Rows rows = wrap_code(line, characters);
        EXPECT_EQ(joined(rows), joined({ line })) << characters;
        for (const std::string& row : rows)
            EXPECT_LE(row.size(), std::max<std::size_t>(characters, 8)) << characters;
    }
}

TEST(SourceFigure, CutsNoExecutedLine)
{
    const Rows lines { "__global__ void add(float* sums)", "{",
        "    sums[blockIdx.x * blockDim.x + threadIdx.x] = sums[threadIdx.x] * factor;",
        "    sums[blockIdx.y * blockDim.y + threadIdx.y] += sums[threadIdx.y] * factor;", "}" };
    analysis::KernelReport report;
    for (const std::uint32_t line : { 3U, 4U }) {
        analysis::LineReport of_line;
        of_line.line = line;
        of_line.counters.instructions = 10;
        of_line.counters.active_lanes = 320;
        report.lines.push_back(of_line);
    }
    SourceInput input;
    input.lines = &lines;
    input.report = &report;
    input.chosen = 3;
    const DrawList picture = source_figure(input, { 420, 300 }, make_style(Theme::dark, 1.0F));
    std::string shown;
    for (const Text& text : draw::testing::texts_of(picture))
        if (text.face == Face::mono && text.align == Align::left) {
            EXPECT_LE(text_width(text.text, text.face, text.size), text.max_width + 0.01F) << text.text;
            shown += text.text;
        }
    std::erase(shown, ' ');
    for (const std::string_view line : { "=sums[threadIdx.x]*factor;", "+=sums[threadIdx.y]*factor;" })
        EXPECT_NE(shown.find(line), std::string::npos) << shown;
}

// A loop that the compiler has unrolled is no executed line, but what the audience reads.
TEST(SourceFigure, CutsCommentsOnlyInTheKernel)
{
    const Rows lines { "float first = in[blockIdx.x];", "for (int i = 0; i < tile / rows && i < height * width; ++i)",
        "    // A comment that is much longer than the panel is wide, and says nothing that matters", "    sum += in[i];" };
    analysis::KernelReport report;
    for (const std::uint32_t line : { 1U, 4U }) {
        analysis::LineReport of_line;
        of_line.line = line;
        of_line.counters.instructions = 10;
        of_line.counters.active_lanes = 320;
        report.lines.push_back(of_line);
    }
    SourceInput input;
    input.lines = &lines;
    input.report = &report;
    input.chosen = 1;
    const DrawList picture = source_figure(input, { 420, 300 }, make_style(Theme::dark, 1.0F));
    std::string shown;
    for (const Text& text : draw::testing::texts_of(picture))
        if (text.face == Face::mono && text.align == Align::left) {
            EXPECT_TRUE(text.text.find("//") != std::string::npos
                || text_width(text.text, text.face, text.size) <= text.max_width + 0.01F)
                << text.text;
            shown += text.text;
        }
    std::erase(shown, ' ');
    EXPECT_NE(shown.find("i<height*width;++i)"), std::string::npos) << shown;
}

TEST(SourceFigure, HidesTheWordsOfCommentsThatMayAnswerAQuestion)
{
    const Rows lines { "// One reciprocal square root instead of a division.", "float inverse = rsqrtf(squared);  // 2 ulp" };
    SourceInput input;
    input.lines = &lines;
    input.chosen = 2;
    const auto says = [&](std::string_view words) {
        return draw::testing::says(source_figure(input, { 700, 200 }, make_style(Theme::dark, 1.0F)), words);
    };
    EXPECT_TRUE(says("reciprocal square root"));
    EXPECT_TRUE(says("2 ulp"));
    input.comments_hidden = true;
    EXPECT_FALSE(says("reciprocal square root"));
    EXPECT_FALSE(says("2 ulp"));
    EXPECT_TRUE(says("// …"));
    EXPECT_TRUE(says("rsqrtf(squared);"));
}

TEST(SourceFigure, ShowsTheCompleteChosenLineInANarrowPanel)
{
    const Rows lines { "__global__ void add(const float* a, const float* b, float* sums)", "{",
        "    sums[blockIdx.x * blockDim.x + threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];", "}" };
    SourceInput input;
    input.lines = &lines;
    input.chosen = 3;
    const Style style = make_style(Theme::dark, 1.0F);
    for (const bool hall : { false, true }) {
        input.hall = hall;
        for (const float width : { 900.0F, 500.0F, 300.0F }) {
            const DrawList picture = source_figure(input, { width, 260 }, style);
            std::string shown;
            for (const Text& text : draw::testing::texts_of(picture)) {
                if (text.face != Face::mono || text.align != Align::left)
                    continue;
                const bool whole = text_width(text.text, text.face, text.size) <= text.max_width + 0.01F;
                shown += whole ? text.text : "…";
            }
            std::erase(shown, ' ');
            EXPECT_NE(shown.find("sums[blockIdx.x*blockDim.x+threadIdx.x]=a[threadIdx.x]+b[threadIdx.x];"), std::string::npos)
                << width << ": " << shown;
            EXPECT_TRUE(draw::testing::colliding_texts(picture).empty()) << width;
        }
    }
}

} // namespace
} // namespace warpstage::views

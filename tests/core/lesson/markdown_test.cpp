#include "core/lesson/markdown.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::lesson {
namespace {

std::string plain(const Block& block)
{
    std::string text;
    for (const Span& span : block.spans)
        text += span.text;
    return text;
}

TEST(Markdown, LinesOfAParagraphAreJoined)
{
    const auto blocks = parse_markdown("One\ntwo.\n\nThree.\n");
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(blocks[0].kind, BlockKind::paragraph);
    EXPECT_EQ(plain(blocks[0]), "One two.");
    EXPECT_EQ(plain(blocks[1]), "Three.");
}

TEST(Markdown, HeadingsHaveALevel)
{
    const auto blocks = parse_markdown("# Title\n## Part\ntext\n### Detail\n");
    ASSERT_EQ(blocks.size(), 4U);
    EXPECT_EQ(blocks[0].level, 1U);
    EXPECT_EQ(blocks[1].level, 2U);
    EXPECT_EQ(plain(blocks[1]), "Part");
    EXPECT_EQ(blocks[3].level, 3U);
}

TEST(Markdown, ANumberAtTheStartOfALineBeginsNoListWithinASentence)
{
    const auto blocks = parse_markdown("what the padding does with\n776. The next\n\n2. second\n");
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_APPROVED(blocks[0].spans[0].text);
    EXPECT_EQ(blocks[1].mark, "2.");
}

TEST(Markdown, ItemsContinueUntilTheNextOne)
{
    const auto blocks = parse_markdown("1. first\n   goes on\n2. second\n* point\n  - below\n");
    ASSERT_EQ(blocks.size(), 4U);
    EXPECT_EQ(blocks[0].mark, "1.");
    EXPECT_APPROVED(plain(blocks[0]));
    EXPECT_EQ(blocks[1].mark, "2.");
    EXPECT_EQ(blocks[2].mark, "•");
    EXPECT_EQ(blocks[2].level, 0U);
    EXPECT_EQ(blocks[3].level, 1U);
}

TEST(Markdown, EmphasisAndCodeAreSpans)
{
    const auto spans = parse_spans("a *b c* and **d**, `x * y`, 2 * s * t");
    const std::vector<Span> expected { { SpanKind::plain, "a " }, { SpanKind::emphasis, "b c" }, { SpanKind::plain, " and " },
        { SpanKind::emphasis, "d" }, { SpanKind::plain, ", " }, { SpanKind::code, "x * y" }, { SpanKind::plain, ", 2 * s * t" } };
    EXPECT_EQ(spans, expected);
}

TEST(Markdown, CodeWithinEmphasisIsCode)
{
    EXPECT_EQ(parse_spans("*why two `__syncwarp()` per level?*"),
        (std::vector<Span> {
            { SpanKind::emphasis, "why two " }, { SpanKind::code, "__syncwarp()" }, { SpanKind::emphasis, " per level?" } }));
}

TEST(Markdown, UnclosedMarksAreKeptUnchanged)
{
    EXPECT_EQ(parse_spans("a *b").front(), (Span { SpanKind::plain, "a *b" }));
    EXPECT_EQ(parse_spans("a `b").front(), (Span { SpanKind::plain, "a `b" }));
    EXPECT_EQ(parse_spans("**").front(), (Span { SpanKind::plain, "**" }));
    EXPECT_TRUE(parse_spans("").empty());
}

TEST(Markdown, CodeKeepsItsLines)
{
    for (const auto* const text : { "Look:\n\n    a  b\n    c\n\nEnd.\n", "Look:\n```\na  b\nc\n```\nEnd.\n" }) {
        const auto blocks = parse_markdown(text);
        ASSERT_EQ(blocks.size(), 4U) << text;
        EXPECT_EQ(blocks[1].kind, BlockKind::code);
        EXPECT_EQ(plain(blocks[1]), "a  b");
        EXPECT_EQ(plain(blocks[2]), "c");
        EXPECT_EQ(blocks[3].kind, BlockKind::paragraph);
    }
}

TEST(Markdown, TablesAreRowsOfCells)
{
    const auto blocks = parse_markdown("| a | b |\n|---|---:|\n| *1* | `2` |\n");
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(blocks[0].level, 1U);
    EXPECT_EQ(blocks[0].cells, (std::vector<std::string> { "a", "b" }));
    EXPECT_EQ(blocks[1].level, 0U);
    EXPECT_EQ(blocks[1].cells, (std::vector<std::string> { "1", "2" }));
}

TEST(Markdown, AnyInputIsParsedSafely)
{
    for (const auto* const text : { "", "\n\n", "|", "#", "*", "```", "1. ", "- \n- ", "\r\n\r\n", "***", "``", "   \n\t" })
        static_cast<void>(parse_markdown(text));
}

} // namespace
} // namespace warpstage::lesson

#include "core/lesson/files/toml_text.h"

#include <gtest/gtest.h>

namespace warpstage::lesson {
namespace {

TEST(TomlText, AllowsOtherCharactersInStringsAndComments)
{
    for (const char* text : { "\xEF\xBB\xBF"
                              "a = 1 # é «",
             "a = \"é\"\nb = 2", "a = 'é\\'\nb = 2", "\"é\" = 1", "a = \"\\\"é\"", "a = \"\"\"\né \"\" é\"\"\"\"\nb = 'x'",
             "a = '''\né \\'''\nb = 2", "a = \"\" # é", "a = \"\"\"é\"\"\"\"\" # \"é" })
        EXPECT_TRUE(parse_toml(text, "x.toml")) << text;
}

// The parser reached unreachable code for the first.
TEST(TomlText, RefusesOtherCharactersElsewhere)
{
    for (const char* text : { "a = 'é'\n  « = 1", "a = 'é'\né=2" }) {
        const auto parsed = parse_toml(text, "x.toml");
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().source().begin.line, 2U) << text;
    }
    const auto parsed = parse_toml("a = 'é'\n  « = 1", "x.toml");
    EXPECT_EQ(parsed.error().source().begin.column, 3U);
    EXPECT_EQ(*parsed.error().source().path, "x.toml");
    EXPECT_EQ(parsed.error().description(), "Characters outside ASCII are allowed only in strings and comments");
}

// Here the quotes are not those of strings, and the parser looks ahead.
TEST(TomlText, ReportsOtherMistakesFirst)
{
    for (const char* text : { "a = 'é'\nb=é", "a = 'é'\nb = 1['\uFEDE", "a = 'é'\nb = 0\"[\uFEDE\"", "# é\nb é = 1" }) {
        const auto parsed = parse_toml(text, "x.toml");
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().source().begin.line, 2U) << text;
    }
}

// The parser assumes that the name of a table begins with a character of names.
TEST(TomlText, RefusesTablesWithoutAName)
{
    for (const char* text : { "a = 1\n[.x]", "a = 1\n[[.x]]", "a = 1\n[ = 2", "a = 1\n[x.]" }) {
        const auto parsed = parse_toml(text, "x.toml");
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().source().begin.line, 2U) << text;
    }
}

TEST(TomlText, KeepsKeysApart)
{
    EXPECT_TRUE(parse_toml("'→' = 1\n'←' = 2", "x.toml"));
    EXPECT_FALSE(parse_toml("'→' = 1\n'→' = 2", "x.toml"));
}

} // namespace
} // namespace warpstage::lesson

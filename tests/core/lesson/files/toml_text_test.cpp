#include "core/base/text_limits.h"
#include "core/lesson/files/toml_text.h"
#include "tests/approved.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <string>

namespace warpstage::lesson {
namespace {

std::string repeated(std::string_view unit, std::size_t times)
{
    std::string text;
    for (std::size_t i = 0; i < times; ++i)
        text += unit;
    return text;
}

// Runs the work on a thread with a stack of this size.
void run_on_stack(std::size_t bytes, void (*work)())
{
    pthread_attr_t attributes;
    ASSERT_EQ(pthread_attr_init(&attributes), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
    pthread_t thread {};
    const auto call = [](void* argument) -> void* {
        (*static_cast<void (**)()>(argument))();
        return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, call, &work), 0);
    ASSERT_EQ(pthread_join(thread, nullptr), 0);
    pthread_attr_destroy(&attributes);
}

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
    EXPECT_APPROVED(parsed.error().description());
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

// The parser recurses for each level, also when it destroys the tables.
TEST(TomlText, RefusesWhatIsNestedTooDeep)
{
    for (const auto& text :
        { "[" + repeated("a.", 87'500) + "a]", repeated("a.", 87'500) + "a = 1", "x = " + repeated("[", 87'500),
            "x = " + repeated("{ a = ", 87'500), "'é' = 1\n[" + repeated("'a'.", 50'000) + "a]" }) {
        const auto parsed = parse_toml(text, "x.toml");
        ASSERT_FALSE(parsed) << text.substr(0, 40);
        EXPECT_APPROVED(parsed.error().description()) << text.substr(0, 40);
    }
}

// A tenth of the stack that every thread has: kStackBytes.
TEST(TomlText, ParsesTheDeepestTextOnASmallStack)
{
    run_on_stack(kStackBytes / 10, [] {
        for (const auto& text : { "[" + repeated("a.", 31) + "a]\nb = 1", repeated("a.", 31) + "a = 1",
                 "x = " + repeated("[", 31) + repeated("]", 31), "x = " + repeated("{ a = ", 31) + "1" + repeated("}", 31) })
            EXPECT_TRUE(parse_toml(text, "x.toml")) << text;
    });
}

TEST(TomlText, KeepsKeysApart)
{
    EXPECT_TRUE(parse_toml("'→' = 1\n'←' = 2", "x.toml"));
    EXPECT_FALSE(parse_toml("'→' = 1\n'→' = 2", "x.toml"));
}

} // namespace
} // namespace warpstage::lesson

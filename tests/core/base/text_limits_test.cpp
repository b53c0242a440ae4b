// Limits of texts that others wrote: every kind of nesting is counted, usual texts pass, and the line is named.
#include "core/base/temporary_folder.h"
#include "core/base/text_limits.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <string>
#include <string_view>

namespace warpstage {
namespace {

using testing::HasSubstr;

std::string repeated(std::string_view unit, std::size_t times)
{
    std::string text;
    for (std::size_t i = 0; i < times; ++i)
        text += unit;
    return text;
}

void expect_excess(const std::string& text, TextFormat format, std::uint64_t line, std::string_view reason)
{
    const auto excess = excess_of(text, format);
    ASSERT_TRUE(excess) << text.substr(0, 80);
    EXPECT_EQ(excess->line, line) << text.substr(0, 80);
    EXPECT_THAT(excess->reason, HasSubstr(reason));
}

// Nested `levels` deep in each way that TOML has.
std::array<std::string, 9> nested_toml(std::size_t levels)
{
    const std::string dotted = "a" + repeated(".a", levels - 1);
    const std::size_t half = levels / 2;
    const std::string half_dotted = "a" + repeated(".a", half - 1);
    return {
        "[" + dotted + "]\n",
        "[[" + dotted + "]]\n",
        dotted + " = 1\n",
        "[ " + repeated("\"a b\" . ", levels - 1) + "'c' ]\n",
        "[" + half_dotted + "]\n" + half_dotted + ".a = 1\n",
        "x = " + repeated("[", levels) + repeated("]", levels) + "\n",
        "x = " + repeated("{ a = ", levels) + "1" + repeated("}", levels) + "\n",
        "x = [\n" + repeated("[\n# ]\n", levels - 1) + repeated("]", levels) + "\n",
        "x = " + repeated("[ { a.b = ", levels / 3 + 1) + "1" + repeated("} ]", levels / 3 + 1) + "\n",
    };
}

TEST(TextLimits, CountEveryKindOfNestingInToml)
{
    for (const std::size_t levels : { 40U, 1000U, 80'000U })
        for (const auto& text : nested_toml(levels))
            EXPECT_TRUE(excess_of(text, TextFormat::toml)) << levels << ": " << text.substr(0, 80);
    for (const auto& text : nested_toml(24))
        EXPECT_FALSE(excess_of(text, TextFormat::toml)) << text;
}

TEST(TextLimits, NameTheLine)
{
    expect_excess("a = 1\nb = '''\n[\n'''\n[" + repeated("a.", 50) + "a]\n", TextFormat::toml, 5, "Nested deeper than 32 levels");
    expect_excess("{\n\"a\\\"\": \n" + repeated("[", 50), TextFormat::json, 3, "Nested deeper than 32 levels");
    expect_excess("wait 1\n" + std::string(100'000, 'x'), TextFormat::script, 2, "The line is longer than the limit of 64 KiB");
}

TEST(TextLimits, AcceptWhatLessonsContain)
{
    const std::string dots =
        repeated("[table]\nkey = 1.5\nother.key = [0.5, 1.25, { a = 2.5, b.c = 1 }]\ntext = \"[[[.....\"\n", 2000) + "t = '"
        + repeated("[", 100) + "'\nm = \"\"\"\n" + repeated("a.b.c.d\n[", 100) + "\"\"\"\n# " + repeated("[.", 100) + "\n";
    EXPECT_FALSE(excess_of(dots, TextFormat::toml));
    EXPECT_FALSE(excess_of("x = [" + repeated("1.5, ", 100'000) + "]\n", TextFormat::toml));
    EXPECT_FALSE(excess_of("[\"" + repeated("[", 1000) + "\", \"\\\"[[[\"]", TextFormat::json));
    EXPECT_FALSE(excess_of("", TextFormat::toml));
    EXPECT_FALSE(excess_of(repeated("]", 1000), TextFormat::json));
    EXPECT_FALSE(excess_of(repeated("]\n}", 1000), TextFormat::toml));
}

TEST(TextLimits, BoundTheMemoryOfValues)
{
    const std::string reason = "Its values would need more than 256 MiB of memory";
    expect_excess("x = [" + repeated("1,", 3'000'000) + "]", TextFormat::toml, 1, "The line is longer than the limit of 1 MiB");
    expect_excess("x = [" + repeated("1,1,1,1,1,1,1,1\n,", 400'000) + "]", TextFormat::toml, 0, reason);
    expect_excess(repeated("[a]\n", 2'000'000), TextFormat::toml, 0, reason);
    expect_excess(repeated("a=1\n", 2'000'000), TextFormat::toml, 0, reason);
    expect_excess("[" + repeated("{\"\":1},", 1'100'000) + "1]", TextFormat::json, 0, reason);
}

TEST(TextLimits, BoundBytesAndLinesOfEachFormat)
{
    for (const auto format :
        { TextFormat::toml, TextFormat::json, TextFormat::script, TextFormat::settings, TextFormat::notes, TextFormat::source }) {
        const auto& limits = limits_of(format);
        EXPECT_LE(limits.line_bytes, limits.bytes);
        const std::string line(limits.line_bytes, ' ');
        EXPECT_FALSE(excess_of(line, format));
        EXPECT_TRUE(excess_of(line + ' ', format));
        EXPECT_FALSE(excess_of(repeated(" \n", limits.bytes / 2), format));
        EXPECT_TRUE(excess_of(repeated(" \n", limits.bytes / 2 + 1), format));
    }
}

TEST(TextLimits, AreCheckedWhenAFileIsRead)
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "a.txt";
    std::ofstream(file) << "wait 1\n" << std::string(70'000, 'x') << '\n';
    const auto text = read_text_file(file, TextFormat::script);
    ASSERT_FALSE(text);
    EXPECT_APPROVED(text.error().message);
    EXPECT_TRUE(read_text_file(file, TextFormat::source));
    EXPECT_FALSE(read_text_file(folder.path() / "absent.txt", TextFormat::script));
}

} // namespace
} // namespace warpstage

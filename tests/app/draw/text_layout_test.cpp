#include "app/draw/text_layout.h"

#include <gtest/gtest.h>

#include <string>

namespace warpstage::draw {
namespace {

// Every character is ten wide, spaces are four, the ellipsis is twelve.
float advance(char32_t character)
{
    return character == U' ' ? 4.0F : character == U'…' ? 12.0F : 10.0F;
}

std::u32string fitted(std::string_view text, float width)
{
    const TextLayout layout = lay_out(text, width, advance);
    return { layout.characters.begin(), layout.characters.end() };
}

TEST(TextLayout, DecodesUtf8)
{
    const auto characters = decode_utf8("aµ→𝄞");
    EXPECT_EQ(std::u32string(characters.begin(), characters.end()), U"aµ→𝄞");
}

TEST(TextLayout, EncodesWhatItDecodes)
{
    for (const std::string text : { "plain", "23.1 µs", "→ … ≤", "𝄞 clef" })
        EXPECT_EQ(encode_utf8(decode_utf8(text)), text);
}

TEST(TextLayout, BrokenBytesBecomeReplacementCharacters)
{
    const auto decoded = [](std::string_view text) {
        const auto characters = decode_utf8(text);
        return std::u32string(characters.begin(), characters.end());
    };
    EXPECT_EQ(decoded("a\xff"
                      "b"),
        U"a\xfffd"
        U"b");
    EXPECT_EQ(decoded("\xe2\x86"), U"\xfffd\xfffd") << "cut off";
    EXPECT_EQ(decoded("\xc0\xaf"), U"\xfffd\xfffd") << "overlong";
    EXPECT_EQ(decoded("\xed\xa0\x80"), U"\xfffd\xfffd\xfffd") << "surrogate";
}

TEST(TextLayout, TextThatFitsStays)
{
    const TextLayout layout = lay_out("abcd", 40.0F, advance);
    EXPECT_FALSE(layout.shortened);
    EXPECT_FLOAT_EQ(layout.width, 40.0F);
    EXPECT_EQ(fitted("abcd", 0.0F), U"abcd") << "0 means no limit";
}

TEST(TextLayout, TextThatDoesNotFitEndsInAnEllipsis)
{
    const TextLayout layout = lay_out("abcdef", 45.0F, advance);
    EXPECT_TRUE(layout.shortened);
    EXPECT_LE(layout.width, 45.0F);
    EXPECT_EQ(fitted("abcdef", 45.0F), U"abc…");
    EXPECT_EQ(fitted("ab cdef", 40.0F), U"ab…") << "no space before the ellipsis";
    EXPECT_EQ(fitted("abc", 5.0F), U"…") << "the ellipsis is always shown";
}

TEST(TextLayout, AlignsAtTheAnchor)
{
    EXPECT_FLOAT_EQ(start_of(100.0F, 30.0F, Align::left), 100.0F);
    EXPECT_FLOAT_EQ(start_of(100.0F, 30.0F, Align::center), 85.0F);
    EXPECT_FLOAT_EQ(start_of(100.0F, 30.0F, Align::right), 70.0F);
}

} // namespace
} // namespace warpstage::draw

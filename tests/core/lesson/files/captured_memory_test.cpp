// The keys of lesson.toml that captures use: addresses, variables, textures in memory, contents by variant, compared memory.
#include "core/lesson/files/lesson_file.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace warpstage::lesson {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr const char* kValid = R"(id = "captured"
number = 100
title = "A capture"
summary = "One launch."

[merit]
work = 64
unit = "threads/s"

[[buffer]]
name = "x"
type = "u32"
count = 64
contents = "file:buffers/1.bin"
address = 0x7f0000001000
variable = "table"

[[buffer]]
name = "y"
type = "f32"
count = 64

[[texture]]
kind = "tex2d,linear"
texel = "f32"
extent = "4,4"
buffer = "y"
offset = 64
pitch = 32

[[variant]]
id = "scale"
label = "scale"
summary = "One launch."
[[variant.launch]]
kernel = "scale"
grid = [2, 1, 1]
block = 32
cluster = [2, 1, 1]
arguments = ["x", "bytes=00ff10"]
[variant.contents]
y = "ones"
[variant.check]
relative = 1e-4
[variant.check.memory]
y = "iota"
)";

std::string changed(const std::string& from, const std::string& to)
{
    std::string text = kValid;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

std::vector<std::string> mistakes_of(const std::string& text)
{
    return read_lesson_toml(text, "x/lesson.toml").mistakes;
}

TEST(CapturedMemory, IsRead)
{
    const auto read = read_lesson_toml(kValid, "x/lesson.toml");
    ASSERT_THAT(read.mistakes, ElementsAre());
    const problem::Description& description = *read.file.description;
    EXPECT_EQ(description.buffers[0].address, 0x7f00'0000'1000U);
    EXPECT_EQ(description.buffers[0].variable, "table");
    EXPECT_FALSE(description.buffers[1].address.has_value());
    ASSERT_EQ(description.textures.size(), 1U);
    EXPECT_EQ(description.textures[0].texture.buffer, 1U);
    EXPECT_EQ(description.textures[0].offset, 64U);
    EXPECT_EQ(description.textures[0].pitch, 32U);
    const problem::DescribedVariant& variant = description.variants.at("scale");
    EXPECT_THAT(variant.contents, ElementsAre(Pair(1, "ones")));
    EXPECT_EQ(variant.launches[0].cluster.size(), 3U);
    const auto& bytes = std::get<problem::DescribedBytes>(variant.launches[0].arguments[1]).bytes;
    EXPECT_THAT(bytes, ElementsAre(std::byte { 0 }, std::byte { 0xff }, std::byte { 0x10 }));
    ASSERT_TRUE(variant.check.memory.has_value());
    EXPECT_THAT(*variant.check.memory, ElementsAre(Pair(1, "iota")));
    EXPECT_EQ(variant.check.result, 1U);
    EXPECT_EQ(variant.check.relative, 1e-4);
}

TEST(CapturedMemory, MistakesHaveTheirLines)
{
    EXPECT_APPROVED(mistakes_of(changed("0x7f0000001000", "0")));
    EXPECT_THAT(mistakes_of(changed("variable = \"table\"", "place = \"pinned\"")),
        testing::Contains("x/lesson.toml:10: `address` and `variable` are for device memory: remove `place`."));
    for (const std::string hexadecimal : { "0", "zz", "", "0011f" })
        EXPECT_APPROVED(mistakes_of(changed("bytes=00ff10", "bytes=" + hexadecimal))) << hexadecimal;
    EXPECT_THAT(mistakes_of(changed("y = \"ones\"", "z = \"ones\"")), ElementsAre(HasSubstr("unknown buffer `z`")));
    EXPECT_APPROVED(mistakes_of(changed("y = \"ones\"", "y = 1")));
    EXPECT_APPROVED(mistakes_of(changed("relative = 1e-4", "expected = 0\nresult = \"x\"")));
    EXPECT_APPROVED(mistakes_of(changed("tex2d,", "tex9d,")));
    EXPECT_APPROVED(mistakes_of(changed("offset = 64", "offset = -1")));
}

} // namespace
} // namespace warpstage::lesson

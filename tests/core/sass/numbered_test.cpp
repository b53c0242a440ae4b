#include "core/ptx/parser.h"
#include "core/sass/numbered.h"

#include <gtest/gtest.h>

namespace warpstage::sass::test {
namespace {

TEST(NumberedPtx, EachInstructionHasItsOwnLineAsLocation)
{
    const std::string text =
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n\t.local .align 4 .b8 depot[8];\n"
        "\t.reg .b32 %r<3>;\n\t.loc 1 3 0\n\tmov.u32 %r1, %tid.x;\n\t.loc 1 4 0\n"
        "\tadd.s32 %r2, %r1, 1;\n\tret;\n}\n\t.file 1 \"a.cu\"\n\t.section .debug_str\n\t{\n.b8 0\n\t}\n";
    const auto module = ptx::parse(text, "a.ptx");
    ASSERT_TRUE(module) << module.error().message;
    const std::string numbered = number_instructions(text, *module);
    const auto again = ptx::parse(numbered, "numbered.ptx");
    ASSERT_TRUE(again) << again.error().message;
    ASSERT_EQ(again->functions.size(), 1);
    const auto& before = module->functions.front().instructions;
    const auto& after = again->functions.front().instructions;
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
        EXPECT_EQ(after[i].text, before[i].text);
        EXPECT_EQ(after[i].location.line, before[i].text_line) << after[i].text;
    }
    EXPECT_NE(numbered.find("depot[8]"), std::string::npos) << ".local is not .loc";
    EXPECT_EQ(numbered.find("a.cu"), std::string::npos);
    EXPECT_EQ(numbered.find("debug_str"), std::string::npos);
}

} // namespace
} // namespace warpstage::sass::test

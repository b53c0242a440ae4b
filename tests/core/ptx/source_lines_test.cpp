// The source line of each instruction.
#include "tests/core/ptx/support.h"

#include <gtest/gtest.h>

#include <string>

namespace warpstage::ptx::test {
namespace {

// The location of the only instruction after these directives.
SourceLocation after(const std::string& directives)
{
    const Function kernel = kernel_with(directives + "\nret;");
    return kernel.instructions.empty() ? SourceLocation {} : kernel.instructions.back().location;
}

TEST(SourceLines, PlainLocDefinesTheLocation)
{
    EXPECT_EQ(after(".loc 1 22 5"), (SourceLocation { 1, 22, 5, 0 }));
}

TEST(SourceLines, WithoutLocThereIsNoLocation)
{
    EXPECT_EQ(after(""), SourceLocation {});
}

TEST(SourceLines, LineZeroKeepsThePreviousLocation)
{
    EXPECT_EQ(after(".loc 1 8 5\n.loc 1 0 5"), (SourceLocation { 1, 8, 5, 0 }));
    EXPECT_EQ(after(".loc 1 0 5"), SourceLocation {});
}

TEST(SourceLines, InlinedCodeNamesTheCallSite)
{
    EXPECT_EQ(
        after(".loc 1 32 5\n.loc 1 22 5, function_name $L__info_string0, inlined_at 1 32 5"), (SourceLocation { 1, 22, 5, 32 }));
    EXPECT_EQ(after(".loc 2 110 3, function_name $L__info_string1+4, inlined_at 1 42 5"), (SourceLocation { 2, 110, 3, 42 }));
}

TEST(SourceLines, NestedInliningNamesTheOutermostCallSite)
{
    EXPECT_EQ(after(".loc 1 16 5\n"
                    ".loc 1 9 5, function_name $A, inlined_at 1 16 5\n"
                    ".loc 1 4 5, function_name $B, inlined_at 1 9 5"),
        (SourceLocation { 1, 4, 5, 16 }));
}

TEST(SourceLines, TheSameCalleeAtAnotherCallSiteNamesTheOther)
{
    EXPECT_EQ(after(".loc 1 9 5, function_name $A, inlined_at 1 16 5\n"
                    ".loc 1 9 5, function_name $A, inlined_at 1 18 9\n"
                    ".loc 1 4 5, function_name $B, inlined_at 1 9 5"),
        (SourceLocation { 1, 4, 5, 18 }));
}

TEST(SourceLines, PlainLocAfterInlinedCodeIsInlinedNoMore)
{
    EXPECT_EQ(after(".loc 1 22 5, function_name $A, inlined_at 1 32 5\n.loc 1 33 5"), (SourceLocation { 1, 33, 5, 0 }));
}

TEST(SourceLines, FunctionIsAtItsFirstLoc)
{
    EXPECT_EQ(kernel_with(".loc 1 25 0\n.loc 1 28 5\nret;").location, (SourceLocation { 1, 25, 0, 0 }));
}

TEST(SourceLines, EachFunctionBeginsWithoutALocation)
{
    const Module module = parsed(".version 9.0 .target sm_75 .address_size 64\n"
                                 ".entry one() { .loc 1 5 1\n ret; }\n.entry two() { ret; .loc 1 9 1\n }");
    ASSERT_EQ(module.functions.size(), 2U);
    EXPECT_EQ(module.functions[1].instructions.at(0).location, SourceLocation {});
}

TEST(SourceLines, TextLineIsThatOfTheInstruction)
{
    const Function kernel = kernel_with("// one\n/* two\n three */ mov.u32\n\t%r1, 1;\n@%p1 ret;");
    ASSERT_EQ(kernel.instructions.size(), 2U);
    EXPECT_EQ(kernel.instructions[0].text_line, kBodyLine + 2U);
    EXPECT_EQ(kernel.instructions[1].text_line, kBodyLine + 4U);
}

TEST(SourceLines, FilesAreIndexedByTheirNumber)
{
    const Module module =
        parsed(".version 9.0\n.target sm_75\n.file 2 \"b.cuh\", 1700000000, 12\n.file 1 \"a \\\"quoted\\\".cu\"\n");
    EXPECT_EQ(module.files, (std::vector<std::string> { "", "a \\\"quoted\\\".cu", "b.cuh" }));
}

TEST(SourceLines, AFileWithoutADirectiveHasAnEmptyName)
{
    const Module module = parsed(module_with(".loc 3 1 1\nret;"));
    EXPECT_EQ(module.files, std::vector<std::string>(4));
}

} // namespace
} // namespace warpstage::ptx::test

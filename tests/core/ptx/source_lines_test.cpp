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

// The instructions of a kernel in main.cu, file 1, with a helper in file 2 and a header of the toolkit in file 3.
SourceLocation in_program(const std::string& directives, const std::string& header)
{
    const Module module = parsed(module_with(".loc 1 10 1\n" + directives + "\nret;") + ".file 1 \"/home/x/main.cu\"\n"
        + ".file 2 \"/home/x/include/helper.h\"\n.file 3 \"" + header + "\"\n");
    return module.functions.at(0).instructions.back().location;
}

TEST(SourceLines, CodeOfTheToolkitIsAtItsCall)
{
    for (const std::string header : { "/usr/local/cuda/bin/../targets/x86_64-linux/include/sm_30_intrinsics.hpp",
             "/opt/cuda/targets/sbsa-linux/include/crt/device_functions.h", "/usr/include/sm_20_atomic_functions.hpp",
             "/home/x/.venv/lib/python3/site-packages/nvidia/cuda_runtime/include/cuda_fp16.hpp" }) {
        EXPECT_EQ(in_program(".loc 3 110 3, function_name $A, inlined_at 1 42 5", header), (SourceLocation { 1, 42, 5, 0 }));
        EXPECT_EQ(in_program(".loc 2 7 3, function_name $A, inlined_at 1 42 5\n.loc 3 110 3, function_name $B, inlined_at 2 7 3",
                      header),
            (SourceLocation { 2, 7, 3, 42 }));
        EXPECT_EQ(in_program(".loc 3 7 3, function_name $A, inlined_at 1 42 5\n.loc 3 110 3, function_name $B, inlined_at 3 7 3",
                      header),
            (SourceLocation { 1, 42, 5, 0 }));
    }
    EXPECT_EQ(in_program(".loc 2 7 3, function_name $A, inlined_at 1 42 5", "x.h"), (SourceLocation { 2, 7, 3, 42 }));
    EXPECT_EQ(in_program(".loc 3 110 3", "/usr/include/x.h"), (SourceLocation { 3, 110, 3, 0 })) << "not inlined";
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

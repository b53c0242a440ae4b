// Maps program counters of a kernel with functions to instructions.
#include "core/ptx/listing.h"
#include "tests/core/ptx/support.h"

#include <gtest/gtest.h>

namespace warpstage::ptx::test {
namespace {

TEST(Listing, OfAKernelAloneIsItsInstructions)
{
    const Function kernel = kernel_with("mov.u32 %r1, 1; ret;");
    const Listing listing { kernel };
    EXPECT_EQ(listing.size(), 2U);
    EXPECT_EQ(listing.find(1), &kernel.instructions[1]);
}

TEST(Listing, FunctionsFollowWithOneNumberForEachEnd)
{
    const Function kernel = kernel_with("mov.u32 %r1, 1; ret;");
    const Function empty = kernel_with("");
    const Function function = kernel_with("mov.u32 %r1, 3; ret;");
    Listing listing { kernel };
    listing.add(empty);
    listing.add(function);
    EXPECT_EQ(listing.size(), 6U);
    EXPECT_EQ(listing.first(0), 0U);
    EXPECT_EQ(listing.first(1), 3U);
    EXPECT_EQ(listing.first(2), 4U);
    EXPECT_EQ(listing.find(2), nullptr) << "the kernel's end";
    EXPECT_EQ(listing.find(3), nullptr) << "the end of the function without instructions";
    EXPECT_EQ(&listing.instruction(5), &function.instructions[1]);
}

// An atomic operation or a barrier is in a CUDA header: its line is that of the call.
TEST(Listing, TheLineOfCodeFromAnotherFileIsThatOfItsCall)
{
    const Function kernel = kernel_with(".loc 1 40 0\nmov.u32 %r1, 1;\n"
                                        ".loc 1 9 5, function_name $A, inlined_at 1 41 5\nmov.u32 %r1, 2;\n"
                                        ".loc 2 110 3, function_name $B, inlined_at 1 42 5\nmov.u32 %r1, 3; ret;");
    const Listing listing { kernel };
    EXPECT_EQ(listing.line_of(0), 40U);
    EXPECT_EQ(listing.line_of(1), 9U) << "a function of the same file";
    EXPECT_EQ(listing.line_of(2), 42U);
    EXPECT_EQ(listing.line_of(4), 0U) << "past the end of the kernel";
    EXPECT_EQ(Listing {}.line_of(0), 0U);
}

} // namespace
} // namespace warpstage::ptx::test

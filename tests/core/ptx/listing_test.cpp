// Which instruction a program counter of a kernel with functions means.
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

} // namespace
} // namespace warpstage::ptx::test

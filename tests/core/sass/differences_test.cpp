#include "core/sass/differences.h"
#include "tests/approved.h"
#include "tests/core/sass/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::sass::test {
namespace {

std::vector<Difference> differences_of(const std::string& kernel)
{
    const auto* function = module_of_sums().find(kernel);
    EXPECT_NE(function, nullptr) << kernel;
    return differences(ptx::Listing(*function), listing_of(kernel));
}

MATCHER_P3(Is, change, line, words, "")
{
    return arg.change == change && arg.line == line && arg.words == words;
}

TEST(SassDifferences, ABranchBecomesPredicatesAndADivisionASequence)
{
    const auto all = differences_of("interleaved");
    EXPECT_THAT(all, testing::Contains(Is(Change::predicated, 11U, "predicated")));
    EXPECT_THAT(all, testing::Contains(Is(Change::predicated, 15U, "predicated EXIT")));
    const auto division = std::ranges::find(all, Change::expanded, &Difference::change);
    ASSERT_NE(division, all.end());
    EXPECT_EQ(division->line, 11U);
    EXPECT_APPROVED(division->sentence);
}

// The branch of the loop remains.
TEST(SassDifferences, ALoopKeepsItsBranch)
{
    for (const auto& difference : differences_of("interleaved"))
        EXPECT_FALSE(difference.change == Change::predicated && difference.line == 10U);
}

TEST(SassDifferences, NeighboringWordsAreCombined)
{
    const auto all = differences_of("rows");
    ASSERT_THAT(all, testing::ElementsAre(Is(Change::joined, 26U, "8 → 2 loads")));
    EXPECT_APPROVED(all.front().sentence);
}

TEST(SassDifferences, LoadsAreDuplicated)
{
    const auto* function = module_of_sums().find("interleaved");
    Listing machine = listing_of("interleaved");
    const std::vector<Instruction> once = machine.instructions;
    for (const auto& instruction : once)
        if (instruction.name() == "LDS" && instruction.line == 12)
            machine.instructions.push_back(instruction);
    EXPECT_THAT(differences(ptx::Listing(*function), machine), testing::Contains(Is(Change::copied, 12U, "2 → 4 loads")));
}

TEST(SassDifferences, ALineWithoutMachineCodeHasNoDifference)
{
    const auto* function = module_of_sums().find("rows");
    EXPECT_THAT(differences(ptx::Listing(*function), Listing { "sm_90", { { 0, 0, "", "EXIT" } } }), testing::IsEmpty());
}

} // namespace
} // namespace warpstage::sass::test

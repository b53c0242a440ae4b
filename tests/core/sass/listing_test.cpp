#include "tests/core/sass/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::sass::test {
namespace {

std::vector<std::string> opcodes_of_line(const Listing& listing, std::uint32_t line)
{
    std::vector<std::string> opcodes;
    for (const auto& instruction : listing.instructions)
        if (instruction.line == line)
            opcodes.emplace_back(instruction.opcode());
    return opcodes;
}

TEST(SassListing, InstructionsHaveAddressGuardTextAndLine)
{
    const Listing listing = listing_of("interleaved");
    EXPECT_EQ(listing.target, "sm_90");
    const auto found = std::ranges::find(listing.instructions, 0x250U, &Instruction::address);
    ASSERT_NE(found, listing.instructions.end());
    EXPECT_EQ(found->guard, "@!P1");
    EXPECT_EQ(found->text, "LDS R0, [R5]");
    EXPECT_EQ(found->opcode(), "LDS");
    EXPECT_EQ(found->line, 12U);
}

// The kernel is followed by an infinite loop and NOPs, which are not part of it.
TEST(SassListing, EndsWithTheKernel)
{
    for (const auto* kernel : { "interleaved", "rows" }) {
        const Listing listing = listing_of(kernel);
        ASSERT_FALSE(listing.instructions.empty());
        EXPECT_EQ(listing.instructions.back().text, "EXIT") << kernel;
    }
}

TEST(SassListing, HasTheWidthsOfAccesses)
{
    EXPECT_THAT(opcodes_of_line(listing_of("rows"), 26), testing::Contains("LDS.128").Times(2));
    const auto bytes = [](const std::string& text) {
        return Instruction { 0, 0, {}, text }.access_bytes();
    };
    EXPECT_EQ(bytes("LDS.128 R8, [R12]"), 16U);
    EXPECT_EQ(bytes("LDG.E.64.CONSTANT R2, desc[UR4][R2.64]"), 8U);
    EXPECT_EQ(bytes("LDG.E R2, desc[UR4][R2.64]"), 4U) << "the address has 64 bits, not the word";
    EXPECT_EQ(bytes("STG.E.U8 desc[UR4][R2.64], R5"), 1U);
    EXPECT_EQ(bytes("LDS.S16 R1, [R2]"), 2U);
}

TEST(SassListing, RecognizesConditionalBranches)
{
    const auto branches = [](const std::string& guard, const std::string& text) {
        return Instruction { 0, 0, guard, text }.branches_conditionally();
    };
    EXPECT_TRUE(branches("@!P1", "BRA `(.L_x_1)"));
    EXPECT_TRUE(branches("@P0", "BRA.DIV UR5, `(.L_x_1)"));
    EXPECT_FALSE(branches("", "BRA `(.L_x_1)"));
    EXPECT_FALSE(branches("@P0", "EXIT"));
    EXPECT_FALSE(branches("@P0", "LDS R0, [R5]"));
}

TEST(SassListing, CodeFromAnotherFileHasTheLineOfTheCall)
{
    const auto listing = parse("\t.section\t.text._Z1kv,\"ax\",@progbits\n"
                               "\t//## File \"/usr/include/crt/sm_30_intrinsics.hpp\", line 12 inlined at \"sums.cu\", line 7\n"
                               "        /*0000*/                   SHFL.DOWN PT, R2, R3, 0x1, 0x1f ;\n"
                               "\t//## File \"/usr/include/crt/sm_30_intrinsics.hpp\", line 12\n"
                               "        /*0010*/                   EXIT ;\n",
        "sums.cu");
    ASSERT_TRUE(listing.ok());
    ASSERT_EQ(listing->instructions.size(), 2U);
    EXPECT_EQ(listing->instructions[0].line, 7U);
    EXPECT_EQ(listing->instructions[1].line, 0U);
}

TEST(SassListing, WhatIsNoneIsRefused)
{
    for (const auto* text :
        { "", "nvdisasm fatal   : garbage", "/*00zz*/ EXIT ;", ".section .text.k\n/*0010*/ ;\n/*", "\xff\xfe" }) {
        const auto listing = parse(text, "sums.cu");
        EXPECT_FALSE(listing.ok()) << text;
    }
}

} // namespace
} // namespace warpstage::sass::test

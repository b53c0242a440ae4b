// The words with which messages name an instruction and its place.
#include "core/ptx/instruction_text.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::ptx::test {
namespace {

TEST(InstructionText, IsCutWhereItIsLong)
{
    EXPECT_EQ(in_backquotes("ret"), "`ret`");
    EXPECT_EQ(in_backquotes(std::string(121, 'x')), "`" + std::string(120, 'x') + "...`");
}

TEST(InstructionText, NamesTheLineOfInlinedCodeByItsCallSite)
{
    EXPECT_EQ(place_in_source("kernel `k`", { .line = 3 }), "kernel `k`, line 3 of the CUDA source");
    EXPECT_EQ(place_in_source("kernel `k`", { .line = 110, .inlined_at = 42 }), "kernel `k`, line 42 of the CUDA source");
    EXPECT_EQ(place_in_source("kernel `k`", {}), "kernel `k`");
}

TEST(InstructionText, NamesAnUnknownInstructionByItsOpcode)
{
    Instruction instruction;
    instruction.text = "frobnicate.b32 %r1, %r2";
    EXPECT_APPROVED(unknown_instruction_sentence(instruction));
}

} // namespace
} // namespace warpstage::ptx::test

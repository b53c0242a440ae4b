// Statistics of a kernel without running it.
#include "core/kernel_run/kernel_source.h"
#include "core/kernel_run/kernel_summary.h"
#include "core/ptx/parser.h"
#include "core/simt/lowering/refusals.h"

#include <gtest/gtest.h>

#include <string>

namespace warpstage::kernel_run {
namespace {

ptx::Module module_of(const std::string& file)
{
    const auto text = read_text(std::string { WARPSTAGE_FIXTURES } + "/kernel_run/" + file, kMaxPtxBytes);
    EXPECT_TRUE(text.ok());
    auto module = ptx::parse(*text, file);
    EXPECT_TRUE(module.ok()) << module.error().message;
    return std::move(*module);
}

std::uint32_t count_of(const KernelSummary& summary, ptx::OpcodeFamily family)
{
    return summary.instructions[static_cast<std::size_t>(family)];
}

TEST(KernelSummary, CountsTheDeclarationsOfThePtx)
{
    const auto module = module_of("saxpy.ptx");
    const auto summaries = summarize(module);
    ASSERT_EQ(summaries.size(), 1U);
    const auto& saxpy = summaries.front();
    EXPECT_EQ(
        saxpy.registers, (std::map<std::string_view, std::uint32_t> { { "b32", 5 }, { "b64", 7 }, { "f32", 4 }, { "pred", 1 } }));
    EXPECT_EQ(saxpy.instruction_count(), 20U);
    EXPECT_EQ(count_of(saxpy, ptx::OpcodeFamily::memory), 7U);
    EXPECT_EQ(count_of(saxpy, ptx::OpcodeFamily::arithmetic), 5U);
    EXPECT_EQ(count_of(saxpy, ptx::OpcodeFamily::movement), 5U);
    EXPECT_EQ(count_of(saxpy, ptx::OpcodeFamily::comparison), 1U);
    EXPECT_EQ(count_of(saxpy, ptx::OpcodeFamily::control), 2U);
    EXPECT_TRUE(saxpy.refused.empty());
}

TEST(KernelSummary, EveryUnsupportedInstructionIsListed)
{
    const auto module = module_of("refused.ptx");
    const auto summaries = summarize(module);
    ASSERT_EQ(summaries.size(), 1U);
    const auto& binary = summaries.front();
    EXPECT_EQ(binary.static_shared_bytes, 128U);
    EXPECT_EQ(binary.local_bytes, 40U);
    ASSERT_EQ(binary.refused.size(), 2U);
    EXPECT_EQ(module.functions[0].instructions[binary.refused[0].instruction].text_line, 23U);
    EXPECT_EQ(module.functions[0].instructions[binary.refused[1].instruction].text_line, 25U);
    EXPECT_EQ(count_of(binary, ptx::OpcodeFamily::matrix), 2U);
}

TEST(OpcodeFamily, HasANameEach)
{
    EXPECT_EQ(ptx::name_of(ptx::OpcodeFamily::arithmetic), "arithmetic");
    EXPECT_EQ(ptx::name_of(ptx::OpcodeFamily::miscellaneous), "miscellaneous");
    EXPECT_EQ(ptx::family_of(ptx::Opcode::lop3), ptx::OpcodeFamily::logic);
    EXPECT_EQ(ptx::family_of(ptx::Opcode::shfl), ptx::OpcodeFamily::warp);
}

} // namespace
} // namespace warpstage::kernel_run

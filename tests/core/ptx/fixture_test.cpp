// nvcc's output for whole kernels, compared with listings that a second, independent implementation confirmed.
#include "core/base/text.h"
#include "tests/core/ptx/support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace warpstage::ptx::test {
namespace {

class Fixture : public testing::TestWithParam<const char*> {
protected:
    [[nodiscard]] static std::string file(std::string_view ending) { return std::string { GetParam() } + std::string { ending }; }
};

TEST_P(Fixture, HasTheExpectedListing)
{
    EXPECT_EQ(listing(parsed(fixture(file(".ptx")))), fixture(file(".expected")));
}

// Counted without the parser: nvcc writes one instruction per line, and each ends with a semicolon, as do declarations.
TEST_P(Fixture, HasOneInstructionPerInstructionLine)
{
    const std::string text = fixture(file(".ptx"));
    std::size_t lines = 0;
    for (const std::string_view line : text::split(text, '\n')) {
        const std::string_view trimmed = text::trim(line);
        // Inline PTX is in braces on one line, with a declaration among its parts.
        const bool code = trimmed.ends_with(';') && !trimmed.starts_with('.') && !trimmed.starts_with('{');
        const bool inline_code = trimmed.starts_with('{') && trimmed.ends_with('}');
        const auto semicolons = static_cast<std::size_t>(std::count(trimmed.begin(), trimmed.end(), ';'));
        lines += code ? 1 : inline_code ? semicolons - 1 : 0;
    }
    std::size_t instructions = 0;
    for (const Function& function : parsed(text).functions)
        instructions += function.instructions.size();
    EXPECT_EQ(instructions, lines);
}

TEST_P(Fixture, HasASourceLineForEveryInstruction)
{
    for (const Function& function : parsed(fixture(file(".ptx"))).functions) {
        for (const Instruction& instruction : function.instructions)
            EXPECT_GT(instruction.location.line, 0U) << instruction.text;
    }
}

TEST_P(Fixture, IsTheSameForOtherArchitecturesAndLineEnds)
{
    std::string text = fixture(file(".ptx"));
    text.replace(text.find("sm_75"), 5, "sm_90a, texmode_independent");
    std::string windows;
    for (const char c : text)
        windows += c == '\n' ? std::string { "\r\n" } : std::string { c };
    Module module = parsed(windows);
    EXPECT_EQ(module.target, "sm_90a");
    module.target = "sm_75";
    EXPECT_EQ(listing(module), fixture(file(".expected")));
}

INSTANTIATE_TEST_SUITE_P(Nvcc, Fixture, testing::Values("add_one", "inlining", "names", "parameters", "nbody", "reduction"),
    [](const auto& name) { return std::string { name.param }; });

} // namespace
} // namespace warpstage::ptx::test

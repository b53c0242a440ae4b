// Damaged texts: each is parsed, or rejected with an error that contains a line, and nothing crashes. The sanitizers check
// memory.
#include "core/ptx/control_flow.h"
#include "tests/approved.h"
#include "tests/core/ptx/support.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace warpstage::ptx::test {
namespace {

// Parses any text; an accepted module must be consistent. Returns whether it was accepted.
bool survives(std::string_view text)
{
    const Result<Module> module = parse(text, "hostile.ptx");
    if (!module.ok()) {
        EXPECT_TRUE(module.error().message.starts_with("hostile.ptx:")) << module.error().message;
        EXPECT_TRUE(module.error().message.ends_with('.')) << module.error().message;
        return false;
    }
    for (const Function& function : module->functions) {
        const ControlFlow flow { function };
        for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
            EXPECT_LT(flow.block_of(i), flow.blocks().size());
            EXPECT_LT(function.instructions[i].location.file, module->files.size());
            EXPECT_LE(flow.reconvergence(i).value_or(0), function.instructions.size());
        }
    }
    return true;
}

class Hostile : public testing::TestWithParam<const char*> {
protected:
    [[nodiscard]] static std::string text() { return fixture(std::string { GetParam() } + ".ptx"); }
};

TEST_P(Hostile, TextCutOffAtEverySeventhByte)
{
    const std::string whole = text();
    std::size_t refused = 0;
    for (std::size_t length = 0; length < whole.size(); length += 7)
        refused += survives({ whole.data(), length }) ? 0U : 1U;
    EXPECT_GT(refused, whole.size() / 7 / 2) << "most positions are within a function";
    EXPECT_TRUE(survives(whole));
}

TEST_P(Hostile, TextWithWrongBytes)
{
    const std::string whole = text();
    std::mt19937 random { 7 };
    std::size_t refused = 0;
    for (int round = 0; round < 400; ++round) {
        std::string damaged = whole;
        for (std::uint32_t i = 0, count = 1 + random() % 4; i < count; ++i)
            damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
        refused += survives(damaged) ? 0U : 1U;
    }
    EXPECT_GT(refused, 100U);
}

// Bytes that are valid in the language reach deeper into the parser than random bytes.
TEST_P(Hostile, TextWithExchangedAndRepeatedPieces)
{
    const std::string whole = text();
    std::mt19937 random { 11 };
    std::size_t refused = 0;
    for (int round = 0; round < 400; ++round) {
        std::string damaged = whole;
        const std::size_t from = random() % whole.size();
        const std::size_t length = 1 + random() % 24;
        damaged.insert(random() % damaged.size(), whole.substr(from, length));
        damaged.erase(random() % damaged.size(), random() % 24);
        refused += survives(damaged) ? 0U : 1U;
    }
    EXPECT_GT(refused, 100U);
}

INSTANTIATE_TEST_SUITE_P(Nvcc, Hostile, testing::Values("parameters", "inlining", "names", "functions"),
    [](const auto& name) { return std::string { name.param }; });

TEST(HostileText, DeepNestingIsRefused)
{
    constexpr std::size_t kDeep = 200000;
    EXPECT_FALSE(survives(module_with(std::string(kDeep, '{'))));
    EXPECT_FALSE(survives(module_with("mov.b64 " + std::string(kDeep, '{'))));
    EXPECT_FALSE(survives(module_with("ld.global.u32 %r1, " + std::string(kDeep, '['))));
    EXPECT_FALSE(survives(".version 9.0\n.target sm_75\n.global .u32 x = " + std::string(kDeep, '{')));
    EXPECT_FALSE(survives(".version 9.0\n.target sm_75\n.section .debug " + std::string(kDeep, '{')));
}

TEST(HostileText, ConsecutiveScopesAreRead)
{
    std::string body;
    for (int i = 0; i < 50000; ++i)
        body += "{}";
    EXPECT_TRUE(survives(module_with(body)));
}

TEST(HostileText, SignsWithoutEndAreRead)
{
    EXPECT_TRUE(survives(module_with("ld.global.u32 %r1, [%rd1" + std::string(100000, '-') + "4];")));
}

TEST(HostileText, HugeDeclarationsCostNothing)
{
    EXPECT_TRUE(survives(module_with(".reg .b32 huge<4294967295>; mov.u32 huge4294967294, 1;")));
    EXPECT_TRUE(survives(".version 9.0\n.target sm_75\n.global .b8 x[1099511627776] = {1};"));
}

// Many branches that each name one long table: the square of the text would exceed any memory.
TEST(HostileText, BranchesThatShareALongTableAreRejected)
{
    std::string body = "T: .branchtargets A";
    for (int i = 0; i < 20000; ++i)
        body += ", A";
    body += "; A: ";
    for (int i = 0; i < 20000; ++i)
        body += "brx.idx %r1, T; ";
    EXPECT_FALSE(survives(module_with(body)));
    EXPECT_APPROVED(refusal(module_with(body)));
}

TEST(HostileText, CallsWithoutEndAreRefused)
{
    EXPECT_FALSE(survives(module_with("call kernel, " + std::string(100000, '('))));
    EXPECT_FALSE(survives(module_with("call " + std::string(100000, '('))));
    EXPECT_FALSE(survives(module_with("P: .callprototype " + std::string(100000, '('))));
    EXPECT_FALSE(survives(".version 9.0\n.target sm_75\n.func " + std::string(100000, '(')));
    EXPECT_FALSE(survives(".version 9.0\n.target sm_75\n.global .u64 x = " + std::string(100000, '(')));
}

TEST(HostileText, ManyFunctionsAreRead)
{
    std::string text = ".version 9.0\n.target sm_75\n";
    for (int i = 0; i < 30000; ++i)
        text += ".func f" + std::to_string(i) + "();\n.func f" + std::to_string(i) + "() { }\n";
    EXPECT_TRUE(survives(text));
}

TEST(HostileText, LongNamesAreCutInMessages)
{
    const std::string name(100000, 'x');
    const Result<Module> module = parse(module_with("mov.u32 " + name + ", 1;"), "hostile.ptx");
    ASSERT_FALSE(module.ok());
    EXPECT_LT(module.error().message.size(), 400U);
}

TEST(HostileText, ZeroBytesAreRefused)
{
    EXPECT_FALSE(survives(std::string(1000, '\0')));
    EXPECT_FALSE(survives(module_with(std::string("mov.u32 %r1, 1;\0", 16))));
}

} // namespace
} // namespace warpstage::ptx::test

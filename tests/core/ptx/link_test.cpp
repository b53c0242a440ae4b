// PTX of several translation units as one module.
#include "core/ptx/link.h"
#include "support.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace warpstage::ptx::test {
namespace {

const std::string kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";
const std::string kFirst = kHead + R"(
// static data of this file: the other one has an array of this name, too
.global .align 1 .b8 $str[2] = {97};
.extern .global .align 4 .u32 counter;
.extern .func (.param .b32 result) helper
(
    .param .b32 helper_0
)
;
.weak .func common()
{
    ret;
}
.visible .entry kernel(.param .u64 kernel_0)
{
    .reg .b64 %rd<3>;
    .loc 1 10 3
    mov.u64 %rd1, $str;
    .loc 2 20 3, function_name $L__info_string0, inlined_at 1 11 5
    mov.u64 %rd2, counter;
    {
    .param .b32 argument;
    .param .b32 result;
    call (result), helper, (argument);
    }
    call common;
    ret;
}
.file 1 "first.cu"
.file 2 "first.h"
.section .debug_str
{
$L__info_string0:
.b8 97,0
}
)";
const std::string kSecond = R"(.version 8.4
.target sm_90
.address_size 64
.visible .global .align 4 .u32 counter = 7;
.global .align 1 .b8 $str[2] = {98};
.weak .func common
()
;
.weak .func common()
{
    ret;
}
.visible .func (.param .b32 result) helper(.param .b32 helper_0)
{
    .reg .b64 %rd<2>;
    .loc 1 30 1
    mov.u64 %rd1, $str;
    call common;
    ret;
}
.file 1 "second.cu"
)";

const Variable& variable(const Module& module, std::string_view name)
{
    const auto found = std::ranges::find(module.variables, name, &Variable::name);
    EXPECT_NE(found, module.variables.end()) << name;
    return *found;
}

const Instruction& instruction(const Module& module, std::string_view function, std::size_t index)
{
    const Function* found = module.find(function);
    EXPECT_NE(found, nullptr) << function;
    return found->instructions.at(index);
}

// Both orders: a declaration may come before or after what it declares.
class Link : public testing::TestWithParam<bool> {
protected:
    [[nodiscard]] static Module linked()
    {
        return parsed(link(GetParam() ? std::array { kFirst, kSecond } : std::array { kSecond, kFirst }));
    }
};

INSTANTIATE_TEST_SUITE_P(Orders, Link, testing::Bool());

TEST_P(Link, FunctionsAndVariablesOfOtherTextsAreKnown)
{
    const Module module = linked();
    ASSERT_EQ(module.functions.size(), 3U); // `common` is there once
    ASSERT_NE(module.find("helper"), nullptr);
    EXPECT_EQ(variable(module, "counter").initial.at(0), std::byte { 7 });
    EXPECT_FALSE(variable(module, "counter").external);
}

TEST_P(Link, DataWithoutLinkageStaysThatOfItsText)
{
    const Module module = linked();
    const auto read_by = [&](std::string_view function) {
        const auto& operand = instruction(module, function, 0).operands.at(1);
        return variable(module, std::get<SymbolOperand>(operand).name).initial.at(0);
    };
    EXPECT_EQ(read_by("kernel"), std::byte { 97 });
    EXPECT_EQ(read_by("helper"), std::byte { 98 });
}

TEST_P(Link, LinesNameTheirFiles)
{
    const Module module = linked();
    const auto file_of = [&](std::string_view function, std::size_t index) {
        return module.files.at(instruction(module, function, index).location.file);
    };
    EXPECT_EQ(file_of("kernel", 0), "first.cu");
    EXPECT_EQ(file_of("kernel", 1), "first.h");
    EXPECT_EQ(instruction(module, "kernel", 1).location.inlined_at, 11U);
    EXPECT_EQ(file_of("helper", 0), "second.cu");
    EXPECT_EQ(instruction(module, "helper", 0).location.line, 30U);
}

TEST_P(Link, VersionAndTargetAreTheNewest)
{
    const Module module = linked();
    EXPECT_EQ(module.version_major * 10 + module.version_minor, 84U);
    EXPECT_EQ(module.target, "sm_90");
}

TEST(LinkOfOne, ASingleTextStays)
{
    EXPECT_EQ(link(std::array { kFirst }), kFirst);
}

// Two strong definitions stay, so that the parser names them.
TEST(LinkOfOne, TwoDefinitionsAreRefused)
{
    const std::string text = kHead + ".visible .func twice()\n{\n ret;\n}\n";
    EXPECT_APPROVED(refusal(link(std::array { text, text })));
}

// Truncated texts are for the parser to refuse.
TEST(LinkOfOne, EveryPrefixOfATextIsAccepted)
{
    for (std::size_t length = 0; length <= kFirst.size(); ++length)
        EXPECT_FALSE(link(std::array { kSecond, kFirst.substr(0, length) }).empty());
}

} // namespace
} // namespace warpstage::ptx::test

// Which sums the assembler joins with a product. Each row was assembled with ptxas 13.0 for sm_90 and disassembled.
#include "core/ptx/contraction.h"
#include "tests/core/ptx/support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace warpstage::ptx::test {
namespace {

// "1<0.2": instruction 1 computes the product of instruction 0, which is its operand 2.
std::string joined(std::string_view body)
{
    const Function kernel = kernel_with(body);
    std::string text;
    for (const Contraction& contraction : contractions_of(kernel, ControlFlow { kernel }))
        text += fmt::format("{}{}<{}.{}", text.empty() ? "" : " ", contraction.sum, contraction.product, contraction.operand);
    return text;
}

TEST(Contraction, JoinsAProductWithItsOnlySum)
{
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; sub.f32 %f6, %f3, %f5;"), "1<0.2");
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; sub.f32 %f6, %f5, %f3;"), "1<0.1");
    EXPECT_EQ(joined("mul.f32 %f5, %f1, 0f40400000; add.f32 %f6, %f5, 0f3F800000;"), "1<0.1");
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; sub.f32 %f6, %f5, %f1;"), "1<0.1") << "a factor is the other operand";
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; bar.sync 0; sub.f32 %f6, %f3, %f5;"), "2<0.2");
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; @%p1 sub.f32 %f6, %f3, %f5;"), "1<0.2");
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; sub.sat.f32 %f6, %f3, %f5;"), "1<0.2");
    EXPECT_EQ(joined("mul.ftz.f32 %f5, %f1, %f2; sub.ftz.f32 %f6, %f3, %f5;"), "1<0.2");
}

TEST(Contraction, JoinsAProductWithAllItsSums)
{
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3; sub.f32 %f7, %f4, %f5;"), "1<0.1 2<0.2");
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3; mul.f32 %f7, %f5, %f4;"), "");
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f3; st.global.f32 [%rd1], %f5;"), "");
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; add.f32 %f6, %f5, %f5;"), "") << "the product doubled";
}

TEST(Contraction, ARoundingModifierForbids)
{
    EXPECT_EQ(joined("mul.rn.f32 %f5, %f1, %f2; sub.f32 %f6, %f3, %f5;"), "");
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; sub.rn.f32 %f6, %f3, %f5;"), "");
    EXPECT_EQ(joined("mul.sat.f32 %f5, %f1, %f2; sub.f32 %f6, %f3, %f5;"), "");
    EXPECT_EQ(joined("mul.ftz.f32 %f5, %f1, %f2; sub.f32 %f6, %f3, %f5;"), "");
    EXPECT_EQ(joined("@%p1 mul.f32 %f5, %f1, %f2; sub.f32 %f6, %f3, %f5;"), "");
}

TEST(Contraction, StaysInABasicBlock)
{
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; @%p1 bra DONE; sub.f32 %f6, %f3, %f5; DONE: ret;"), "");
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; LOOP: sub.f32 %f3, %f3, %f5; @%p1 bra LOOP;"), "");
    EXPECT_EQ(joined("@%p1 bra DONE; mul.f32 %f5, %f1, %f2; sub.f32 %f6, %f3, %f5; DONE: ret;"), "2<1.2");
    EXPECT_EQ(joined("LOOP: sub.f32 %f3, %f3, %f5; mul.f32 %f5, %f1, %f2; @%p1 bra LOOP;"), "") << "of the last iteration";
}

TEST(Contraction, OfTwoProductsTheFirstOrThatWithFewerUses)
{
    constexpr std::string_view kBoth = "mul.f32 %f5, %f1, %f2; mul.f32 %f6, %f3, %f4; ";
    EXPECT_EQ(joined(std::string(kBoth) + "add.f32 %f7, %f5, %f6;"), "2<0.1");
    EXPECT_EQ(joined(std::string(kBoth) + "sub.f32 %f7, %f6, %f5;"), "2<1.1");
    EXPECT_EQ(joined(std::string(kBoth) + "add.f32 %f7, %f5, %f6; sub.f32 %f8, %f5, %f6;"), "2<0.1 3<0.1");
    EXPECT_EQ(joined(std::string(kBoth) + "add.f32 %f7, %f5, %f6; add.f32 %f8, %f5, %f3;"), "2<1.2");
    EXPECT_EQ(joined(std::string(kBoth) + "add.f32 %f8, %f5, %f3; add.f32 %f7, %f5, %f6;"), "3<1.2");
    EXPECT_EQ(joined(std::string(kBoth) + "add.f32 %f7, %f5, %f6; add.f32 %f8, %f1, %f6;"), "2<0.1");
}

TEST(Contraction, LeavesAFactorThatIsWrittenMeanwhile)
{
    // ptxas keeps the old value in a register of its own; that is not followed.
    EXPECT_EQ(joined("mul.f32 %f5, %f1, %f2; mov.f32 %f1, %f4; add.f32 %f7, %f5, %f3;"), "");
    EXPECT_EQ(joined("mul.f32 %f1, %f1, %f2; add.f32 %f7, %f1, %f3;"), "");
}

} // namespace
} // namespace warpstage::ptx::test

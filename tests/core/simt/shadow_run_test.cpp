// Rounding errors of kernels whose errors can be computed by hand, or on the host in double.
#include "shadowed.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace warpstage::simt {
namespace {

TEST(UnitInTheLastPlace, IsThatOfTheBinade)
{
    EXPECT_EQ(ulp_of(1.0, FloatFormat::f32), 0x1p-23);
    EXPECT_EQ(ulp_of(std::nextafter(1.0, 0.0), FloatFormat::f32), 0x1p-24);
    EXPECT_EQ(ulp_of(-3.9, FloatFormat::f32), 0x1p-22);
    EXPECT_EQ(ulp_of(0.0, FloatFormat::f32), 0x1p-149);
    EXPECT_EQ(ulp_of(0x1p-140, FloatFormat::f32), 0x1p-149) << "subnormal";
    EXPECT_EQ(ulp_of(1e300, FloatFormat::f32), 0x1p104) << "beyond the largest number";
    EXPECT_EQ(ulp_of(2048.0, FloatFormat::f16), 2.0);
    EXPECT_EQ(ulp_of(256.0, FloatFormat::bf16), 2.0);
    EXPECT_EQ(ulp_of(1.0, FloatFormat::tf32), 0x1p-10);
    EXPECT_TRUE(std::isnan(ulp_of(INFINITY, FloatFormat::f32)));
}

// Adds x[0] `count` times.
std::string repeated_sum(unsigned count)
{
    return fmt::format(R"(
    ld.global.f32 %f1, [%x];
    mov.f32 %f0, 0f00000000;
    mov.u32 %i, 0;
LOOP:
    .loc 1 7 0
    add.f32 %f0, %f0, %f1;
    .loc 1 8 0
    add.u32 %i, %i, 1;
    setp.lt.u32 %p0, %i, {};
    @%p0 bra LOOP;
    st.global.f32 [%out], %f0;
)",
        count);
}

TEST(ShadowRun, ASumOfThirdsDriftsAsOnTheHost)
{
    constexpr unsigned kCount = 4096;
    const float third = 1.0F / 3.0F;
    float sum = 0.0F;
    std::uint64_t rounded = 0;
    double largest = 0.0;
    double roundings = 0.0;
    for (unsigned i = 0; i < kCount; ++i) {
        const double exact = static_cast<double>(sum) + static_cast<double>(third);
        sum += third;
        const double own = sum - exact;
        rounded += own != 0.0 ? 1 : 0;
        roundings += own;
        largest = std::max(largest, std::abs(own) / ulp_of(exact, FloatFormat::f32));
    }
    const double exact = kCount * static_cast<double>(third);
    const auto seen = shadowed(repeated_sum(kCount), { third });
    const SeenValue& result = seen.word(0);
    EXPECT_EQ(result.value.actual(), sum);
    EXPECT_NEAR(result.value.exact, exact, 1e-12 * exact);
    EXPECT_NEAR(result.ulp(), std::abs(sum - exact) / ulp_of(exact, FloatFormat::f32), 1e-6);
    EXPECT_GT(result.ulp(), 100.0);
    EXPECT_EQ(seen.line(7).rounded, rounded);
    EXPECT_DOUBLE_EQ(seen.line(7).largest_ulp, largest);
    EXPECT_LE(largest, 0.5);
    EXPECT_EQ(seen.line(7).absorbed, 0U);
    EXPECT_EQ(seen.line(7).cancellations, 0U);
    EXPECT_NEAR(result.explained(), roundings, 1e-9 * exact);
    EXPECT_NEAR(result.explained(), result.error(), 1e-9 * exact);
    EXPECT_LT(std::abs(result.value.drift), 0.01 * ulp_of(exact, FloatFormat::f32));
}

// A tree with shfl: errors stay below one ulp per step.
TEST(ShadowRun, APairwiseSumHasASmallError)
{
    std::vector<float> x;
    for (int i = 0; i < 32; ++i)
        x.push_back(1.0F / static_cast<float>(3 + i));
    std::string body = R"(
    mul.wide.u32 %rd0, %lane, 4;
    add.s64 %at, %x, %rd0;
    ld.global.f32 %f0, [%at];
)";
    for (unsigned distance = 16; distance != 0; distance /= 2)
        body += fmt::format(R"(
    .loc 1 {} 0
    shfl.sync.bfly.b32 %f1, %f0, {}, 31, -1;
    add.f32 %f0, %f0, %f1;
)",
            10 + distance, distance);
    body += "add.s64 %at, %out, %rd0;\n st.global.f32 [%at], %f0;";
    std::vector<float> sums = x;
    std::vector<double> exact(x.begin(), x.end());
    for (unsigned distance = 16; distance != 0; distance /= 2) {
        const std::vector<float> before = sums;
        const std::vector<double> exact_before = exact;
        for (unsigned lane = 0; lane < 32; ++lane) {
            sums[lane] = before[lane] + before[lane ^ distance];
            exact[lane] = exact_before[lane] + exact_before[lane ^ distance];
        }
    }
    const auto seen = shadowed(body, x, 32);
    for (unsigned lane = 0; lane < 32; ++lane) {
        const SeenValue& result = seen.word(lane);
        EXPECT_EQ(result.value.actual(), sums[lane]);
        EXPECT_EQ(result.value.exact, exact[lane]);
        EXPECT_LT(result.ulp(), 2.5);
        EXPECT_NEAR(result.explained(), result.error(), 1e-14);
    }
    EXPECT_EQ(seen.lines.size(), 5U) << "additions of one step per line";
}

TEST(ShadowRun, CancellationMakesAnEarlierErrorVisible)
{
    const auto seen = shadowed(R"(
    ld.global.v2.f32 {%f0, %f1}, [%x];
    .loc 1 4 0
    add.f32 %f2, %f0, %f1;
    .loc 1 5 0
    sub.f32 %f3, %f2, %f0;
    st.global.f32 [%out], %f3;
)",
        { 1e8F, 1.0F / 3.0F });
    const SeenValue& result = seen.word(0);
    EXPECT_EQ(result.value.actual(), 0.0);
    EXPECT_NEAR(result.value.exact, 1.0F / 3.0F, 1e-7);
    EXPECT_EQ(seen.line(4).absorbed, 1U);
    EXPECT_EQ(seen.line(4).cancellations, 0U);
    EXPECT_EQ(seen.line(5).cancellations, 1U);
    EXPECT_EQ(seen.line(5).rounded, 0U) << "the subtraction itself is exact";
    EXPECT_NEAR(seen.line(5).amplification, 1.0 / ((1.0 / 3.0) / (1e8 + 1.0 / 3.0)), 1e5);
    EXPECT_NEAR(result.origins[0], -1.0 / 3.0, 1e-7) << "the error is that of line 4";
    EXPECT_EQ(result.origins[1], 0.0);
}

// x² - 1 for x = 1 + 2^-12: x² has 25 bits.
TEST(ShadowRun, AFusedMultiplyAddRoundsOnce)
{
    const auto seen = shadowed(R"(
    ld.global.f32 %f0, [%x];
    .loc 1 4 0
    mul.rn.f32 %f1, %f0, %f0;
    .loc 1 5 0
    add.rn.f32 %f2, %f1, 0fBF800000;
    .loc 1 6 0
    fma.rn.f32 %f3, %f0, %f0, 0fBF800000;
    st.global.v2.f32 [%out], {%f2, %f3};
)",
        { 1.0F + 0x1p-12F });
    EXPECT_EQ(seen.word(0).error(), -0x1p-24);
    EXPECT_EQ(seen.word(0).ulp(), 1024.0);
    EXPECT_EQ(seen.line(4).rounded, 1U);
    EXPECT_EQ(seen.line(4).largest_ulp, 0.5);
    EXPECT_EQ(seen.line(5).cancellations, 1U);
    EXPECT_EQ(seen.word(1).error(), 0.0);
    EXPECT_EQ(seen.line(6).rounded, 0U);
}

// The assembler joins the product with the difference: see core/ptx/contraction.h. The difference has the error of its own
// rounding.
TEST(ShadowRun, AJoinedProductRoundsOnce)
{
    const auto seen = shadowed(R"(
    ld.global.f32 %f0, [%x];
    .loc 1 4 0
    mul.f32 %f1, %f0, %f0;
    .loc 1 5 0
    sub.f32 %f2, 0f3F800000, %f1;
    .loc 1 6 0
    mul.f32 %f3, %f0, %f0;
    sub.f32 %f3, %f3, 0f3F800000;
    st.global.v2.f32 [%out], {%f2, %f3};
)",
        { 1.0F + 0x1p-12F });
    EXPECT_EQ(seen.word(0).value.actual(), -0x1p-11 - 0x1p-24);
    EXPECT_EQ(seen.word(0).error(), 0.0);
    EXPECT_EQ(seen.line(5).rounded, 0U);
    EXPECT_EQ(seen.word(1).error(), -0x1p-24) << "the register has two writers, so the product stays";
}

TEST(ShadowRun, AnApproximateSineIsComparedWithTheSine)
{
    const auto seen = shadowed(R"(
    ld.global.f32 %f0, [%x];
    .loc 1 4 0
    sin.approx.f32 %f1, %f0;
    st.global.f32 [%out], %f1;
)",
        { 100.0F });
    const SeenValue& result = seen.word(0);
    EXPECT_DOUBLE_EQ(result.value.exact, std::sin(100.0));
    EXPECT_EQ(seen.line(4).largest_ulp, result.ulp());
    EXPECT_GT(result.ulp(), 5.0) << "the number of turns was rounded";
    EXPECT_LT(std::abs(result.error()), 1.2e-5);
}

TEST(ShadowRun, AnAccumulationInHalfPrecisionStalls)
{
    const auto seen = shadowed(R"(
    mov.b16 %h0, 0x0000;
    mov.b16 %h1, 0x3c00;
    mov.u32 %i, 0;
LOOP:
    .loc 1 7 0
    add.f16 %h0, %h0, %h1;
    add.u32 %i, %i, 1;
    setp.lt.u32 %p0, %i, 4096;
    @%p0 bra LOOP;
    st.global.b16 [%out+2], %h0;
)");
    const SeenValue& result = seen.at(2);
    EXPECT_EQ(result.value.format, FloatFormat::f16);
    EXPECT_EQ(result.value.actual(), 2048.0);
    EXPECT_EQ(result.value.exact, 4096.0);
    EXPECT_EQ(result.ulp(), 512.0) << "one ulp of f16 at 4096 is 4";
    EXPECT_EQ(seen.line(7).rounded, 2048U);
    EXPECT_EQ(seen.line(7).absorbed, 2048U);
    EXPECT_EQ(seen.line(7).largest_ulp, 0.5);
}

// 1/3 as f16 and as bf16; the pair of cvt has its first operand above.
TEST(ShadowRun, ConversionsRoundToTheirFormat)
{
    const float third = 1.0F / 3.0F;
    const auto seen = shadowed(R"(
    ld.global.v2.f32 {%f0, %f1}, [%x];
    .loc 1 4 0
    div.rn.f32 %f2, %f0, %f1;
    .loc 1 5 0
    cvt.rn.bf16.f32 %h0, %f2;
    .loc 1 6 0
    cvt.rn.f16x2.f32 %r0, %f2, %f0;
    .loc 1 7 0
    cvt.f32.bf16 %f3, %h0;
    mov.b32 %f4, {%h1, %h0};
    .loc 1 8 0
    add.f32 %f4, %f4, %f3;
    st.global.b16 [%out], %h0;
    st.global.b32 [%out+4], %r0;
    st.global.f32 [%out+8], %f3;
    st.global.f32 [%out+12], %f4;
)",
        { 1.0F, 3.0F });
    const double exact = 1.0 / 3.0;
    const double bf16 = 0.333984375;
    EXPECT_EQ(seen.at(0).value.format, FloatFormat::bf16);
    EXPECT_EQ(seen.at(0).value.exact, exact) << "of the division";
    EXPECT_EQ(seen.at(0).value.actual(), bf16);
    EXPECT_EQ(seen.line(5).largest_ulp, (bf16 - third) / 0x1p-9);
    EXPECT_EQ(seen.at(4).value.actual(), 1.0) << "the second operand of cvt is below";
    EXPECT_EQ(seen.at(4).error(), 0.0);
    EXPECT_EQ(seen.at(6).value.exact, exact);
    EXPECT_NEAR(seen.at(6).error(), 0.33325195 - exact, 1e-7);
    EXPECT_EQ(seen.word(2).value.exact, exact);
    EXPECT_EQ(seen.word(2).value.actual(), bf16) << "widening is exact";
    EXPECT_EQ(seen.line(7).rounded, 0U);
    EXPECT_EQ(seen.word(3).value.exact, 2 * exact) << "a bf16 above zeros is a float";
    EXPECT_EQ(seen.line(8).rounded, 0U);
}

TEST(ShadowRun, TheLimitOfTheMemoryIsReported)
{
    EXPECT_FALSE(shadowed(repeated_sum(4), { 1.0F }).full);
    EXPECT_TRUE(shadowed(repeated_sum(4), { 1.0F }, 1, 1000).full);
}

} // namespace
} // namespace warpstage::simt

// Values of a run in double go where the program moves them.
#include "shadowed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace warpstage::simt {
namespace {

TEST(ShadowRun, LanesAddToOneWordInTheirOrder)
{
    std::vector<float> x;
    for (int i = 0; i < 32; ++i)
        x.push_back(1.0F / static_cast<float>(3 + i));
    const auto seen = shadowed(R"(
    mul.wide.u32 %rd0, %lane, 4;
    add.s64 %at, %x, %rd0;
    ld.global.f32 %f0, [%at];
    .loc 1 9 0
    mul.f32 %f0, %f0, %f0;
    .loc 1 10 0
    red.global.add.f32 [%out], %f0;
)",
        x, 32);
    float sum = 0.0F;
    double exact = 0.0;
    std::uint64_t rounded = 0;
    for (const float value : x) {
        const float square = value * value;
        rounded += static_cast<double>(sum) + static_cast<double>(square) != static_cast<double>(sum + square) ? 1 : 0;
        sum += square;
        exact += static_cast<double>(value) * static_cast<double>(value);
    }
    EXPECT_EQ(seen.word(0).value.actual(), sum);
    EXPECT_NEAR(seen.word(0).value.exact, exact, 1e-15);
    EXPECT_EQ(seen.line(10).rounded, rounded);
    EXPECT_EQ(seen.line(9).rounded, 28U) << "the squares of 1/4, 1/8, 1/16 and 1/32 are exact";
    EXPECT_NEAR(seen.word(0).explained(), seen.word(0).error(), 1e-14);
}

// In exp() and its like: x / ln 2, rounded to an integral number by adding 1.5 * 2^23.
TEST(ShadowRun, RoundingToAnIntegralNumberIsADecisionOfTheProgram)
{
    const auto seen = shadowed(R"(
    ld.global.f32 %f0, [%x];
    mov.f32 %f5, 0f4B400000;
    .loc 1 4 0
    fma.rn.f32 %f1, %f0, 0f3FB8AA3B, %f5;
    add.f32 %f2, %f1, 0fCB400000;
    cvt.rni.f32.f32 %f3, %f0;
    cvt.rzi.s32.f32 %r0, %f0;
    cvt.rn.f32.s32 %f4, %r0;
    st.global.v4.f32 [%out], {%f1, %f2, %f3, %f4};
)",
        { 10.3F });
    EXPECT_EQ(seen.word(1).value.actual(), 15.0);
    EXPECT_EQ(seen.word(2).value.actual(), 10.0);
    EXPECT_EQ(seen.word(3).value.actual(), 10.0);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ(seen.word(i).error(), 0.0) << i;
    EXPECT_EQ(seen.line(4).rounded, 0U);
}

TEST(ShadowRun, ValuesMoveThroughSharedMemoryAndSelections)
{
    const auto seen = shadowed(R"(
    ld.global.v2.f32 {%f0, %f1}, [%x];
    mov.u32 %r0, tile;
    .loc 1 4 0
    div.rn.f32 %f2, %f0, %f1;
    neg.f32 %f3, %f2;
    st.shared.v2.f32 [%r0+8], {%f2, %f3};
    ld.shared.v2.f32 {%f4, %f5}, [%r0+8];
    setp.gt.f32 %p0, %f0, 0f00000000;
    selp.f32 %f6, %f5, %f0, %p0;
    abs.f32 %f7, %f6;
    max.f32 %f8, %f7, %f0;
    min.f32 %f9, %f7, %f0;
    mov.b64 %rd0, {%f8, %f9};
    st.global.b64 [%out], %rd0;
    st.shared.f32 [%r0+8], %f1;
    ld.shared.f32 %f10, [%r0+8];
    st.global.f32 [%out+8], %f10;
)",
        { 1.0F, 3.0F });
    EXPECT_EQ(seen.word(0).error(), 0.0) << "the larger one is the input 1";
    EXPECT_EQ(seen.word(1).value.exact, 1.0 / 3.0);
    EXPECT_EQ(seen.word(1).error(), static_cast<double>(1.0F / 3.0F) - 1.0 / 3.0);
    EXPECT_FALSE(seen.out.at(8 / 2)) << "an input replaced the value in shared memory";
}

// A lock-free sum with atom.cas, as for a type without an atomic addition.
TEST(ShadowRun, ACompareAndSwapWritesTheLanesValue)
{
    const auto seen = shadowed(R"(
    mul.wide.u32 %rd0, %lane, 4;
    add.s64 %at, %x, %rd0;
    ld.global.f32 %f0, [%at];
    ld.global.b32 %r0, [%out];
LOOP:
    mov.b32 %f1, %r0;
    .loc 1 6 0
    add.f32 %f1, %f1, %f0;
    mov.b32 %r1, %f1;
    mov.b32 %r2, %r0;
    atom.global.cas.b32 %r0, [%out], %r2, %r1;
    setp.ne.u32 %p0, %r0, %r2;
    @%p0 bra LOOP;
)",
        { 1.0F, 1.0F / 3, 1.0F / 5, 1.0F / 7 }, 4);
    EXPECT_EQ(seen.word(0).value.actual(), 1.0F + 1.0F / 3 + 1.0F / 5 + 1.0F / 7);
    EXPECT_NEAR(seen.word(0).value.exact, 1.0 + double { 1.0F / 3 } + double { 1.0F / 5 } + double { 1.0F / 7 }, 1e-15);
}

TEST(ShadowRun, DoublesAreAsExactAsTheShadow)
{
    const auto seen = shadowed(R"(
    ld.global.v2.f32 {%f0, %f1}, [%x];
    .loc 1 4 0
    cvt.f64.f32 %d0, %f0;
    cvt.f64.f32 %d1, %f1;
    div.rn.f64 %d2, %d0, %d1;
    .loc 1 5 0
    cvt.rn.f32.f64 %f2, %d2;
    st.global.f64 [%out], %d2;
    st.global.f32 [%out+8], %f2;
)",
        { 1.0F, 3.0F });
    EXPECT_EQ(seen.at(0).value.format, FloatFormat::f64);
    EXPECT_EQ(seen.at(0).error(), 0.0);
    EXPECT_LT(seen.at(0).value.drift, 0.0) << "the double is smaller than 1/3";
    EXPECT_EQ(seen.line(4).rounded, 0U);
    EXPECT_EQ(seen.word(2).value.exact, 1.0 / 3.0);
    EXPECT_EQ(seen.line(5).rounded, 1U);
}

TEST(ShadowRun, OverflowsAndFlushedResultsAreCounted)
{
    const auto seen = shadowed(R"(
    ld.global.v2.f32 {%f0, %f1}, [%x];
    .loc 1 4 0
    mul.f32 %f2, %f0, %f0;
    .loc 1 5 0
    mul.ftz.f32 %f3, %f1, %f1;
    st.global.v2.f32 [%out], {%f2, %f3};
)",
        { 1e30F, 0x1p-64F });
    EXPECT_EQ(seen.line(4).overflows, 1U);
    EXPECT_EQ(seen.line(4).rounded, 0U);
    EXPECT_EQ(seen.line(5).overflows, 0U);
    EXPECT_EQ(seen.line(5).largest_ulp, 0x1p21) << "2^-128 is flushed to 0";
    EXPECT_EQ(seen.word(1).ulp(), 0x1p21);
}

// Lane l holds A(i,k) = 1 + l / 64 in all its places; the sums are rounded once.
TEST(ShadowRun, AMatrixProductRoundsEachSum)
{
    const auto seen = shadowed(R"(
    cvt.rn.f32.u32 %f0, %lane;
    .loc 1 4 0
    fma.rn.f32 %f0, %f0, 0f3DAAAAAB, 0f3F800000;
    .loc 1 5 0
    cvt.rn.f16x2.f32 %r0, %f0, %f0;
    mov.f32 %f4, 0f00000000;
    .loc 1 6 0
    mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f8, %f9, %f10, %f11}, {%r0, %r0, %r0, %r0}, {%r0, %r0}, {%f4, %f4, %f4, %f4};
    mul.wide.u32 %rd0, %lane, 16;
    add.s64 %at, %out, %rd0;
    st.global.v4.f32 [%at], {%f8, %f9, %f10, %f11};
)",
        {}, 32);
    // Row i of A is held by lanes 4 i to 4 i + 3, column j of B by lanes 4 j to 4 j + 3.
    const auto number = [](unsigned lane) {
        return static_cast<double>(std::fma(static_cast<float>(lane), 0x1.555556p-4F, 1.0F));
    };
    for (const unsigned lane : { 0U, 5U, 31U })
        for (unsigned i = 0; i < 4; ++i) {
            const unsigned row = lane / 4;
            const unsigned column = lane % 4 * 2 + i % 2;
            double exact = 0.0;
            for (unsigned k = 0; k < 4; ++k)
                exact += 4 * number(4 * row + k) * number(4 * column + k);
            const SeenValue& sum = seen.word(4 * lane + i);
            EXPECT_NEAR(sum.value.exact, exact, 1e-4) << lane << ' ' << i;
            EXPECT_NEAR(sum.explained(), sum.error(), 1e-12);
            EXPECT_NEAR(sum.value.actual(), exact, 1e-2 * exact);
        }
    EXPECT_EQ(seen.line(5).largest_ulp <= 0.5, true);
    EXPECT_LE(seen.line(6).largest_ulp, 0.5);
}

} // namespace
} // namespace warpstage::simt

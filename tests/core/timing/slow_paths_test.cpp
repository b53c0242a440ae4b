// Divisions and roots whose operands need a slow path.
#include "core/timing/machine_code/slow_paths.h"
#include "tests/core/timing/kernels.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace warpstage::timing {
namespace {

// The operands of one lane after the other.
template <typename Value> struct Operands {
    std::array<Value, kMaxLanes> first {};
    std::array<Value, kMaxLanes> second {};

    [[nodiscard]] OperandRows rows() const
    {
        return { std::as_bytes(std::span(first)).data(), std::as_bytes(std::span(second)).data() };
    }
};

// Lane 0: the operands; the others divide 1 by 1.
template <typename Value> bool is_slow(const char* instruction, Value first, Value second = 1)
{
    const Kernel kernel(std::string(instruction) + "\nret;");
    Operands<Value> operands;
    operands.first.fill(1);
    operands.second.fill(1);
    operands.first[0] = first;
    operands.second[0] = second;
    SlowPaths paths(kernel.listing());
    paths.add({ .pc = 0, .active = 0xffffffff, .executed = 0xffffffff }, operands.rows());
    return paths.divergent(0) == 1;
}

constexpr const char* kDivision = "div.rn.f32 %f1, %f2, %f3;";
constexpr const char* kLongDivision = "div.rn.f64 %fd1, %fd2, %fd3;";

TEST(SlowPaths, ADivisionOfZeroAndOfTinyNumbersIsSlow)
{
    EXPECT_FALSE(is_slow(kDivision, 3.0F, 7.0F));
    EXPECT_TRUE(is_slow(kDivision, 0.0F, 7.0F));
    EXPECT_TRUE(is_slow(kDivision, 3.0F, 0.0F));
    EXPECT_TRUE(is_slow(kDivision, std::numeric_limits<float>::denorm_min(), 7.0F));
    EXPECT_TRUE(is_slow(kDivision, 1.0F, std::numeric_limits<float>::infinity()));
    EXPECT_FALSE(is_slow(kLongDivision, 3.0, 7.0));
    EXPECT_TRUE(is_slow(kLongDivision, 0.0, 7.0));
    EXPECT_TRUE(is_slow(kLongDivision, 1e-300, 7.0));
    EXPECT_TRUE(is_slow(kLongDivision, 1.0, 0.0));
}

TEST(SlowPaths, RootsOfZeroAndOfTinyNumbersAreSlow)
{
    constexpr const char* kRoot = "sqrt.rn.f32 %f1, %f2;";
    EXPECT_FALSE(is_slow(kRoot, 0x1p-101F));
    EXPECT_TRUE(is_slow(kRoot, 0x1p-102F));
    EXPECT_TRUE(is_slow(kRoot, -0.0F));
    EXPECT_TRUE(is_slow(kRoot, -1.0F));
    EXPECT_TRUE(is_slow(kRoot, std::numeric_limits<float>::infinity()));
}

TEST(SlowPaths, ReciprocalsOfHugeNumbersAreSlow)
{
    constexpr const char* kReciprocal = "rcp.rn.f32 %f1, %f2;";
    EXPECT_FALSE(is_slow(kReciprocal, 3.0F));
    EXPECT_TRUE(is_slow(kReciprocal, 0.0F));
    EXPECT_TRUE(is_slow(kReciprocal, 0x1.8p127F));
}

TEST(SlowPaths, ReciprocalsAndRootsOf64BitsHaveSlowPaths)
{
    constexpr const char* kReciprocal = "rcp.rn.f64 %fd1, %fd2;";
    EXPECT_FALSE(is_slow(kReciprocal, 0x1p-1022));
    EXPECT_TRUE(is_slow(kReciprocal, 0x1p-1023));
    EXPECT_FALSE(is_slow(kReciprocal, 0x1p1021));
    EXPECT_TRUE(is_slow(kReciprocal, 0x1p1022));
    EXPECT_TRUE(is_slow(kReciprocal, -0.0));
    EXPECT_TRUE(is_slow(kReciprocal, std::numeric_limits<double>::infinity()));
    constexpr const char* kRoot = "sqrt.rn.f64 %fd1, %fd2;";
    EXPECT_FALSE(is_slow(kRoot, 0x1p-970));
    EXPECT_TRUE(is_slow(kRoot, 0x1p-971));
    EXPECT_FALSE(is_slow(kRoot, std::numeric_limits<double>::max()));
    EXPECT_TRUE(is_slow(kRoot, std::numeric_limits<double>::infinity()));
    EXPECT_TRUE(is_slow(kRoot, 0.0));
    EXPECT_TRUE(is_slow(kRoot, -1.0));
}

TEST(SlowPaths, SomeRoundingsHaveNoTest)
{
    const auto concerns = [](const char* instruction) {
        return SlowPaths::concern(Kernel(std::string(instruction) + "\nret;").listing());
    };
    EXPECT_TRUE(concerns("rcp.rz.f32 %f1, %f2;"));
    EXPECT_TRUE(concerns("sqrt.rp.f32 %f1, %f2;"));
    EXPECT_FALSE(concerns("div.rz.f32 %f1, %f2, %f3;"));
    EXPECT_FALSE(concerns("div.rm.f64 %fd1, %fd2, %fd3;"));
    EXPECT_FALSE(concerns("rcp.rz.f64 %fd1, %fd2;"));
    EXPECT_FALSE(concerns("sqrt.rz.f64 %fd1, %fd2;"));
}

TEST(SlowPaths, ADivergenceNeedsLanesOnBothPaths)
{
    const Kernel kernel(std::string(kDivision) + "\nadd.f32 %f1, %f2, %f3;\nret;");
    EXPECT_TRUE(SlowPaths::concern(kernel.listing()));
    EXPECT_FALSE(SlowPaths::concern(Kernel("div.full.f32 %f1, %f2, %f3;\nret;").listing()));
    const Operands<float> zeros;
    SlowPaths paths(kernel.listing());
    paths.add({ .pc = 0, .active = 0xff, .executed = 0xff }, zeros.rows());
    EXPECT_EQ(paths.divergent(0), 0) << "all lanes";
    paths += paths;
    EXPECT_EQ(lanes_on_slow_path(kernel.listing().instruction(0), zeros.rows(), 0x7), 0x7);
}

} // namespace
} // namespace warpstage::timing

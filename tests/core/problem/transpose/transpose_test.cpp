#include "core/problem/buffers/bytes.h"
#include "core/problem/transpose/transpose.h"
#include "tests/approved.h"
#include "tests/core/problem/support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::problem {
namespace {

const Variant kRows { "v", "v", "", { { "kernel", "turn" }, { "block", "rows" } } };
const Variant kCopy { "v", "v", "", { { "kernel", "copy" }, { "block", "rows" }, { "result", "copy" } } };
const Variant kFours { "v", "v", "", { { "kernel", "turn" }, { "block", "fours" } } };
const Variant kPatches { "v", "v", "", { { "kernel", "turn" }, { "block", "patches" } } };

TEST(TransposePlan, ThePlanOfBlockRowsIsComplete)
{
    const Transpose transpose;
    const auto plan = transpose.plan(
        kRows, settings_with(transpose, { { "n", "100" }, { "height", "33" }, { "tile", "48" }, { "block_rows", "16" } }));
    ASSERT_TRUE(plan.ok());
    const auto& launch = launch_of(*plan);
    EXPECT_EQ(launch.kernel, "turn<48, 16>");
    EXPECT_EQ(launch.grid, (Dim3 { 3, 1, 1 }));
    EXPECT_EQ(launch.block, (Dim3 { 48, 16, 1 }));
    EXPECT_EQ(std::get<std::int32_t>(launch.arguments[2]), 100);
    EXPECT_EQ(std::get<std::int32_t>(launch.arguments[3]), 33);
    EXPECT_DOUBLE_EQ(plan->work_per_step, 2.0 * 4.0 * 3300.0);
    EXPECT_EQ(plan->work_unit, "B/s");
    const auto& scene = std::get<MatrixScene>(plan->scene);
    EXPECT_EQ(scene.rows, 100U) << "rows became columns";
    EXPECT_EQ(scene.columns, 33U);
    EXPECT_EQ(scene.matrix, plan->result);
    const auto copy = transpose.plan(kCopy, settings_with(transpose, { { "n", "100" }, { "height", "33" } }));
    EXPECT_EQ(std::get<MatrixScene>(copy->scene).rows, 33U);
}

TEST(TransposePlan, ThePlansOfFoursAndPatchesAreComplete)
{
    const Transpose transpose;
    const auto settings =
        settings_with(transpose, { { "n", "1000" }, { "tuned_tile", "128" }, { "tuned_square", "4" }, { "tuned_hint", "none" } });
    const auto fours = transpose.plan(kFours, settings);
    EXPECT_EQ(launch_of(*fours).kernel, "turn");
    EXPECT_EQ(launch_of(*fours).grid, (Dim3 { 32, 32, 1 }));
    EXPECT_EQ(launch_of(*fours).block, (Dim3 { 8, 32, 1 }));
    const auto patches = transpose.plan(kPatches, settings);
    EXPECT_EQ(launch_of(*patches).kernel, "turn<128, 4, false>");
    EXPECT_EQ(launch_of(*patches).grid, (Dim3 { 8, 8, 1 }));
    EXPECT_EQ(launch_of(*patches).block, (Dim3 { 1024, 1, 1 }));
    EXPECT_EQ(launch_of(*patches).shared_bytes, 65536U);
}

TEST(Transpose, NamesAKernelForEveryChoice)
{
    const Transpose transpose;
    EXPECT_EQ(transpose.kernels(kRows).size(), 9U);
    EXPECT_EQ(transpose.kernels(kPatches).size(), 24U);
    EXPECT_THAT(transpose.kernels(kFours), testing::ElementsAre("turn"));
    auto swizzled = kRows;
    swizzled.settings["tiles"] = "power_of_two";
    EXPECT_THAT(transpose.kernels(swizzled),
        testing::ElementsAre("turn<16, 4>", "turn<16, 8>", "turn<16, 16>", "turn<32, 4>", "turn<32, 8>", "turn<32, 16>"));
    EXPECT_APPROVED(transpose.plan(swizzled, settings_with(transpose, { { "n", "64" }, { "tile", "48" } })).error().message);
}

TEST(Transpose, InvalidSizesAreRejected)
{
    const Transpose transpose;
    auto settings = Settings::initial(transpose.parameters());
    EXPECT_APPROVED(settings.set(transpose.parameters(), "n", "0").error().message);
    EXPECT_APPROVED(settings.set(transpose.parameters(), "tile", "64").error().message);
}

// The result of a correct kernel.
Contents right_result(const Plan& plan, std::size_t rows, std::size_t columns)
{
    auto contents = initial_contents(plan);
    const auto in = as_numbers<float>(std::span<std::byte> { contents[0] });
    const auto out = as_numbers<float>(std::span<std::byte> { contents[1] });
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column)
            out[column * rows + row] = in[row * columns + column];
    }
    return contents;
}

TEST(TransposeCheck, EveryElementMustBeAtItsPosition)
{
    const Transpose transpose;
    const auto settings = settings_with(transpose, { { "n", "7" }, { "height", "5" } });
    const auto plan = transpose.plan(kRows, settings);
    ASSERT_TRUE(plan.ok());
    auto contents = right_result(*plan, 5, 7);
    const auto right = transpose.check(*plan, settings, contents);
    EXPECT_TRUE(right.passed);
    EXPECT_APPROVED(right.sentence);

    const auto out = as_numbers<float>(std::span<std::byte> { contents[1] });
    std::swap(out[11], out[12]); // column 2, rows 1 and 2
    const auto wrong = transpose.check(*plan, settings, contents);
    EXPECT_FALSE(wrong.passed);
    EXPECT_EQ(wrong.error, 2.0);
    EXPECT_APPROVED(wrong.sentence);
    ASSERT_TRUE(wrong.first);
    EXPECT_EQ(wrong.first->index, 11U);
    EXPECT_EQ(wrong.first->columns, 5U);

    // A copy is not a transpose, and vice versa.
    const auto copied = transpose.plan(kCopy, settings);
    EXPECT_FALSE(transpose.check(*copied, settings, right_result(*copied, 5, 7)).passed);
    contents = initial_contents(*copied);
    contents[1] = contents[0];
    EXPECT_TRUE(transpose.check(*copied, settings, contents).passed);
}

TEST(TransposeInput, IsReproducibleAndNoElementEqualsItsNeighbors)
{
    for (const auto& name : matrix_input_names()) {
        const auto bytes = matrix_bytes({ name, { 20, 30 }, 1 });
        EXPECT_EQ(bytes, matrix_bytes({ name, { 20, 30 }, 1 }));
        EXPECT_NE(bytes, matrix_bytes({ name, { 20, 30 }, 2 }));
        const auto values = as_numbers<float>(std::span<const std::byte> { bytes });
        EXPECT_THAT(values, testing::Each(testing::AllOf(testing::Ge(0.0F), testing::Le(1.0F))));
        for (std::size_t i = 30; i < values.size(); ++i) {
            EXPECT_NE(values[i], values[i - 1]);
            EXPECT_NE(values[i], values[i - 30]);
        }
    }
}

TEST(Transpose, PlansShareTheirInput)
{
    const Transpose transpose;
    const auto settings = settings_with(transpose, { { "n", "64" } });
    EXPECT_EQ(
        transpose.plan(kRows, settings)->buffers[0].initial.data(), transpose.plan(kCopy, settings)->buffers[0].initial.data());
}

} // namespace
} // namespace warpstage::problem

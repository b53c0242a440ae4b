#include "core/lesson/kernel_lines.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

namespace warpstage::lesson {
namespace {

constexpr std::string_view kSource = R"(// __global__ void copy(float* in) is only mentioned here
__device__ float half(float x) { return x / 2; }

// Rows become
// columns.
template <int tile, int rows>
__global__ void __launch_bounds__(256, 2) tiled(const float* in, float* out)
{
    if (true) { // }
        out[0] = in[0];
    }
}

/* __global__ void tiled_copy() { } */
__global__ void
tiled_copy (float* out)
{
    out[1] = 0;
}
)";

TEST(KernelLines, AKernelIsFoundWithItsTemplateAndItsComment)
{
    EXPECT_EQ(kernel_lines(kSource, "tiled<32, 8>"), (KernelLines { 4, 6, 12 }));
    EXPECT_EQ(kernel_lines(kSource, "tiled_copy@sm_80"), (KernelLines { 15, 15, 19 }));
}

TEST(KernelLines, OnlyKernelsAreFound)
{
    EXPECT_EQ(kernel_lines(kSource, "copy"), std::nullopt) << "a comment";
    EXPECT_EQ(kernel_lines(kSource, "half"), std::nullopt) << "a device function";
    EXPECT_EQ(kernel_lines("", "tiled"), std::nullopt);
    EXPECT_EQ(kernel_lines("__global__", "tiled"), std::nullopt);
}

TEST(KernelLines, AnIncompleteTextEndsWithItsLastLine)
{
    EXPECT_EQ(kernel_lines("__global__ void f()\n{\n    int i", "f"), (KernelLines { 1, 1, 3 }));
}

TEST(KernelLines, EveryKernelOfEveryLessonIsFound)
{
    for (const auto& lesson : shipped_lessons()->lessons())
        for (const auto& variant : lesson->variants)
            for (const auto& kernel : lesson->problem->kernels(variant))
                EXPECT_TRUE(kernel_lines(lesson->source, kernel)) << lesson->id << ": " << kernel;
}

} // namespace
} // namespace warpstage::lesson

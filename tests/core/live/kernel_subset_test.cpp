// Texts with some kernels omitted.
#include "core/live/kernel_subset.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::live {
namespace {

const KernelNames kWanted { "wanted" };

std::string subset(std::string_view source)
{
    const auto text = with_only(source, kWanted);
    return text ? *text : "(nothing)";
}

TEST(KernelSubset, OtherKernelsBecomeUnusedFunctions)
{
    EXPECT_EQ(subset("__global__ void wanted(int* a) { *a = 1; }\n__global__ void other(int* a) { *a = 2; }\n"),
        "__global__ void wanted(int* a) { *a = 1; }\n[[maybe_unused]] static __device__ void other(int* a) { *a = 2; }\n");
}

TEST(KernelSubset, KernelAttributesAreRemovedWithTheKernels)
{
    EXPECT_EQ(subset("__global__ void __launch_bounds__(256, 2)\nother() {}"),
        "[[maybe_unused]] static __device__ void                          \nother() {}");
    EXPECT_EQ(subset("extern \"C\" __global__ void other() {}"), "           [[maybe_unused]] static __device__ void other() {}");
    EXPECT_EQ(subset("__global__ void __launch_bounds__(256) wanted() {}\n__global__ void o() {}"),
        "__global__ void __launch_bounds__(256) wanted() {}\n[[maybe_unused]] static __device__ void o() {}");
}

TEST(KernelSubset, TemplatesAreIdentifiedByTheirName)
{
    EXPECT_EQ(subset("template <int n> __global__ void wanted(int* a);\ntemplate __global__ void wanted<4>(int*);\n"
                     "template <int n> __global__ void other(int* a);\ntemplate __global__ void other<(4 > 2)>(int*);"),
        "template <int n> __global__ void wanted(int* a);\ntemplate __global__ void wanted<4>(int*);\n"
        "template <int n> [[maybe_unused]] static __device__ void other(int* a);\ntemplate __device__ void other<(4 > "
        "2)>(int*);");
}

TEST(KernelSubset, CommentsAndStringsAreIgnored)
{
    constexpr const char* kText = "// __global__ void other()\n/* __global__ void other() */\n"
                                  "__device__ const char* s = \"__global__ void other()\";\n"
                                  "__device__ const char* r = R\"x(__global__ void \")other()x\";\n"
                                  "__device__ int big = 1'000; __device__ char c = '\"';\n"
                                  "__global__ void wanted() {}\n";
    EXPECT_EQ(with_only(kText, kWanted), std::nullopt);
}

TEST(KernelSubset, LineNumbersDoNotChange)
{
    const std::string text = "#define ONE(n) \\\n    template __global__ void \\\n    other<n>(int)\n\n__global__ void\n"
                             "__launch_bounds__(\n  32)\nother() {}\n__global__ void wanted() {}\n";
    EXPECT_EQ(std::ranges::count(subset(text), '\n'), std::ranges::count(text, '\n'));
    EXPECT_TRUE(subset(text).ends_with("other() {}\n__global__ void wanted() {}\n"));
}

TEST(KernelSubset, AKernelWithoutANameLeavesTheTextUnchanged)
{
    for (const auto* text : { "__global__", "__global__ void", "__global__ void;", "__global__ void {", "__global__ 3", "",
             "\"__global__", "/* __global__", "R\"(__global__" })
        EXPECT_EQ(with_only(text, kWanted), std::nullopt) << text;
}

} // namespace
} // namespace warpstage::live

#include "core/capture_file/kernel_parameters.h"

#include <gtest/gtest.h>

namespace warpstage::capture_file {
namespace {

TEST(KernelParameters, ElementTypes)
{
    EXPECT_EQ(element_type_of("float const*"), "f32");
    EXPECT_EQ(element_type_of("const uint4 *in"), "u32");
    EXPECT_EQ(element_type_of("unsigned long*"), "u64");
    EXPECT_EQ(element_type_of("unsigned char *pixels"), "u8");
    EXPECT_EQ(element_type_of("long long"), "s64");
    EXPECT_EQ(element_type_of("unsigned int n"), "u32");
    EXPECT_EQ(element_type_of("unsigned n"), "u32");
    EXPECT_EQ(element_type_of("double2*"), "f64");
    EXPECT_EQ(element_type_of("__half*"), "f16");
    EXPECT_EQ(element_type_of("float**"), "");
    EXPECT_EQ(element_type_of("Matrix"), "");
}

TEST(KernelParameters, NamesComeFromTheSourceTypesFromTheMangledName)
{
    constexpr const char* kSource =
        "void scale(int other);\n"
        "__global__ void scale(const float *__restrict__ in, float* out, int n = 3)\n{ scale<<<1, 1>>>(x); }\n";
    const auto parameters = kernel_parameters("_Z5scalePKfPfi", kSource);
    ASSERT_EQ(parameters.size(), 3U);
    EXPECT_EQ(parameters[0].name, "in");
    EXPECT_EQ(parameters[0].type, "f32");
    EXPECT_EQ(parameters[1].name, "out");
    EXPECT_EQ(parameters[2].name, "n");
    EXPECT_EQ(parameters[2].type, "s32");
}

TEST(KernelParameters, EitherMayBeMissing)
{
    const auto mangled = kernel_parameters("_Z5scalePKfPfi", "");
    ASSERT_EQ(mangled.size(), 3U);
    EXPECT_TRUE(mangled[0].name.empty());
    EXPECT_EQ(mangled[1].type, "f32");
    const auto source = kernel_parameters("scale", "extern \"C\" __global__ void __launch_bounds__(64) scale(double *x) {}");
    ASSERT_EQ(source.size(), 1U);
    EXPECT_EQ(source[0].name, "x");
    EXPECT_EQ(source[0].type, "f64");
    EXPECT_TRUE(kernel_parameters("scale", "").empty());
}

} // namespace
} // namespace warpstage::capture_file

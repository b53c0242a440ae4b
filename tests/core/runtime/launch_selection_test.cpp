// Which launches `warpstage capture` takes.
#include "core/runtime/capture/launch_selection.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ptx::Function kernel_named(const std::string& mangled, const std::string& shown)
{
    ptx::Function kernel;
    kernel.name = mangled;
    kernel.display_name = shown;
    return kernel;
}

TEST(LaunchSelection, ReadsNumbersAndNames)
{
    EXPECT_THAT(*parse_launches("3,5"), ElementsAre(3, 5));
    for (const std::string text : { "0", "", "3,", "x", "-1" })
        EXPECT_APPROVED(parse_launches(text).error().message) << text;
    EXPECT_EQ(*parse_kernel_choice("scale"), (KernelChoice { "scale", 1 }));
    EXPECT_EQ(*parse_kernel_choice("scale:12"), (KernelChoice { "scale", 12 }));
    EXPECT_EQ(*parse_kernel_choice("space::scale"), (KernelChoice { "space::scale", 1 }));
    EXPECT_EQ(*parse_kernel_choice("space::scale:2"), (KernelChoice { "space::scale", 2 }));
    for (const std::string text : { "", ":3", "scale:0", "scale:x", "scale:" })
        EXPECT_THAT(parse_kernel_choice(text).error().message, HasSubstr("`--kernel` requires NAME or NAME:K")) << text;
}

TEST(LaunchSelection, ANameMayOmitNamespacesAndTemplateArguments)
{
    const auto kernel = kernel_named("_ZN5space5scaleIfEEvPf", "space::scale<float>");
    for (const char* name : { "_ZN5space5scaleIfEEvPf", "space::scale<float>", "space::scale", "scale" })
        EXPECT_TRUE(is_named(kernel, name)) << name;
    for (const char* name : { "space", "scale<float>", "scal", "" })
        EXPECT_FALSE(is_named(kernel, name)) << name;
}

TEST(LaunchSelection, CountsLaunchesOfAKernel)
{
    const auto scale = kernel_named("scale", "scale");
    const auto sum = kernel_named("sum", "sum");
    LaunchSelection selection({ .folder = "x", .limit = 0, .launches = { 1 }, .kernels = { { "scale", 2 }, { "scale", 3 } } });
    EXPECT_TRUE(selection.take(sum, 1));
    EXPECT_FALSE(selection.take(scale, 2));
    EXPECT_FALSE(selection.take(sum, 3));
    EXPECT_TRUE(selection.take(scale, 4));
    EXPECT_FALSE(selection.done(4));
    EXPECT_TRUE(selection.take(scale, 5));
    EXPECT_TRUE(selection.done(5));
    EXPECT_FALSE(selection.take(scale, 6));
}

} // namespace
} // namespace warpstage::runtime

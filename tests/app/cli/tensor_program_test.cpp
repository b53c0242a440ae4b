// `warpstage check` on the lesson on tensor cores: how far each product is from double precision, as the lesson's texts state.
#include "tests/app/cli/started_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(TensorProgram, ProductsDeviateFromDoublePrecisionAsTheLessonStates)
{
    const Ended ended = run("check tensor --engine vm");
    EXPECT_EQ(ended.status, 0);
    EXPECT_THAT(ended.output,
        AllOf(HasSubstr("shared         65536 elements of c, largest deviation 1.53e-05"),
            HasSubstr("mma            65536 elements of c, largest deviation 3.81e-06"),
            HasSubstr("pipeline       65536 elements of c, largest deviation 3.81e-06"),
            HasSubstr("wgmma          65536 elements of c, largest deviation 3.81e-06"),
            HasSubstr("tf32           65536 elements of c, largest deviation 0.00726"),
            HasSubstr("int8           65536 elements of c_int, exact"),
            HasSubstr("half_sums      65536 elements of c, largest deviation 0.0325")));
}

} // namespace
} // namespace warpstage::cli

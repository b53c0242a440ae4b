// `warpstage check` on the lesson on precision: how far each result is from double precision, as the lesson's texts state.
#include "tests/app/cli/started_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(PrecisionProgram, ResultsDeviateFromDoublePrecisionAsTheLessonStates)
{
    const Ended ended = run("check precision --engine vm");
    EXPECT_EQ(ended.status, 0);
    EXPECT_THAT(ended.output,
        AllOf(HasSubstr("serial         256 elements of out, largest deviation 0.00391"),
            HasSubstr("tree           256 elements of out, largest deviation 0.000244"),
            HasSubstr("kahan          256 elements of out, largest deviation 0.000122"),
            HasSubstr("kahan_fast     256 elements of out, largest deviation 0.000122"),
            HasSubstr("doubles        256 elements of out, exact"),
            HasSubstr("large_first    256 elements of out, largest deviation 3.65e-05"),
            HasSubstr("small_first    256 elements of out, largest deviation 1.19e-07")));
    EXPECT_THAT(ended.output,
        AllOf(HasSubstr("discriminant   4096 elements of values, largest deviation 2.34e-07"),
            HasSubstr("discriminant_fma 4096 elements of values, largest deviation 1.19e-07"),
            HasSubstr("discriminant_kahan 4096 elements of values, largest deviation 4.55e-13"),
            HasSubstr("half_sums      wrong, as expected: 256 of 256 elements of out differ: element 0 is 2048, not 4096"),
            HasSubstr("half_inputs    256 elements of out, exact"),
            HasSubstr("bfloat_sums    wrong, as expected: 256 of 256 elements of out differ: element 0 is 256, not 4096"),
            HasSubstr("tf32           256 elements of out, largest deviation 0.0182"),
            HasSubstr("tf32_split     256 elements of out, largest deviation 9.54e-05")));
}

TEST(PrecisionProgram, SumsOfFloatAtomicsDependOnTheOrderOfTheBlocks)
{
    const auto sums = [](const char* order) {
        return run(std::string { "check precision --engine vm --variant atomics --schedule independent:" } + order).output;
    };
    EXPECT_EQ(sums("2"), sums("2"));
    EXPECT_NE(sums("2"), sums("3"));
}

} // namespace
} // namespace warpstage::cli

#include "app/cli/sweep/sweep_run.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::cli {
namespace {

std::string refusal(std::string_view text)
{
    const auto swept = parse_swept(text);
    return swept ? "" : swept.error().message;
}

TEST(SweptValues, AreARangeOrAList)
{
    EXPECT_EQ(parse_swept("offset=0..3")->id, "offset");
    EXPECT_THAT(parse_swept("offset=0..3")->values, testing::ElementsAre("0", "1", "2", "3"));
    EXPECT_THAT(parse_swept("c=1..8:3")->values, testing::ElementsAre("1", "4", "7"));
    EXPECT_THAT(parse_swept("n=2^10..2^12:2^10")->values, testing::ElementsAre("1024", "2048", "3072", "4096"));
    EXPECT_THAT(parse_swept("block=64, 128,1024")->values, testing::ElementsAre("64", "128", "1024"));
    EXPECT_THAT(parse_swept("pattern=tid,tid*2")->values, testing::ElementsAre("tid", "tid*2"));
    EXPECT_EQ(parse_swept("n=0..1023")->values.size(), 1024U);
}

TEST(SweptValues, RefusalsStateTheRequiredFormat)
{
    for (const auto* const text : { "offset", "=1..2", "offset=", "offset=..3", "offset=1..", "offset=1..x", "offset=1..3:x" })
        EXPECT_APPROVED(refusal(text));
    for (const auto* const text : { "c=3..1", "c=1..3:0", "c=1..3:-1" })
        EXPECT_APPROVED(refusal(text));
    EXPECT_APPROVED(refusal("n=0..1024"));
    EXPECT_APPROVED(refusal("n=-9000000000000000000..9000000000000000000"));
    EXPECT_APPROVED(refusal("n=" + std::string(1024, ',')));
}

} // namespace
} // namespace warpstage::cli

#include "core/bench/files/result_file.h"
#include "tests/approved.h"
#include "tests/core/bench/sample_result.h"

#include <gtest/gtest.h>

namespace warpstage::bench {
namespace {

TEST(BenchResultFile, ReadsWhatItWrote)
{
    const auto written = to_json(sample_result());
    const auto read = from_json(written, "a.json");
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(to_json(*read), written);
    ASSERT_EQ(read->variants.size(), 4U);
    EXPECT_EQ(read->variants[2].correct, false);
    EXPECT_FALSE(read->variants[3].correct.has_value());
    EXPECT_EQ(read->variants[1].time.maximum, std::chrono::microseconds(60));
}

TEST(BenchResultFile, ReadsFilesWithoutLimits)
{
    auto result = sample_result();
    result.variants.resize(1);
    auto text = to_json(result);
    for (const std::string key :
        { "problem", "tuned", "limit", "limit_name", "launch_bound", "graph_median_ns", "graph_samples" }) {
        const auto at = text.find('"' + key + '"');
        ASSERT_NE(at, std::string::npos) << key;
        text.erase(at, text.find('\n', at) - at);
    }
    const auto read = from_json(text, "a.json");
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read->variants[0].problem, "n=1048576");
    EXPECT_EQ(read->variants[0].limit, 0.0);
}

TEST(BenchResultFile, RefusesOtherFiles)
{
    EXPECT_APPROVED(from_json("{", "a.json").error().message);
    EXPECT_APPROVED(from_json("[1]", "a.json").error().message);
    EXPECT_APPROVED(from_json(R"({"kind": "other"})", "a.json").error().message);
    EXPECT_APPROVED(from_json(R"({"kind": "warpstage bench", "version": 2})", "a.json").error().message);
    const auto incomplete = from_json(R"({"kind": "warpstage bench", "version": 1})", "a.json");
    ASSERT_FALSE(incomplete.ok());
    EXPECT_APPROVED(incomplete.error().message);
    EXPECT_APPROVED(from_json("[1e999]", "a.json").error().message);
}

TEST(BenchResultFile, AWrongTypeIsReported)
{
    auto text = to_json(sample_result());
    text.replace(text.find("50000"), 5, "\"x\"  ");
    const auto read = from_json(text, "a.json");
    ASSERT_FALSE(read.ok());
    EXPECT_APPROVED(read.error().message);
}

} // namespace
} // namespace warpstage::bench

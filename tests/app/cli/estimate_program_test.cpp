// End-to-end tests of `warpstage bench --estimate` and `warpstage estimate`.
#include "core/bench/files/result_file.h"
#include "tests/app/cli/started_program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>

namespace warpstage::cli {
namespace {

const std::string kVariants = "bench --engine vm reduction --variant reduce1 --variant reduce2 ";
const std::string kKernel = "estimate " + std::string { WARPSTAGE_FIXTURES }
    + "/kernel_run/saxpy.ptx --engine vm --grid 4096 --block 256 --arg n:s32=1048576 --arg f32=2 --arg 'x:f32[n]=iota' "
      "--arg 'y:f32[n]=out' ";

TEST(BenchEstimate, PrintsATimeAndALimiterForEachGpuWithoutOne)
{
    const auto ended = run(kVariants + "--estimate --set n=65536 --arch GTX280 --arch H200 --json", kOutputOnly);
    ASSERT_EQ(ended.status, 0) << ended.output;
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_EQ(json["gpus"], (nlohmann::json { "GeForce GTX 280", "H200" }));
    EXPECT_FALSE(json.contains("agreement"));
    ASSERT_EQ(json["variants"].size(), 2U);
    for (const auto& variant : json["variants"]) {
        EXPECT_FALSE(variant.contains("measured"));
        for (const auto& estimate : variant["estimates"]) {
            EXPECT_GT(estimate["time_ns"].get<long>(), 0) << estimate;
            EXPECT_FALSE(estimate["limiter"].get<std::string>().empty());
        }
    }
}

TEST(BenchEstimate, TakesParametersAndTimesOfAnEarlierResult)
{
    bench::BenchResult measured { "warpstage", "NVIDIA H200", "CC 9.0, 132 SMs", false, {} };
    bench::MeasuredVariant line;
    line.lesson = "reduction";
    line.variant = "reduce1";
    const auto listed = run(kVariants + "--estimate --set n=65536 --json", kOutputOnly);
    line.parameters = nlohmann::json::parse(listed.output)["variants"][0]["parameters"].get<std::string>();
    line.time = { std::chrono::nanoseconds { 4000 }, std::chrono::nanoseconds { 5000 }, std::chrono::nanoseconds { 6000 }, 21 };
    measured.variants.push_back(line);
    const auto file = std::filesystem::temp_directory_path() / "warpstage-measured.json";
    std::ofstream(file) << bench::to_json(measured);
    const auto ended = run(kVariants + "--estimate --measured " + file.string() + " --json", kOutputOnly);
    ASSERT_EQ(ended.status, 0) << ended.output;
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_EQ(json["gpus"], (nlohmann::json { "H200" })) << "the GPU that was measured";
    EXPECT_EQ(json["variants"][0]["parameters"], line.parameters);
    EXPECT_EQ(json["variants"][0]["measured"]["median_ns"], 5000);
    EXPECT_TRUE(json["variants"][0]["estimates"][0].contains("relative_error"));
    EXPECT_EQ(json["agreement"]["variants"], 1);
    const auto text = run(kVariants + "--estimate --measured " + file.string(), kOutputOnly).output;
    EXPECT_NE(text.find("median absolute error"), std::string::npos) << text;

    measured.emulated = true;
    std::ofstream(file) << bench::to_json(measured);
    const auto refused = run(kVariants + "--estimate --measured " + file.string(), kErrorsOnly);
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.output.find("contains emulated times"), std::string::npos) << refused.output;
    std::filesystem::remove(file);
}

TEST(BenchEstimate, OtherOptionsRequireEstimate)
{
    const auto ended = run(kVariants + "--arch GTX280", kErrorsOnly);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.output, "warpstage: `--arch` and `--measured` require `--estimate`.\n");
}

TEST(KernelEstimate, PrintsTimeLimiterOccupancyAndWaves)
{
    const auto ended = run(kKernel + "--arch GTX280 --arch K40c --arch H200 --json", kOutputOnly);
    ASSERT_EQ(ended.status, 0) << ended.output;
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_EQ(json["kernel"], "saxpy");
    ASSERT_EQ(json["estimates"].size(), 3U);
    for (const auto& estimate : json["estimates"]) {
        EXPECT_GT(estimate["time_ns"].get<long>(), 0);
        EXPECT_GT(estimate["occupancy"].get<double>(), 0.0);
        EXPECT_GT(estimate["waves"].get<double>(), 0.0);
    }
    EXPECT_LT(json["estimates"][2]["time_ns"].get<long>(), json["estimates"][0]["time_ns"].get<long>());
    const auto text = run(kKernel, kOutputOnly).output;
    EXPECT_NE(text.find("estimated by the SM model, not measured"), std::string::npos) << text;
    EXPECT_NE(text.find("H200"), std::string::npos) << text;
}

TEST(KernelEstimate, ReportsWhyAKernelCannotBeEstimated)
{
    const auto ended = run("estimate " + std::string { WARPSTAGE_FIXTURES }
        + "/kernel_run/saxpy.ptx --engine vm --grid 4 --block 256 --arg s32=1000 --arg f32=2 --arg 'x:f32[10]=iota' "
          "--arg 'y:f32[1000]=out' --arch H200");
    EXPECT_EQ(ended.status, 1) << ended.output;
    EXPECT_NE(ended.output.find("The kernel ends with a fault, so its time cannot be estimated: Invalid __global__ read"),
        std::string::npos)
        << ended.output;
    // Each block waits for its predecessor.
    const auto waits = run("estimate " + std::string { WARPSTAGE_FIXTURES }
        + "/kernel_run/chain.ptx --engine vm --grid 4 --arg sums:s32[4]=out --arch H200");
    EXPECT_EQ(waits.status, 1) << waits.output;
    EXPECT_NE(waits.output.find("waits there forever for another block or for other lanes of its warp"), std::string::npos)
        << waits.output;
}

TEST(KernelEstimate, NamesCallsWhoseTimeIsNotModeled)
{
    const auto ended = run("estimate " + std::string { WARPSTAGE_FIXTURES }
        + "/simt/printing.ptx --engine vm --kernel hello --block 32 --arch H200");
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.output.find("The time of `printf` is not modeled."), std::string::npos) << ended.output;
}

} // namespace
} // namespace warpstage::cli

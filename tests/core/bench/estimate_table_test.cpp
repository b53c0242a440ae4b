#include "core/bench/estimate_table.h"
#include "core/bench/estimate_variant.h"
#include "core/lesson/catalog.h"
#include "tests/approved.h"
#include "tests/core/bench/sample_result.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpstage::bench {
namespace {

using std::chrono_literals::operator""us;
using testing::HasSubstr;
using testing::Not;

EstimatedVariant estimated(const std::string& variant, std::chrono::nanoseconds measured, std::chrono::nanoseconds time)
{
    return { sample_variant(variant.c_str(), measured), 4.0e6, { { time, "DRAM bandwidth", 0.75, 3.1, {} } } };
}

EstimateResult sample_estimates()
{
    EstimateResult result { "warpstage 0.1.0", "NVIDIA H200 (CC 9.0, 132 SMs)", { "H200" }, 0, {} };
    result.variants = { estimated("reduce1", 100us, 110us), estimated("reduce2", 50us, 40us) };
    auto refused = estimated("reduce3", 25us, 0us);
    refused.estimates[0] = { {}, {}, 0.0, 0.0, "no such instruction" };
    result.variants.push_back(std::move(refused));
    return result;
}

TEST(EstimateTable, TextHasBothTimesErrorLimiterAndAgreement)
{
    const auto text = to_table(sample_estimates(), Format::text);
    EXPECT_APPROVED(text);
}

TEST(EstimateTable, WithoutMeasurementThereIsNoErrorAndEachGpuHasItsColumns)
{
    EstimateResult result { "warpstage 0.1.0", {}, { "GeForce GTX 280", "H200" }, std::nullopt, {} };
    auto variant = estimated("reduce1", 100us, 110us);
    variant.line.time = {};
    variant.estimates.push_back({ 10us, "latency", 0.5, 0.3, {} });
    result.variants = { variant };
    const auto text = to_table(result, Format::text);
    EXPECT_APPROVED(text);
    EXPECT_THAT(text, HasSubstr("GeForce GTX 280         limiter     H200  limiter"));
    EXPECT_THAT(text, Not(HasSubstr("error")));
    EXPECT_THAT(to_table(result, Format::csv), HasSubstr("reduction,reduce1,n=1048576,H200,,,10000,,latency,0.5000,0.300,\n"));
    variant.estimates[0] = variant.estimates[1] = { {}, {}, 0.0, 0.0, "too large" };
    result.variants = { variant };
    const auto refused = to_table(result, Format::text);
    EXPECT_EQ(refused.find("too large"), refused.rfind("too large")) << "equal reasons are printed once";
}

TEST(EstimateTable, JsonHasEverything)
{
    const auto json = nlohmann::json::parse(to_table(sample_estimates(), Format::json));
    EXPECT_EQ(json["kind"], "warpstage bench --estimate");
    EXPECT_EQ(json["variants"][0]["measured"]["median_ns"], 100000);
    EXPECT_EQ(json["variants"][0]["estimates"][0]["time_ns"], 110000);
    EXPECT_NEAR(json["variants"][0]["estimates"][0]["relative_error"].get<double>(), 0.1, 1e-9);
    EXPECT_APPROVED(json["variants"][2]["estimates"][0]["reason"].get<std::string>());
    EXPECT_EQ(json["agreement"]["variants"], 2);
    EXPECT_NEAR(json["agreement"]["median_absolute_error"].get<double>(), 0.15, 1e-9);
}

TEST(EstimateTable, EstimatesBecomeTimesOfAResult)
{
    const auto times = estimated_times(sample_estimates(), 0);
    EXPECT_TRUE(times.estimated);
    EXPECT_FALSE(times.emulated);
    EXPECT_EQ(times.engine, "H200");
    EXPECT_EQ(times.variants[0].time.median, 110us);
    EXPECT_NEAR(times.variants[0].merit, 4.0e6 / 110e-6, 1.0);
    EXPECT_EQ(times.variants[2].time.samples, 0U);
    EXPECT_APPROVED(times.variants[2].remark);
}

TEST(EstimateVariant, AsksTheModelForEachGpu)
{
    const auto lesson = *lesson::shipped_lessons()->find("reduction");
    const auto programs = std::make_shared<const engine::VmPrograms>(lesson);
    const std::vector<arch::Architecture> gpus { *arch::parse_architecture("GTX 280"), *arch::parse_architecture("H200") };
    const auto model = [](const timing::EstimateRequest& request, const std::stop_token&) -> Result<timing::StepEstimate> {
        if (request.gpu->capability.major < 9)
            return Error { "no such instruction" };
        timing::StepEstimate step;
        step.time = 7us;
        step.limiter = timing::Limiter::pipe;
        step.works = { { 0, "a", 2us, timing::Limiter::latency, "", 0.1, 1.0 },
            { 1, "b", 5us, timing::Limiter::pipe, "FP32", 0.5, 2.0 } };
        return step;
    };
    const auto settings = lesson->initial_settings(engine::EngineKind::vm);
    const auto line = estimate_variant(programs, lesson->variants[0], settings, gpus, {}, model);
    EXPECT_EQ(line.line.variant, lesson->variants[0].id);
    EXPECT_FALSE(line.line.parameters.empty());
    ASSERT_EQ(line.estimates.size(), 2U);
    EXPECT_APPROVED(line.estimates[0].reason);
    EXPECT_EQ(line.estimates[1].time, 7us);
    EXPECT_EQ(line.estimates[1].limiter, "FP32 pipe");
    EXPECT_EQ(line.estimates[1].occupancy, 0.5) << "of the longest kernel";
    EXPECT_GT(line.work, 0.0);
}

} // namespace
} // namespace warpstage::bench

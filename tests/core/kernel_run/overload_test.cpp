// Kernels with the same name, and module variables set from the host.
#include "core/kernel_run/job_report.h"
#include "core/kernel_run/ptx_report.h"
#include "tests/approved.h"
#include "tests/core/kernel_run/fixtures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace warpstage::kernel_run {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Result<KernelSource> load(const std::string& kernel)
{
    return load_source({ kFixtures + "overloaded.ptx", kernel }).source;
}

Result<KernelJob> job_of(const std::string& kernel, const std::string& argument, std::vector<std::string> symbols = {},
    std::vector<std::string> printed = {})
{
    auto source = load(kernel);
    if (!source)
        return source.error();
    LaunchRequest request { "1", "4", "0", { argument }, {} };
    request.symbols = std::move(symbols);
    request.printed_symbols = std::move(printed);
    return make_job(std::move(*source), request);
}

nlohmann::json report_of(const KernelJob& job)
{
    const auto outcome = run_on_vm(job, {});
    EXPECT_TRUE(outcome.ok()) << outcome.error().message;
    return outcome ? to_json(job, *outcome, *shown_buffers(job, { { "x" } })) : nlohmann::json {};
}

std::string refusal_of(const Result<KernelJob>& job)
{
    return job ? "no error" : job.error().message;
}

TEST(OverloadedKernel, TheMangledNameSelectsOne)
{
    const auto integers = job_of("_Z5twicePi", "x:s32[4]=iota");
    ASSERT_TRUE(integers.ok()) << integers.error().message;
    auto json = report_of(*integers);
    EXPECT_EQ(json["kernel"], "twice(int*)");
    EXPECT_EQ(json["mangled"], "_Z5twicePi");
    EXPECT_EQ(json["buffers"][0]["values"], (nlohmann::json { 1, 3, 5, 7 }));

    const auto floats = job_of("_Z5twicePf", "x:f32[4]=iota");
    ASSERT_TRUE(floats.ok()) << floats.error().message;
    json = report_of(*floats);
    EXPECT_EQ(json["kernel"], "twice(float*)");
    EXPECT_EQ(json["buffers"][0]["values"], (nlohmann::json { 0.0, 2.0, 4.0, 6.0 }));
}

TEST(OverloadedKernel, TheSignatureSelectsOne)
{
    for (const auto* name : { "twice(int*)", "twice(int *)" }) {
        const auto source = load(name);
        ASSERT_TRUE(source.ok()) << source.error().message;
        EXPECT_EQ(source->kernel->name, "_Z5twicePi");
    }
}

TEST(OverloadedKernel, TheNameAloneIsRefused)
{
    const auto source = load("twice");
    ASSERT_FALSE(source.ok());
    EXPECT_APPROVED(source.error().message);
    const auto unnamed = load("");
    ASSERT_FALSE(unnamed.ok());
    EXPECT_APPROVED(unnamed.error().message);
}

TEST(Symbol, AnUninitializedVariableIsListed)
{
    const auto job = job_of("weigh", "x:f32[4]=out");
    ASSERT_TRUE(job.ok()) << job.error().message;
    EXPECT_THAT(job->unset_symbols, ElementsAre("weights")) << "`offset` has a value, and the kernel itself writes `total`";
    EXPECT_EQ(report_of(*job)["unset_symbols"], (nlohmann::json { "weights" }));

    const auto through_a_register = job_of("look_up", "x:s32[4]=out");
    ASSERT_TRUE(through_a_register.ok());
    EXPECT_THAT(through_a_register->unset_symbols, ElementsAre("table"));
    const auto unused = job_of("twice(int*)", "x:s32[4]=out");
    ASSERT_TRUE(unused.ok());
    EXPECT_THAT(unused->unset_symbols, IsEmpty());
}

TEST(Symbol, IsSetBeforeTheLaunchAndPrintedAfterIt)
{
    const auto job =
        job_of("weigh", "x:f32[4]=out", { "weights:f32[4]=list:1,2,3,4", "offset:s32=10" }, { "total:s32", "weights:f32[2]" });
    ASSERT_TRUE(job.ok()) << job.error().message;
    EXPECT_THAT(job->unset_symbols, IsEmpty());
    const auto json = report_of(*job);
    EXPECT_EQ(json["buffers"][0]["values"], (nlohmann::json { 11.0, 12.0, 13.0, 14.0 }));
    EXPECT_EQ(json["symbols"][0]["name"], "total");
    EXPECT_EQ(json["symbols"][0]["values"], (nlohmann::json { 4 }));
    EXPECT_EQ(json["symbols"][1]["values"], (nlohmann::json { 1.0, 2.0 }));
    const auto outcome = run_on_vm(*job, {});
    ASSERT_TRUE(outcome.ok());
    EXPECT_THAT(to_text(*job, *outcome, {}), HasSubstr("total: s32[1]"));
}

TEST(Symbol, InvalidSymbolsAreRefused)
{
    const auto set = [](const std::string& symbol) {
        return refusal_of(job_of("weigh", "x:f32[4]=out", { symbol }));
    };
    EXPECT_APPROVED(set("weight:f32=1"));
    EXPECT_EQ(set("weights:f32[5]=ones"), "--set-symbol weights:f32[5]=ones: `weights` has 16 bytes, not 20.");
    EXPECT_THAT(set("f32=1"), HasSubstr("`--set-symbol` requires NAME:TYPE=VALUE"));
    const auto print = [](const std::string& symbol) {
        return refusal_of(job_of("weigh", "x:f32[4]=out", {}, { symbol }));
    };
    EXPECT_APPROVED(print("total"));
    EXPECT_EQ(print("total:s64"), "--print-symbol total:s64: `total` has 4 bytes, not 8.");
    EXPECT_THAT(print("totals:s32"), HasSubstr("unknown variable `totals`"));
}

} // namespace
} // namespace warpstage::kernel_run

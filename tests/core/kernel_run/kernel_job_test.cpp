// Jobs created from files and arguments, and run on the virtual machine.
#include "core/kernel_run/kernel_job.h"
#include "core/problem/buffers/element_type.h"
#include "tests/approved.h"
#include "tests/core/kernel_run/fixtures.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace warpstage::kernel_run {
namespace {

KernelSource saxpy()
{
    auto loaded = load_source({ kFixtures + "saxpy.ptx", {} });
    EXPECT_TRUE(loaded.source.ok()) << loaded.source.error().message;
    return loaded.source ? *loaded.source : KernelSource {};
}

LaunchRequest good_request()
{
    return { "(n+255)/256", "256", "0", { "n:s32=1000", "f32=2", "x:f32[n]=iota", "y:f32[n]=ones" }, {} };
}

std::string refusal(const LaunchRequest& request)
{
    const auto job = make_job(saxpy(), request);
    return job ? "(accepted)" : job.error().message;
}

TEST(KernelJob, RunsOnTheVirtualMachine)
{
    const auto job = make_job(saxpy(), good_request());
    ASSERT_TRUE(job.ok()) << job.error().message;
    EXPECT_EQ(job->launch().grid, (Dim3 { 4, 1, 1 }));
    const auto outcome = run_on_vm(*job, {});
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_FALSE(outcome->fault.has_value());
    EXPECT_EQ(outcome->machine.kind, engine::EngineKind::vm);
    EXPECT_EQ(outcome->times.size(), 1U);
    // 32 warps execute 10 instructions up to the branch; 31 full warps and one with 8 lanes execute the 10 after it.
    EXPECT_GT(outcome->warp_instructions, 32U * 10);
    EXPECT_GT(outcome->lane_instructions, outcome->warp_instructions * 25);
    for (std::size_t i = 0; i < 1000; ++i)
        ASSERT_EQ(problem::number_of(outcome->contents[1], ptx::Type::f32, i), 2.0 * static_cast<double>(i) + 1.0);
}

TEST(KernelJob, AFaultIsAnOutcomeWithItsMessage)
{
    auto request = good_request();
    request.arguments[3] = "y:f32[999]=ones";
    const auto job = make_job(saxpy(), request);
    ASSERT_TRUE(job.ok());
    const auto outcome = run_on_vm(*job, {});
    ASSERT_TRUE(outcome.ok());
    ASSERT_TRUE(outcome->trap.has_value());
    EXPECT_EQ(outcome->trap->kind, simt::TrapKind::out_of_bounds);
    EXPECT_EQ(outcome->fault, outcome->trap->message);
    EXPECT_NE(outcome->fault->find("`y`"), std::string::npos) << *outcome->fault;
}

// Of the kernels in tests/fixtures/simt: contents of the buffers after the launch.
std::vector<std::vector<std::byte>> contents_after(
    const std::string& file, const std::string& kernel, const std::vector<std::string>& arguments)
{
    auto loaded = load_source({ std::string { WARPSTAGE_FIXTURES } + "/simt/" + file, kernel });
    EXPECT_TRUE(loaded.source.ok()) << loaded.source.error().message;
    const auto job = make_job(*loaded.source, { "1", "1", "0", arguments, {} });
    EXPECT_TRUE(job.ok()) << job.error().message;
    auto outcome = run_on_vm(*job, {});
    EXPECT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_FALSE(outcome->fault.has_value()) << *outcome->fault;
    return std::move(outcome->contents);
}

std::vector<double> numbers_in(const std::vector<std::byte>& bytes, ptx::Type type, std::size_t count)
{
    std::vector<double> numbers;
    for (std::size_t i = 0; i < count; ++i)
        numbers.push_back(problem::number_of(bytes, type, i));
    return numbers;
}

TEST(KernelJob, AKernelWritesASurface)
{
    const auto contents =
        contents_after("surfaces.ptx", "write_plane", { "out:s32[1]=zero", "surf2d:s32[2,2]=iota", "s32=4", "s32=1" });
    EXPECT_EQ(numbers_in(contents[1], ptx::Type::s32, 4), (std::vector<double> { 0, 1, 2, 100 }));
}

TEST(KernelJob, AKernelCopiesByATensorMap)
{
    const auto contents = contents_after("tensor_copy.ptx", "load_2",
        { "a:tensormap,box4x2:u32[8,4]=iota", "out:u32[8]=out", "s32=32", "{s32=2,s32=3,s32=0,s32=0}", "s32=0" });
    EXPECT_EQ(numbers_in(contents[1], ptx::Type::u32, 8), (std::vector<double> { 26, 27, 28, 29, 0, 0, 0, 0 }));
}

TEST(KernelJob, ABudgetEndsARun)
{
    const auto job = make_job(saxpy(), good_request());
    ASSERT_TRUE(job.ok());
    const auto outcome = run_on_vm(*job, { 3, 32, {} });
    ASSERT_TRUE(outcome.ok());
    EXPECT_FALSE(outcome->trap.has_value()) << "saxpy has no loop: the budget is looked at where a kernel branches backwards";
}

TEST(KernelJob, BuffersHoldTheElementsOfTheParameter)
{
    auto request = good_request();
    for (const auto& [given, type] : std::vector<std::pair<std::string, std::string>> { { "x:s32[n]=iota", "s32" },
             { "x:u32[n]=iota", "u32" }, { "x:f64[n]=iota", "f64" }, { "x:f16[n]=iota", "f16" }, { "x:u64[n]=iota", "u64" } }) {
        request.arguments[2] = given;
        EXPECT_APPROVED(refusal(request));
    }
    request.arguments = { "n:s32=16", "f32=2", "x:f32[n]=iota", "@x" };
    EXPECT_TRUE(make_job(saxpy(), request).ok());
}

TEST(KernelJob, ABufferCanBeNoParameter)
{
    auto request = good_request();
    request.buffers = { "row:f32[1000]=iota" };
    request.arguments[2] = "@row";
    const auto job = make_job(saxpy(), request);
    ASSERT_TRUE(job.ok()) << job.error().message;
    const auto outcome = run_on_vm(*job, {});
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(problem::number_of(outcome->contents[1], ptx::Type::f32, 7), 15.0);
    request.buffers = { "f32[10]=iota" };
    EXPECT_APPROVED(refusal(request));
    request.buffers = { "n:s32=4" };
    EXPECT_FALSE(make_job(saxpy(), request).ok());
}

TEST(KernelJob, ArgumentsMustMatchTheParameters)
{
    auto request = good_request();
    request.arguments.pop_back();
    EXPECT_APPROVED(refusal(request));
    request = good_request();
    request.arguments[1] = "f64=2";
    EXPECT_APPROVED(refusal(request));
    request.arguments[1] = "a:f32[4]=zero";
    EXPECT_APPROVED(refusal(request));
    request.arguments[1] = "s32=2";
    EXPECT_APPROVED(refusal(request));
    request = good_request();
    request.arguments[3] = "f64=0";
    EXPECT_APPROVED(refusal(request));
}

LaunchRequest magnified(const std::string& structure, const std::string& texture)
{
    return { "1", "8,8", "0", { structure, texture }, {} };
}

KernelSource magnify()
{
    auto loaded = load_source({ kFixtures + "magnify.ptx", {} });
    EXPECT_TRUE(loaded.source.ok()) << loaded.source.error().message;
    return loaded.source ? *loaded.source : KernelSource {};
}

TEST(KernelJob, PassesStructuresAndTextures)
{
    const auto job =
        make_job(magnify(), magnified("{pixels:f32[8*8]=out,s32=8,s32=8,f32=0.5}", "image:tex2d,linear:f32[4,4]=iota"));
    ASSERT_TRUE(job.ok()) << job.error().message;
    EXPECT_EQ(job->buffers.size(), 2U);
    const auto outcome = run_on_vm(*job, {});
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_FALSE(outcome->fault.has_value()) << *outcome->fault;
    // Pixel (1,1) is a quarter beyond the center of texel (0,0), pixel (7,7) in the outer quarter of the last texel.
    EXPECT_EQ(problem::number_of(outcome->contents[0], ptx::Type::f32, 0), 0.0);
    EXPECT_EQ(problem::number_of(outcome->contents[0], ptx::Type::f32, 9), 1.25);
    EXPECT_EQ(problem::number_of(outcome->contents[0], ptx::Type::f32, 63), 15.0);
}

TEST(KernelJob, StructuresAndTexturesMustMatchTheParameters)
{
    const std::string structure = "{pixels:f32[8*8]=out,s32=8,s32=8,f32=0.5}";
    const auto refusal = [](const LaunchRequest& request) {
        const auto job = make_job(magnify(), request);
        return job.ok() ? std::string {} : job.error().message;
    };
    EXPECT_EQ(refusal(magnified("{pixels:f32[8*8]=out,s32=8}", "tex2d:f32[4,4]=iota")),
        "Parameter 1 of kernel `magnify` has 24 bytes, but `--arg {pixels:f32[8*8]=out,s32=8}` passes 16.");
    EXPECT_EQ(refusal(magnified("tex2d:f32[4,4]=iota", structure)),
        "Parameter 1 of kernel `magnify` has 24 bytes, but `--arg tex2d:f32[4,4]=iota` passes 8, a texture object.");
}

TEST(KernelJob, LaunchShapesMustBeSupportedByAGpu)
{
    const auto with = [](auto member, const char* text) {
        auto request = good_request();
        request.*member = text;
        return request;
    };
    EXPECT_APPROVED(refusal(with(&LaunchRequest::grid, "0")));
    EXPECT_APPROVED(refusal(with(&LaunchRequest::grid, "1,65536")));
    EXPECT_APPROVED(refusal(with(&LaunchRequest::grid, "1,1,1,1")));
    EXPECT_APPROVED(refusal(with(&LaunchRequest::block, "4,4,65")));
    EXPECT_APPROVED(refusal(with(&LaunchRequest::block, "64,64")));
    EXPECT_APPROVED(refusal(with(&LaunchRequest::block, "m")));
    EXPECT_APPROVED(refusal(with(&LaunchRequest::shared, "2^20")));
    EXPECT_APPROVED(refusal(with(&LaunchRequest::shared, "lots")));
}

TEST(KernelSource, FileErrorsAreReported)
{
    const auto sentence = [](const std::string& file, const std::string& kernel) {
        const auto loaded = load_source({ file, kernel });
        return loaded.source ? std::string { "no error" } : loaded.source.error().message;
    };
    EXPECT_APPROVED(sentence("/nonexistent.ptx", ""));
    EXPECT_APPROVED(sentence("/tmp", ""));
    EXPECT_APPROVED(sentence(kFixtures + "saxpy.ptx", "saxpi"));
    EXPECT_APPROVED(sentence(kFixtures + "saxpy.ptx", "transpose"));
    EXPECT_EQ(sentence(kFixtures + "saxpy.ptx", "_Z5saxpyifPKfPf"), "no error");
}

TEST(KernelSource, TheSourceInTheFolderOfAPtxFileIsShown)
{
    const auto source = saxpy();
    ASSERT_EQ(source.lesson->source_lines.size(), 7U);
    EXPECT_EQ(source.lesson->source_lines[5], "        y[i] = a * x[i] + y[i];");
}

// saxpy twice: the second launch reads and writes parts of the buffers of the first.
Result<KernelJob> two_launches(std::vector<std::string> second)
{
    auto loaded = load_source({ kFixtures + "saxpy.ptx", {}, {}, { "saxpy" } });
    if (!loaded.source)
        return loaded.source.error();
    auto request = good_request();
    request.further.push_back({ "1", "256", "0", std::move(second) });
    return make_job(*loaded.source, request);
}

TEST(KernelJob, LaunchesRunInOrderAndShareBuffers)
{
    const auto job = two_launches({ "s32=2", "f32=10", "@y+100", "@x+1" });
    ASSERT_TRUE(job.ok()) << job.error().message;
    EXPECT_EQ(job->launches(), 2U);
    EXPECT_EQ(job->buffers.size(), 2U);
    const auto outcome = run_on_vm(*job, {});
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    EXPECT_FALSE(outcome->fault.has_value());
    // y[100] = 2 * 100 + 1 after the first launch; x[1] = 10 * y[100] + 1.
    EXPECT_EQ(problem::number_of(outcome->contents[0], ptx::Type::f32, 0), 0.0);
    EXPECT_EQ(problem::number_of(outcome->contents[0], ptx::Type::f32, 1), 2011.0);
    EXPECT_EQ(problem::number_of(outcome->contents[0], ptx::Type::f32, 2), 2032.0);
    EXPECT_EQ(problem::number_of(outcome->contents[0], ptx::Type::f32, 3), 3.0);
}

TEST(KernelJob, AFaultNamesItsLaunch)
{
    const auto job = two_launches({ "s32=256", "f32=1", "z:f32[8]=ones", "@y" });
    ASSERT_TRUE(job.ok()) << job.error().message;
    const auto outcome = run_on_vm(*job, {});
    ASSERT_TRUE(outcome.ok());
    ASSERT_TRUE(outcome->fault.has_value());
    EXPECT_EQ(outcome->fault->rfind("Launch 2 of 2, kernel `saxpy`: Invalid __global__ read of size 4 bytes", 0), 0U)
        << *outcome->fault;
}

TEST(KernelJob, InvalidAddressesOfOtherLaunches)
{
    const auto message = [](std::vector<std::string> second) {
        const auto job = two_launches(std::move(second));
        return job ? std::string {} : job.error().message;
    };
    EXPECT_APPROVED(message({ "s32=1", "f32=1", "@z", "@y" }));
    EXPECT_APPROVED(message({ "s32=1", "f32=1", "@x+1001", "@y" }));
    EXPECT_APPROVED(message({ "s32=1", "f32=1", "x:f32[1]=zero", "@y" }));
    EXPECT_APPROVED(message({ "s32=1", "@x", "@x", "@y" }));
}

TEST(KernelJob, ReadingUnwrittenMemoryIsAFindingOfTheMemoryCheck)
{
    auto request = good_request();
    request.arguments[3] = "y:f32[n]=unwritten";
    const auto job = make_job(saxpy(), request);
    ASSERT_TRUE(job.ok()) << job.error().message;
    EXPECT_FALSE(run_on_vm(*job, {})->fault.has_value()) << "without the check its bytes are zeros";
    VmOptions options;
    options.settings.checks.memory = true;
    const auto checked = run_on_vm(*job, options);
    ASSERT_TRUE(checked.ok()) << checked.error().message;
    ASSERT_TRUE(checked->trap.has_value());
    EXPECT_EQ(checked->trap->kind, simt::TrapKind::uninitialized_read);
    EXPECT_NE(checked->fault->find("line 6"), std::string::npos) << *checked->fault;
}

TEST(KernelJob, AnArrayOfPointersHoldsAddressesOfBuffers)
{
    auto request = good_request();
    request.grid = "1";
    request.arguments = { "s32=0", "f32=1", "x:f32[8]=iota", "rows:ptr[3]=list:@x,null,@x+2" };
    const auto job = make_job(saxpy(), request);
    ASSERT_TRUE(job.ok()) << job.error().message;
    const auto outcome = run_on_vm(*job, {});
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    const auto address = [&](std::size_t row) {
        return problem::whole_number_of(outcome->contents[1], ptx::Type::u64, row);
    };
    EXPECT_NE(address(0), 0);
    EXPECT_EQ(address(1), 0);
    EXPECT_EQ(address(2), address(0) + 2 * static_cast<std::int64_t>(sizeof(float)));
}

} // namespace
} // namespace warpstage::kernel_run

// CUDA files compiled with NVRTC, if it is installed.
#include "core/gpu/nvcc/nvcc_compiler.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/kernel_run/kernel_job.h"
#include "core/problem/buffers/element_type.h"
#include "tests/approved.h"
#include "tests/core/kernel_run/fixtures.h"

#include <gtest/gtest.h>

#include <string>

namespace warpstage::kernel_run {
namespace {

class CudaSource : public testing::Test {
protected:
    void SetUp() override
    {
        const auto compiler = gpu::NvrtcCompiler::load();
        if (!compiler)
            GTEST_SKIP() << compiler.error().message;
    }

    // x[0], x[1] after the kernel ran with 2 threads on a buffer of two ones.
    static std::string run(const SourceRequest& request)
    {
        auto loaded = load_source(request);
        if (!loaded.source)
            return loaded.source.error().message;
        const auto job = make_job(*loaded.source, { "1", "2", "0", { "x:f32[2]=ones" }, {} });
        if (!job)
            return job.error().message;
        const auto outcome = run_on_vm(*job, {});
        if (!outcome)
            return outcome.error().message;
        if (outcome->fault)
            return *outcome->fault;
        return problem::text_of(outcome->contents[0], ptx::Type::f32, 0) + " "
            + problem::text_of(outcome->contents[0], ptx::Type::f32, 1);
    }
};

TEST_F(CudaSource, KernelsTemplatesAndDefinesRun)
{
    EXPECT_EQ(run({ kFixtures + "several.cu", "scale" }), "2 2");
    EXPECT_EQ(run({ kFixtures + "several.cu", "scale", { .defines = { { "FACTOR", "5" } }, .architecture = "75" } }), "5 5");
    EXPECT_EQ(
        run({ kFixtures + "several.cu", "scale", { .defines = { { "FACTOR", "(1 + 2)" } }, .architecture = "90" } }), "3 3");
    EXPECT_EQ(run({ kFixtures + "several.cu", "add<41>" }), "42 42");
}

TEST_F(CudaSource, TheKernelMustBeSelectedIfThereAreSeveral)
{
    EXPECT_APPROVED(run({ kFixtures + "several.cu", "" }));
    EXPECT_APPROVED(run({ kFixtures + "several.cu", "add" }));
    EXPECT_APPROVED(run({ kFixtures + "several.cu", "sub<3>" }));
}

TEST_F(CudaSource, FaultsNameTheLineOfTheSource)
{
    const auto sentence = run({ kFixtures + "several.cu", "beyond" });
    EXPECT_NE(sentence.find("line 13"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("`x`"), std::string::npos) << sentence;
}

TEST_F(CudaSource, AnEndlessLoopEndsWithItsBudget)
{
    auto loaded = load_source({ kFixtures + "several.cu", "forever" });
    ASSERT_TRUE(loaded.source.ok()) << loaded.source.error().message;
    const auto job = make_job(*loaded.source, { "1", "1", "0", { "x:s32[1]=zero" }, {} });
    ASSERT_TRUE(job.ok()) << job.error().message;
    const auto outcome = run_on_vm(*job, { 1000, 32, {} });
    ASSERT_TRUE(outcome.ok()) << outcome.error().message;
    ASSERT_TRUE(outcome->trap.has_value());
    EXPECT_EQ(outcome->trap->kind, simt::TrapKind::budget_exhausted);
}

TEST_F(CudaSource, ErrorsHaveLineColumnAndSourceLine)
{
    const auto loaded = load_source({ kFixtures + "broken.cu", {} });
    ASSERT_FALSE(loaded.source.ok());
    EXPECT_APPROVED(loaded.source.error().message);
    ASSERT_GE(loaded.diagnostics.size(), 2U);
    const auto& first = loaded.diagnostics[0];
    EXPECT_EQ(gpu::to_text(first),
        "broken.cu:4:12: error: identifier \"missing\" is undefined\n"
        "      x[0] = missing + 1;\n"
        "             ^\n");
    EXPECT_EQ(loaded.diagnostics[1].line, 5U);
}

TEST_F(CudaSource, HostCodeIsExplained)
{
    const auto loaded = load_source({ kFixtures + "host.cu", {}, { .compiler = Compiler::nvrtc } });
    ASSERT_FALSE(loaded.source.ok());
    EXPECT_APPROVED(loaded.source.error().message);
    const auto variable = load_source({ kFixtures + "host_variable.cu", {}, { .compiler = Compiler::nvrtc } });
    ASSERT_FALSE(variable.source.ok());
    EXPECT_APPROVED(variable.source.error().message);
}

TEST_F(CudaSource, WideIntegersCompile)
{
    EXPECT_EQ(run({ kFixtures + "wide.cu", "third", { .compiler = Compiler::nvrtc } }), "2 2");
}

TEST_F(CudaSource, NamesOfTheHostRequireNvcc)
{
    const auto refused = load_source({ kFixtures + "host_type.cu", {}, { .compiler = Compiler::nvrtc } });
    ASSERT_FALSE(refused.source.ok());
    EXPECT_NE(refused.source.error().message.find("\"uint\" is undefined"), std::string::npos) << refused.source.error().message;
    if (!gpu::NvccCompiler::find())
        GTEST_SKIP() << "nvcc is not installed";
    EXPECT_EQ(run({ kFixtures + "host_type.cu", "twice" }), "2 2");
}

TEST_F(CudaSource, AnUnsupportedArchitectureIsRefused)
{
    const auto loaded = load_source({ kFixtures + "saxpy.cu", {}, { .architecture = "13", .compiler = Compiler::nvrtc } });
    ASSERT_FALSE(loaded.source.ok());
    EXPECT_NE(loaded.source.error().message.find("--gpu-architecture"), std::string::npos) << loaded.source.error().message;
}

TEST_F(CudaSource, TextbookHeadersAreAvailable)
{
    const auto compiler = gpu::NvrtcCompiler::load();
    ASSERT_TRUE(compiler.ok());
    gpu::CompileRequest request;
    request.name = "headers.cu";
    request.source =
        "#include <cstdio>\n#include <stdint.h>\n#include <cfloat>\n#include <cuda_runtime.h>\n#include <assert.h>\n"
        "__global__ void k(float* x, uint64_t n) { assert(n < INT_MAX); x[0] = n > 3 ? INFINITY : FLT_MAX; x[1] = M_PI; }\n";
    const auto compilation = compiler->compile(request);
    ASSERT_TRUE(compilation.result.ok()) << compilation.result.error().message;
    EXPECT_NE(compilation.result->text.find(".entry _Z1kPfy"), std::string::npos) << compilation.result->text;
}

} // namespace
} // namespace warpstage::kernel_run

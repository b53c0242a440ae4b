// Mechanical edits of advice: the results of the edited kernels are those of the original ones, on the virtual machine.
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/kernel_run/kernel_job.h"
#include "core/timing/advice/source_edits.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::kernel_run {
namespace {

using Contents = std::vector<std::vector<std::byte>>;

class EditedSource : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto compiler = gpu::NvrtcCompiler::load(); !compiler)
            GTEST_SKIP() << compiler.error().message;
        m_folder = std::filesystem::path { testing::TempDir() } / "edited_source";
        std::filesystem::create_directories(m_folder);
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    // Contents of the buffers after the launch; errors are test failures, and nothing.
    [[nodiscard]] Contents results(const std::string& source, const LaunchRequest& launch) const
    {
        const auto file = m_folder / "kernel.cu";
        std::ofstream(file) << source;
        const auto loaded = load_source({ file });
        EXPECT_TRUE(loaded.source.ok()) << loaded.source.error().message;
        if (!loaded.source)
            return {};
        const auto job = make_job(*loaded.source, launch);
        EXPECT_TRUE(job.ok()) << job.error().message;
        if (!job)
            return {};
        const auto outcome = run_on_vm(*job, {});
        EXPECT_TRUE(outcome.ok() && !outcome->fault);
        return outcome.ok() ? outcome->contents : Contents {};
    }

    void expect_equal_results(
        const std::string& source, const std::optional<std::string>& edited, const LaunchRequest& launch) const
    {
        ASSERT_TRUE(edited.has_value());
        EXPECT_NE(*edited, source);
        const Contents before = results(source, launch);
        ASSERT_FALSE(before.empty());
        EXPECT_EQ(results(*edited, launch), before);
    }

private:
    std::filesystem::path m_folder;
};

TEST_F(EditedSource, APaddedTileTransposesTheSame)
{
    const std::string source = R"(#define TILE 32
__global__ void transpose(float* out, const float* in, int n)
{
    __shared__ float tile[TILE][TILE];
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = in[(row + k) * n + column];
    __syncthreads();
    column = blockIdx.y * TILE + threadIdx.x;
    row = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8)
        out[(row + k) * n + column] = tile[threadIdx.x][threadIdx.y + k];
}
)";
    expect_equal_results(source, timing::pad_shared_array(source, 13),
        { "2,2", "32,8", "0", { "out:f32[4096]=out", "in:f32[4096]=iota", "n:s32=64" }, {} });
}

TEST_F(EditedSource, APaddedTileOfAProductGivesTheSame)
{
    const std::string source = R"(__global__ void product(double* c, const double* a, const double* b)
{
    __shared__ double x[16][16];
    __shared__ double y[16][16];
    x[threadIdx.x][threadIdx.y] = a[threadIdx.y * 16 + threadIdx.x];
    y[threadIdx.x][threadIdx.y] = b[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    double sum = 0.0;
    for (int k = 0; k < 16; ++k)
        sum += x[k][threadIdx.y] * y[threadIdx.x][k];
    c[threadIdx.y * 16 + threadIdx.x] = sum;
}
)";
    const LaunchRequest launch { "1", "16,16", "0", { "c:f64[256]=out", "a:f64[256]=random:7", "b:f64[256]=random:8" }, {} };
    expect_equal_results(source, timing::pad_shared_array(source, 5), launch);
    expect_equal_results(source, timing::pad_shared_array(source, 6), launch);
}

TEST_F(EditedSource, AnUnrolledLoopGivesTheSame)
{
    const std::string source = R"(__global__ void sum(float* out, const float* in, int n)
{
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[i];
    out[threadIdx.x] = sum;
}
)";
    for (const char* n : { "n:s32=1000", "n:s32=33", "n:s32=0" })
        expect_equal_results(
            source, timing::unroll_loop(source, 4, 4), { "1", "32", "0", { "out:f32[32]=out", "in:f32[1000]=random:7", n }, {} });
}

} // namespace
} // namespace warpstage::kernel_run

#include "core/gpu/driver/probe.h"
#include "core/gpu/libraries/cub.h"
#include "core/gpu/libraries/cublas.h"
#include "tests/approved.h"
#include "tests/core/gpu/fake_driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace warpstage::gpu::test {

using testing::HasSubstr;

TEST(Probe, WithoutAnyLibraryEverythingIsReportedAsMissing)
{
    const auto found =
        probe("/nowhere/libcuda.so.1", { "/nowhere/libnvrtc.so" }, { "/nowhere/libcupti.so" }, { "/nowhere/libcublas.so" });
    EXPECT_TRUE(found.devices.empty());
    EXPECT_FALSE(found.nvrtc.has_value());
    ASSERT_EQ(found.findings.size(), 4U);
    EXPECT_EQ(found.findings[0].subject, "NVIDIA driver");
    EXPECT_EQ(found.findings[0].state, Finding::State::missing);
    EXPECT_APPROVED(found.findings[0].sentence);
    EXPECT_EQ(found.findings[1].subject, "NVRTC");
    EXPECT_EQ(found.findings[1].state, Finding::State::missing);
    EXPECT_THAT(found.findings[1].sentence, HasSubstr("CUDA_HOME"));
    EXPECT_EQ(found.findings[2].subject, "CUPTI");
    EXPECT_EQ(found.findings[2].state, Finding::State::missing);
    EXPECT_THAT(found.findings[2].sentence, HasSubstr("hardware counters"));
    EXPECT_EQ(found.findings[3].subject, "cuBLAS");
    EXPECT_EQ(found.findings[3].state, Finding::State::missing);
    EXPECT_APPROVED(found.findings[3].sentence);
}

TEST(Probe, ReportsDriverAndDevices)
{
    setenv("WARPSTAGE_FAKE_CUDA", "devices=2", 1);
    const auto found = probe(fake_library(), {}, {}, {});
    ASSERT_EQ(found.devices.size(), 2U);
    ASSERT_EQ(found.findings.size(), 6U);
    EXPECT_EQ(found.findings[0].state, Finding::State::good);
    EXPECT_THAT(found.findings[0].sentence, HasSubstr("for CUDA 13.0"));
    EXPECT_EQ(found.findings[1].subject, "GPU 0");
    EXPECT_EQ(found.findings[2].sentence, "Fake GPU, CC 9.0, 132 SMs, 1980 MHz, 1 GiB.");
}

TEST(Probe, AGpuThatDoesNotRespondIsReported)
{
    setenv("WARPSTAGE_FAKE_CUDA", "fail=cuDeviceGetName:1:999", 1);
    const auto found = probe(fake_library(), {}, {}, {});
    EXPECT_TRUE(found.devices.empty());
    ASSERT_EQ(found.findings.size(), 5U);
    EXPECT_EQ(found.findings[1].state, Finding::State::missing);
    EXPECT_APPROVED(found.findings[1].sentence);
}

TEST(Probe, NvrtcIsSearchedInCudaHomeFirst)
{
    setenv("CUDA_HOME", "/somewhere/cuda", 1);
    const auto places = nvrtc_libraries();
    unsetenv("CUDA_HOME");
    EXPECT_EQ(places.front(), "libnvrtc.so.13");
    const auto here = std::ranges::find(places, "/somewhere/cuda/lib64/libnvrtc.so.12");
    const auto usual = std::ranges::find(places, "/usr/local/cuda/lib64/libnvrtc.so.12");
    EXPECT_LT(here, usual);
    EXPECT_NE(usual, places.end());
}

TEST(Probe, ALibraryThatIsNotCublasIsSkipped)
{
    const std::vector<std::filesystem::path> places { "libm.so.6" };
    EXPECT_FALSE(find_cublas(places).ok());
}

TEST(Probe, ALibraryThatIsNotCubIsSkipped)
{
    const std::vector<std::filesystem::path> places { "libm.so.6" };
    EXPECT_APPROVED(find_cub(places).error().message);
}

TEST(Probe, CubIsFoundBesideTheProgramOrInTheInstallation)
{
    const auto places = cub_libraries();
    ASSERT_EQ(places.size(), 2U);
    EXPECT_EQ(places[0].filename(), "libwarpstage_cub.so");
    EXPECT_EQ(places[1].parent_path().filename(), "warpstage");
}

TEST(Probe, ALibraryThatIsNotNvrtcIsSkipped)
{
    const std::vector<std::filesystem::path> places { "libm.so.6" };
    EXPECT_FALSE(find_nvrtc(places).ok());
}

TEST(Probe, WorksOnThisComputer)
{
    const auto found = probe();
    ASSERT_GE(found.findings.size(), 3U);
    EXPECT_EQ(found.findings.front().subject, "NVIDIA driver");
    EXPECT_EQ(found.findings.back().subject, "CUB");
    for (const auto& finding : found.findings)
        EXPECT_FALSE(finding.sentence.empty()) << finding.subject;
}

} // namespace warpstage::gpu::test

#include "core/engine/gpu/gpu_engine.h"
#include "core/gpu/driver/driver.h"
#include "tests/approved.h"
#include "tests/core/gpu/fake_driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace warpstage::gpu::test {

namespace {

using testing::HasSubstr;

std::string refusal(const Result<std::shared_ptr<const Driver>>& driver)
{
    return driver.ok() ? "" : driver.error().message;
}

} // namespace

TEST(Driver, AMissingLibraryIsReportedWithARemedy)
{
    EXPECT_APPROVED(refusal(Driver::load("/nowhere/libcuda.so.1")));
}

TEST(Driver, AFileThatIsNotALibraryIsNotReportedAsMissing)
{
    const auto path = std::filesystem::path { testing::TempDir() } / "libcuda-broken.so";
    std::ofstream { path } << "not a library";
    EXPECT_APPROVED(refusal(Driver::load(path)));
    std::filesystem::remove(path);
}

TEST(Driver, ALibraryOtherThanADriverIsRefused)
{
    EXPECT_APPROVED(refusal(Driver::load("libm.so.6")));
}

TEST(Driver, FillsTheTableAndReturnsItsVersion)
{
    const auto driver = load_fake();
    ASSERT_TRUE(driver.ok()) << driver.error().message;
    EXPECT_EQ((*driver)->version(), 13000);
    EXPECT_EQ((*driver)->library(), fake_library());
    EXPECT_EQ(fake_calls("cuInit"), 1U);
}

TEST(Driver, AnOldDriverIsRefusedBeforeInitialization)
{
    EXPECT_APPROVED(refusal(load_fake("version=11020")));
}

TEST(Driver, AMissingFunctionIsReported)
{
    EXPECT_APPROVED(refusal(load_fake("lacks=cuGraphicsMapResources")));
}

TEST(Driver, EachStartErrorHasARemedy)
{
    EXPECT_THAT(refusal(load_fake("devices=0")), HasSubstr("finds no GPU"));
    EXPECT_APPROVED(refusal(load_fake("fail=cuInit:1:803")));
    EXPECT_THAT(refusal(load_fake("fail=cuInit:1:804")), HasSubstr("compatibility library"));
    EXPECT_THAT(refusal(load_fake("fail=cuInit:1:802")), HasSubstr("Fabric Manager"));
    EXPECT_APPROVED(refusal(load_fake("fail=cuInit:1:999")));
    EXPECT_APPROVED(refusal(load_fake("fail=cuInit:1:1")));
}

TEST(Driver, AFailureOfTheMultiProcessServiceNamesIt)
{
    EXPECT_APPROVED(refusal(load_fake("fail=cuInit:1:805")));
    const auto driver = load_fake();
    ASSERT_TRUE(driver.ok());
    EXPECT_THAT((*driver)->error(810, "Allocating 8 bytes").message, HasSubstr("(MPS) shares this GPU"));
}

TEST(Driver, AnErrorHasTheDriversMessage)
{
    const auto driver = load_fake();
    ASSERT_TRUE(driver.ok());
    EXPECT_APPROVED((*driver)->error(2, "Allocating 8 bytes").message);
}

TEST(Driver, VersionsAreFormatted)
{
    EXPECT_EQ(version_text(11080), "11.8");
    EXPECT_EQ(version_text(13000), "13.0");
}

// Applies to computers without a GPU, like most build machines.
TEST(WithoutADriver, TheEngineReportsWhatIsMissing)
{
    if (Driver::load().ok())
        GTEST_SKIP() << "this computer has an NVIDIA driver and a GPU";
    const auto engine = engine::make_gpu_engine();
    ASSERT_FALSE(engine.ok());
    EXPECT_THAT(engine.error().message, HasSubstr("driver"));
    EXPECT_THAT(engine.error().message, HasSubstr("virtual machine"));
}

} // namespace warpstage::gpu::test

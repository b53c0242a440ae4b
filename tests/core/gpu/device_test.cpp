#include "core/gpu/device.h"
#include "tests/approved.h"
#include "tests/core/gpu/fake_driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::gpu::test {

TEST(Device, ReadsTheProperties)
{
    const auto driver = load_fake("devices=2");
    ASSERT_TRUE(driver.ok());
    const auto devices = all_devices(**driver);
    ASSERT_TRUE(devices.ok());
    ASSERT_EQ(devices->size(), 2U);
    const auto& device = devices->back();
    EXPECT_EQ(device.index, 1);
    EXPECT_EQ(device.name, "Fake GPU");
    EXPECT_EQ(device.capability_major, 9U);
    EXPECT_EQ(device.capability_minor, 0U);
    EXPECT_EQ(device.multiprocessors, 132U);
    EXPECT_EQ(device.clock_megahertz, 1980U);
    EXPECT_EQ(device.memory_bytes, std::size_t { 1 } << 30);
    EXPECT_EQ(device.shared_bytes_per_block, 227U * 1024U);
}

TEST(Device, AnUnknownIndexIsRefusedWithAllNames)
{
    const auto driver = load_fake("devices=2");
    ASSERT_TRUE(driver.ok());
    const auto info = device_info(**driver, 9);
    ASSERT_FALSE(info.ok());
    EXPECT_APPROVED(info.error().message);
    EXPECT_FALSE(device_info(**driver, -1).ok());
}

// First lines of /proc/driver/nvidia/version as the closed and the open kernel module write them.
TEST(Device, FindsTheModulesVersion)
{
    EXPECT_EQ(module_version_in("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 19:39:15 UTC 2024\n"
                                "GCC version:  gcc version 12.2.0\n"),
        "535.183.01");
    EXPECT_EQ(module_version_in("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (root@)\n"),
        "580.65.06");
    EXPECT_EQ(module_version_in("GCC version:  gcc version 12.2.0\n"), "");
    EXPECT_EQ(module_version_in(""), "");
}

} // namespace warpstage::gpu::test

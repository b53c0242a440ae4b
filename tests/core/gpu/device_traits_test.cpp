// Compares the tables of core/arch with the driver's data about the GPUs of this computer.
#include "core/arch/gpus.h"
#include "core/arch/traits.h"
#include "core/gpu/device.h"
#include "core/gpu/driver/driver.h"
#include "core/gpu/driver/driver_functions.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace warpstage::gpu::test {

namespace {

class GpuTraits : public testing::Test {
protected:
    void SetUp() override
    {
        auto driver = Driver::load();
        if (!driver)
            GTEST_SKIP() << driver.error().message;
        m_driver = *driver;
        const auto devices = all_devices(*m_driver);
        ASSERT_TRUE(devices.ok()) << devices.error().message;
        m_devices = *devices;
    }

    [[nodiscard]] std::uint32_t attribute(const DeviceInfo& info, CUdevice_attribute which) const
    {
        CUdevice device = 0;
        EXPECT_EQ(m_driver->functions().device_get(&device, info.index), CUDA_SUCCESS);
        int value = 0;
        EXPECT_EQ(m_driver->functions().device_get_attribute(&value, which, device), CUDA_SUCCESS) << which;
        return static_cast<std::uint32_t>(value);
    }

    std::shared_ptr<const Driver> m_driver;
    std::vector<DeviceInfo> m_devices;
};

} // namespace

TEST_F(GpuTraits, LimitsMatchTheDriver)
{
    for (const DeviceInfo& info : m_devices) {
        const arch::ComputeCapability capability { info.capability_major, info.capability_minor };
        const arch::Traits& traits = arch::traits_of(capability);
        ASSERT_EQ(traits.capability, capability) << info.name << " has a capability that core/arch does not know";
        const arch::Limits& limits = traits.limits;
        EXPECT_EQ(attribute(info, CU_DEVICE_ATTRIBUTE_WARP_SIZE), arch::Limits::kWarpSize);
        EXPECT_EQ(attribute(info, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK), limits.threads_per_block);
        EXPECT_EQ(attribute(info, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR), limits.threads());
        EXPECT_EQ(attribute(info, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR), limits.blocks);
        EXPECT_EQ(attribute(info, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR), limits.registers);
        EXPECT_EQ(attribute(info, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK), limits.registers_per_block);
        EXPECT_EQ(attribute(info, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR), limits.shared_bytes);
        EXPECT_EQ(attribute(info, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN), limits.shared_bytes_per_block);
        EXPECT_EQ(attribute(info, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK), limits.shared_reserved);
    }
}

TEST_F(GpuTraits, GpusMatchTheTable)
{
    bool found = false;
    for (const DeviceInfo& info : m_devices) {
        const arch::Gpu* gpu = arch::find_gpu(info.name);
        if (gpu == nullptr)
            continue;
        found = true;
        EXPECT_EQ((arch::ComputeCapability { info.capability_major, info.capability_minor }), gpu->capability) << info.name;
        EXPECT_EQ(info.multiprocessors, gpu->multiprocessors) << info.name;
        if (gpu->l2_kibibytes != 0) {
            EXPECT_EQ(attribute(info, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE), gpu->l2_kibibytes * 1024) << info.name;
        }
        const double gibibytes = static_cast<double>(info.memory_bytes) / (1U << 30);
        EXPECT_NEAR(gibibytes, gpu->memory_gigabytes, 0.05 * gpu->memory_gigabytes) << info.name << ": some is the driver's own";
        // Two transfers per clock; the published value is rounded.
        const double bandwidth = 2e3 * attribute(info, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)
            * attribute(info, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) / 8 / 1e9;
        EXPECT_NEAR(bandwidth, gpu->memory_gigabytes_per_second, 0.05 * gpu->memory_gigabytes_per_second) << info.name;
        // Cards with the same name are sold with slightly different clocks.
        if (gpu->clock_megahertz != 0) {
            EXPECT_NEAR(info.clock_megahertz, gpu->clock_megahertz, 0.1 * gpu->clock_megahertz) << info.name;
        }
    }
    if (!found && !m_devices.empty())
        GTEST_SKIP() << "core/arch/gpus.cpp does not list " << m_devices.front().name;
}

} // namespace warpstage::gpu::test

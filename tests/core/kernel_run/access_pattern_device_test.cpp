// Compares hardware counters of single accesses on the GPU of this computer with the rules; skipped without a GPU with readable
// counters.
#include "core/arch/global/coalescing.h"
#include "core/arch/shared/shared_banks.h"
#include "core/gpu/device.h"
#include "core/kernel_run/access_pattern.h"
#include "tests/core/arch/h200_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::kernel_run {
namespace {

std::vector<AccessPattern> patterns_of(const std::vector<arch::MeasuredRow>& rows, AccessPattern::Memory memory)
{
    std::vector<AccessPattern> patterns;
    for (const auto& row : rows) {
        AccessPattern pattern { memory, row.operation == "st" ? AccessPattern::Operation::store : AccessPattern::Operation::load,
            row.bytes, row.lanes, {} };
        std::ranges::copy(row.addresses, pattern.offsets.begin());
        patterns.push_back(pattern);
    }
    return patterns;
}

class OnDevice : public testing::Test {
protected:
    void SetUp() override
    {
        const auto driver = gpu::Driver::load();
        if (!driver)
            GTEST_SKIP() << driver.error().message;
        const auto device = gpu::device_info(**driver, 0);
        ASSERT_TRUE(device.ok()) << device.error().message;
        m_traits = &arch::traits_of({ device->capability_major, device->capability_minor });
        m_driver = *driver;
        const auto kernels = load_pattern_kernels(WARPSTAGE_ASSETS);
        ASSERT_TRUE(kernels.ok()) << kernels.error().message;
        m_kernels = *kernels;
        const auto counted = count_patterns(m_driver, m_kernels, std::vector { AccessPattern {} });
        if (!counted)
            GTEST_SKIP() << counted.error().message;
    }

    std::vector<PatternCounts> count(const std::vector<AccessPattern>& patterns)
    {
        const auto counted = count_patterns(m_driver, m_kernels, patterns);
        EXPECT_TRUE(counted.ok()) << counted.error().message;
        return counted ? *counted : std::vector<PatternCounts>(patterns.size());
    }

    std::shared_ptr<const gpu::Driver> m_driver;
    std::shared_ptr<const lesson::Lesson> m_kernels;
    const arch::Traits* m_traits = nullptr;
};

constexpr double kNoise = 0.02; // tolerance in wavefronts or sectors: the counters are divided by a thousand repetitions

TEST_F(OnDevice, SharedAccessesNeedThePredictedWavefronts)
{
    const auto rows = arch::read_measured("h200/shared_banks.csv");
    const auto counts = count(patterns_of(rows, AccessPattern::Memory::shared));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto rule = arch::count_shared(*m_traits,
            { .operation = rows[i].operation == "st" ? arch::SharedOperation::store : arch::SharedOperation::load,
                .bytes = rows[i].bytes,
                .lanes = rows[i].lanes,
                .addresses = rows[i].addresses });
        EXPECT_NEAR(counts[i].wavefronts, rule.wavefronts, kNoise) << rows[i].operation << ' ' << rows[i].name;
    }
}

TEST_F(OnDevice, GlobalAccessesNeedThePredictedSectors)
{
    const auto rows = arch::read_measured("h200/global_sectors.csv");
    const auto counts = count(patterns_of(rows, AccessPattern::Memory::global));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto rule = arch::count_global(*m_traits,
            { .bytes = rows[i].bytes,
                .lanes = rows[i].lanes,
                .addresses = rows[i].addresses,
                .operation = rows[i].operation == "st" ? arch::GlobalOperation::store : arch::GlobalOperation::load });
        EXPECT_NEAR(counts[i].sectors, rule.sectors, kNoise) << rows[i].operation << ' ' << rows[i].name;
    }
}

} // namespace
} // namespace warpstage::kernel_run

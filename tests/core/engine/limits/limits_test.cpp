#include "core/engine/limits/limit_probes.h"
#include "core/engine/limits/limits.h"
#include "core/engine/limits/limits_file.h"
#include "core/engine/vm_engine.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

namespace warpstage::engine {
namespace {

using problem::Resource;
using namespace std::chrono_literals;

// Round numbers of a fictitious GPU.
Limits sample_limits()
{
    Limits limits;
    limits.device = "NVIDIA H200";
    limits.driver = "driver 580.159";
    limits.clock_megahertz = 1980;
    const auto put = [&](Resource resource, double median) {
        limits.rates[static_cast<std::size_t>(resource)] = { median, median * 0.99, median * 1.01, 7 };
    };
    put(Resource::copied_bytes, 4.0e12);
    put(Resource::read_bytes, 4.5e12);
    put(Resource::shared_bytes, 30.0e12);
    put(Resource::fp32, 32.0e12);
    put(Resource::fp64, 16.0e12);
    put(Resource::rsqrt, 4.0e12);
    put(Resource::issue, 30.0e12);
    limits.launch = { 2400ns, 2500ns, 2600ns, 7 };
    limits.graph_launch = { 690ns, 700ns, 710ns, 7 };
    return limits;
}

Description sample_machine()
{
    Description machine;
    machine.kind = EngineKind::gpu;
    machine.name = "NVIDIA H200";
    machine.driver = "driver 580.159";
    machine.clock_megahertz = 1980;
    machine.multiprocessors = 132;
    return machine;
}

problem::Plan plan_with(std::vector<problem::Demand> least, double work)
{
    problem::Plan plan;
    plan.step.emplace_back(problem::KernelLaunch {});
    plan.least = std::move(least);
    plan.work_per_step = work;
    return plan;
}

std::filesystem::path empty_folder(const char* name)
{
    auto folder = std::filesystem::path { testing::TempDir() } / name;
    std::filesystem::remove_all(folder);
    return folder;
}

TEST(LimitOf, IsTheBoundOfTheScarcestResource)
{
    // A pair of bodies: 12 instructions at 30 T/s, a root at 4 T/s, 11 at 32 T/s.
    const auto plan = plan_with({ { Resource::fp32, 11.0e9 }, { Resource::rsqrt, 1.0e9 }, { Resource::issue, 12.0e9 } }, 1.0e9);
    const auto limit = limit_of(plan, sample_limits());
    ASSERT_TRUE(limit.has_value());
    EXPECT_EQ(limit->name, "issue");
    EXPECT_DOUBLE_EQ(limit->merit, 2.5e12);
}

TEST(LimitOf, CountsInTheUnitOfThePlan)
{
    // A multiply-add is two operations.
    const auto limit = limit_of(plan_with({ { Resource::fp32, 1.0e9 } }, 2.0e9), sample_limits());
    ASSERT_TRUE(limit.has_value());
    EXPECT_EQ(limit->name, "FMA");
    EXPECT_DOUBLE_EQ(limit->merit, 64.0e12);
}

TEST(LimitOf, IsEmptyIfUnknown)
{
    EXPECT_FALSE(limit_of(plan_with({}, 1.0), sample_limits()).has_value()) << "a plan that does not say";
    EXPECT_FALSE(limit_of(plan_with({ { Resource::fp32, 1.0 } }, 1.0), Limits {}).has_value()) << "nothing measured";
    auto on_host = plan_with({ { Resource::fp32, 1.0 } }, 1.0);
    on_host.step.emplace_back(problem::HostWork {});
    EXPECT_FALSE(limit_of(on_host, sample_limits()).has_value()) << "it has host work";
}

TEST(LaunchBound, IsAStepHardlyLongerThanItsLaunches)
{
    const auto limits = sample_limits(); // 2.5 µs per launch
    EXPECT_TRUE(is_launch_bound(3600ns, 1, limits));
    EXPECT_FALSE(is_launch_bound(3800ns, 1, limits));
    EXPECT_TRUE(is_launch_bound(70us, 20, limits));
    EXPECT_FALSE(is_launch_bound(1ns, 0, limits)) << "no kernel";
    EXPECT_FALSE(is_launch_bound(1ns, 1, Limits {})) << "not measured";
}

TEST(LimitsFile, IsReadAsItWasWritten)
{
    const auto text = to_json(sample_limits());
    const auto read = limits_from_json(text, "a.json");
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(to_json(*read), text);
    EXPECT_EQ(read->rates, sample_limits().rates);
    EXPECT_EQ(read->launch.median, 2500ns);
}

TEST(LimitsFile, RefusesDamagedFiles)
{
    EXPECT_APPROVED(limits_from_json("{", "a.json").error().message);
    EXPECT_APPROVED(limits_from_json("[]", "a.json").error().message);
    auto limits = sample_limits();
    limits.rates[0].median = -1.0;
    EXPECT_APPROVED(limits_from_json(to_json(limits), "a.json").error().message);
    auto text = to_json(sample_limits());
    text.replace(text.find("rsqrt"), 5, "other");
    EXPECT_APPROVED(limits_from_json(text, "a.json").error().message);
}

TEST(LimitsFile, IsStoredPerDeviceDriverAndClock)
{
    const auto folder = empty_folder("kept_limits");
    auto machine = sample_machine();
    EXPECT_FALSE(kept_limits(folder, machine).has_value());
    ASSERT_TRUE(keep_limits(folder, machine, sample_limits()).ok());
    EXPECT_EQ(limits_file(folder, machine).filename(), "limits-NVIDIA-H200-driver-580.159-1980MHz.json");
    EXPECT_TRUE(kept_limits(folder, machine).has_value());
    auto other = machine;
    other.driver = "driver 590.1";
    EXPECT_FALSE(kept_limits(folder, other).has_value());
    other = machine;
    other.clock_megahertz = 1200;
    EXPECT_FALSE(kept_limits(folder, other).has_value());

    std::ofstream { limits_file(folder, machine) } << "{ cut off";
    EXPECT_FALSE(kept_limits(folder, machine).has_value()) << "with a damaged file the limits are measured again";
    ASSERT_TRUE(keep_limits(folder, machine, sample_limits()).ok());
    EXPECT_TRUE(kept_limits(folder, machine).has_value());
}

TEST(LimitsFile, AWriteErrorIsReported)
{
    const auto folder = empty_folder("no_folder");
    std::ofstream { folder } << "a file";
    const auto kept = keep_limits(folder, sample_machine(), sample_limits());
    ASSERT_FALSE(kept.ok());
    EXPECT_APPROVED(kept.error().message);
    std::filesystem::remove(folder);
}

TEST(LimitProbes, FitTheDevice)
{
    auto machine = sample_machine();
    machine.memory_bytes = std::size_t { 4 } << 30;
    EXPECT_EQ(probe_size_for(machine).bytes, std::size_t { 512 } << 20);
    machine.memory_bytes = std::size_t { 140 } << 30;
    EXPECT_EQ(probe_size_for(machine).bytes, std::size_t { 1 } << 30);
    EXPECT_EQ(probe_size_for(machine).multiprocessors, 132U);
}

TEST(LimitProbes, ExistForEveryRate)
{
    std::set<Resource> probed;
    for (const auto& probe : limit_probes({}))
        probed.insert(probe.resource);
    EXPECT_EQ(probed.size(), kLimitKinds.size());
}

// The kernels do what they are intended for, verified on the virtual machine.
class LimitProbesOnVm : public testing::Test {
protected:
    void SetUp() override
    {
        const auto kernels = load_limit_kernels(WARPSTAGE_ASSETS);
        ASSERT_TRUE(kernels.ok()) << kernels.error().message;
        m_engine = make_vm_engine({ simt::kAllChecks, {} });
        ASSERT_TRUE(m_engine->load(*kernels).ok());
    }

    StepOutcome run(const std::shared_ptr<const problem::Plan>& plan)
    {
        const auto adopted = m_engine->adopt(plan, Contents::initial);
        EXPECT_TRUE(adopted.ok()) << adopted.error().message;
        EXPECT_TRUE(m_engine->start().ok());
        const auto outcome = m_engine->wait();
        EXPECT_TRUE(outcome.ok());
        return *outcome;
    }

    std::unique_ptr<Engine> m_engine;
};

TEST_F(LimitProbesOnVm, RunWithoutFault)
{
    const ProbeSize size { .bytes = 70000 * 16, .rounds = 2, .multiprocessors = 1 }; // not a multiple of anything
    for (const auto& probe : limit_probes(size)) {
        const auto outcome = run(probe.plan);
        EXPECT_FALSE(outcome.trap.has_value()) << probe.plan->variant << ": " << outcome.trap->message;
    }
    EXPECT_FALSE(run(launch_probe()).trap.has_value());
}

TEST_F(LimitProbesOnVm, CopiesAreCopies)
{
    const ProbeSize size { .bytes = 70000 * 16, .rounds = 1, .multiprocessors = 1 };
    for (const auto& probe : limit_probes(size)) {
        if (probe.resource != Resource::copied_bytes)
            continue;
        auto plan = std::make_shared<problem::Plan>(*probe.plan);
        std::vector<std::byte> pattern(size.bytes);
        for (std::size_t i = 0; i < pattern.size(); ++i)
            pattern[i] = static_cast<std::byte>(i * 7 + i / 251);
        plan->buffers[0].initial = pattern;
        run(plan);
        std::vector<std::byte> copied(size.bytes);
        ASSERT_TRUE(m_engine->read(1, copied).ok());
        EXPECT_EQ(copied, pattern) << plan->variant;
        EXPECT_EQ(plan->work_per_step, 2.0 * static_cast<double>(size.bytes));
    }
}

TEST_F(LimitProbesOnVm, TheArithmeticMatchesItsCount)
{
    // The difference between runs that differ by one round is the work of a round: 128 operations and the loop overhead.
    const auto instructions = [this](Resource resource, std::uint32_t rounds) {
        for (const auto& probe : limit_probes({ .bytes = 1024, .rounds = 8 * rounds, .multiprocessors = 1 })) {
            if (probe.resource == resource)
                return static_cast<double>(run(probe.plan).lane_instructions);
        }
        return 0.0;
    };
    const double threads = 24.0 * 256.0;
    for (const auto resource : { Resource::fp32, Resource::issue }) {
        const auto of_a_round = (instructions(resource, 2) - instructions(resource, 1)) / (8.0 * threads);
        EXPECT_GE(of_a_round, 128.0) << limit_kind(resource).name;
        EXPECT_LE(of_a_round, resource == Resource::issue ? 200.0 : 132.0) << limit_kind(resource).name;
    }
}

TEST(MeasureLimits, RefusesTheVirtualMachine)
{
    const auto kernels = load_limit_kernels(WARPSTAGE_ASSETS);
    ASSERT_TRUE(kernels.ok());
    const auto engine = make_vm_engine();
    const auto limits = measure_limits(*engine, *kernels);
    ASSERT_FALSE(limits.ok());
    EXPECT_APPROVED(limits.error().message);
}

} // namespace
} // namespace warpstage::engine

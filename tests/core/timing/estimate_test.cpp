// Estimated times of whole time steps: properties that hold for every GPU, and every named GPU.
#include "core/arch/timing/timing.h"
#include "tests/approved.h"
#include "tests/core/timing/estimates.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <map>
#include <span>
#include <stop_token>
#include <thread>

namespace warpstage::timing {
namespace {

arch::Gpu h200()
{
    return *arch::find_gpu("H200");
}

std::string name_of(const LessonCase& lesson_case)
{
    return lesson_case.lesson + '/' + lesson_case.variant;
}

// Sizes that fill a large GPU and take little to estimate.
const std::vector<LessonCase>& filling_cases()
{
    static const std::vector<LessonCase> cases {
        { "divergence", "half_warp_branch" },
        { "coalescing", "copy" },
        { "coalescing", "columns" },
        { "banks", "padded" },
        { "transpose", "naive" },
        { "transpose", "padded" },
        { "reduction", "reduce3" },
        { "nbody", "fused" },
        { "matmul", "smem4" },
        { "throughput", "multiply32" },
        { "latency", "follow_4" },
        { "memories", "blur_global" },
    };
    return cases;
}

// On an H200, computed once for all tests of a run.
double usual_time_of(const LessonCase& lesson_case)
{
    static std::map<std::string, double> times;
    const auto [found, is_new] = times.try_emplace(name_of(lesson_case), 0.0);
    if (is_new)
        found->second = time_of(lesson_case, h200());
    return found->second;
}

constexpr double kLittle = 1.03; // rounding, and the order of the warps

TEST(EstimateProperties, HalfTheBandwidthOfMemoryIsNotFaster)
{
    arch::Gpu half = h200();
    half.memory_gigabytes_per_second /= 2.0;
    for (const LessonCase& lesson_case : filling_cases())
        EXPECT_GE(time_of(lesson_case, half) * kLittle, usual_time_of(lesson_case)) << name_of(lesson_case);
}

TEST(EstimateProperties, HalfTheBandwidthOfMemoryHalvesACopy)
{
    arch::Gpu half = h200();
    half.memory_gigabytes_per_second /= 2.0;
    // Four words per thread: with one, the latency of the few loads in flight counts as well.
    const LessonCase copy { "coalescing", "float4", { { "n", "2^24" } } };
    EXPECT_GT(time_of(copy, half), 1.5 * time_of(copy, h200()));
}

TEST(EstimateProperties, TwiceAsManyMultiprocessorsAreNotSlower)
{
    arch::Gpu twice = h200();
    twice.multiprocessors *= 2;
    for (const LessonCase& lesson_case : filling_cases())
        EXPECT_LE(time_of(lesson_case, twice), usual_time_of(lesson_case) * kLittle) << name_of(lesson_case);
}

TEST(EstimateProperties, ASlowerClockIsNotFaster)
{
    arch::Gpu slow = h200();
    slow.clock_megahertz /= 2;
    for (const LessonCase& lesson_case : filling_cases())
        EXPECT_GE(time_of(lesson_case, slow) * kLittle, usual_time_of(lesson_case)) << name_of(lesson_case);
    const LessonCase compute { "throughput", "multiply32" };
    EXPECT_NEAR(time_of(compute, slow) / usual_time_of(compute), 2.0, 0.1);
}

// Two warps per scheduler, or blocks that wait at barriers, can synchronize in different ways: up to 9 % of the time.
TEST(EstimateProperties, GpusOfOtherGenerationsFollowTheSameRules)
{
    constexpr double kRhythm = 1.1;
    struct Subject {
        std::string_view gpu;
        std::vector<LessonCase> cases;
    };
    for (const auto& [name, cases] : std::vector<Subject> {
             { "GTX 280", { { "coalescing", "copy" }, { "reduction", "reduce3" } } },
             { "K40c", { { "transpose", "naive" }, { "throughput", "multiply32" } } },
             { "V100", { { "coalescing", "copy" }, { "throughput", "multiply32" } } },
             { "RTX 4090", { { "transpose", "naive" }, { "reduction", "reduce3" } } },
         }) {
        ASSERT_NE(arch::find_gpu(name), nullptr) << name;
        const arch::Gpu& gpu = *arch::find_gpu(name);
        arch::Gpu half_memory = gpu;
        half_memory.memory_gigabytes_per_second /= 2.0;
        arch::Gpu twice = gpu;
        twice.multiprocessors *= 2;
        arch::Gpu slow = gpu;
        slow.clock_megahertz /= 2;
        for (const LessonCase& lesson_case : cases) {
            const double usual = time_of(lesson_case, gpu);
            const std::string what = name_of(lesson_case) + " on " + std::string(name);
            EXPECT_GE(time_of(lesson_case, half_memory) * kRhythm, usual) << what << ", half the bandwidth";
            EXPECT_LE(time_of(lesson_case, twice), usual * kRhythm) << what << ", twice the multiprocessors";
            EXPECT_GE(time_of(lesson_case, slow) * kRhythm, usual) << what << ", half the clock";
        }
    }
}

TEST(EstimateProperties, TwiceTheProblemIsNotFaster)
{
    struct Sizes {
        LessonCase lesson_case;
        std::vector<std::string> n;
    };
    for (const Sizes& sizes : std::vector<Sizes> {
             { { "divergence", "half_warp_branch" }, { "2^14", "2^16", "2^18", "2^19", "2^20", "2^21", "2^22" } },
             { { "coalescing", "copy" }, { "2^14", "2^16", "2^18", "2^20", "2^21", "2^22", "2^23", "2^24" } },
             { { "coalescing", "columns" }, { "2^18", "2^20", "2^21", "2^22" } },
             { { "transpose", "padded" }, { "256", "512", "1024", "2048", "4096" } },
             { { "reduction", "reduce5" }, { "2^14", "2^16", "2^18", "2^20", "2^21", "2^22" } },
             { { "nbody", "fused" }, { "1024", "2048", "4096", "8192", "16384" } },
             { { "matmul", "smem4" }, { "256", "512", "1024", "2048" } },
             { { "throughput", "multiply32" }, { "2^14", "2^16", "2^18", "2^19", "2^20" } },
         }) {
        double before = 0.0;
        for (const std::string& n : sizes.n) {
            LessonCase now = sizes.lesson_case;
            now.parameters.emplace_back("n", n);
            const double time = time_of(now, h200());
            EXPECT_GE(time, before) << name_of(now) << ", n " << n;
            before = time;
        }
    }
}

TEST(EstimateProperties, EveryGpuHasAnEstimateOrAnError)
{
    const std::vector<LessonCase> cases {
        { "coalescing", "copy", { { "n", "2^16" } }, EngineKind::vm },
        { "banks", "column", {}, EngineKind::vm },
        { "reduction", "reduce3", { { "n", "2^16" } }, EngineKind::vm },
        { "transpose", "tiled", {}, EngineKind::vm },
        { "matmul", "smem1", {}, EngineKind::vm },
        { "nbody", "double", {}, EngineKind::vm },
        { "reduction", "shuffle", { { "n", "2^16" } }, EngineKind::vm },
    };
    std::size_t estimated = 0;
    for (const arch::Gpu& gpu : arch::all_gpus()) {
        for (const LessonCase& lesson_case : cases) {
            const auto estimate = estimate_of(lesson_case, gpu);
            const std::string what = name_of(lesson_case) + " on " + std::string(gpu.name);
            if (!estimate) {
                const std::string& message = estimate.error().message;
                ASSERT_FALSE(message.empty()) << what;
                EXPECT_EQ(message.back(), '.') << what << ": " << message;
                continue;
            }
            ++estimated;
            EXPECT_EQ(estimate->gpu, gpu.name);
            EXPECT_GT(estimate->time.count(), 0) << what;
            EXPECT_LT(estimate->time, std::chrono::seconds(10)) << what;
            ASSERT_FALSE(estimate->works.empty()) << what;
            std::chrono::nanoseconds sum { 0 };
            for (const WorkEstimate& work : estimate->works) {
                sum += work.time;
                EXPECT_GT(work.time.count(), 0) << what;
                EXPECT_TRUE(std::isfinite(work.waves)) << what;
                EXPECT_EQ(work.waves > 0.0, work.limiter != Limiter::transfer) << what;
                EXPECT_EQ(work.occupancy > 0.0, work.limiter != Limiter::transfer) << what;
                EXPECT_LE(work.occupancy, 1.0) << what;
                EXPECT_FALSE(work.name.empty()) << what;
                EXPECT_EQ(work.pipe.empty(), work.limiter != Limiter::pipe) << what;
            }
            EXPECT_EQ(sum, estimate->time) << what;
        }
    }
    EXPECT_GT(estimated, arch::all_gpus().size() * cases.size() / 2);
}

TEST(EstimateProperties, OnlyWorkItemsOfDifferentStreamsOverlap)
{
    const auto sum_of = [](const StepEstimate& estimate) {
        std::chrono::nanoseconds sum { 0 };
        for (const WorkEstimate& work : estimate.works)
            sum += work.time;
        return sum;
    };
    const auto one_stream = estimate_of({ "transfers", "pieces_one_stream" }, h200());
    ASSERT_TRUE(one_stream) << one_stream.error().message;
    EXPECT_EQ(one_stream->time, sum_of(*one_stream));
    const auto overlapped = estimate_of({ "transfers", "overlapped" }, h200());
    ASSERT_TRUE(overlapped) << overlapped.error().message;
    EXPECT_LT(overlapped->time, sum_of(*overlapped));
    for (const WorkEstimate& work : overlapped->works)
        EXPECT_GE(overlapped->time, work.time);
}

TEST(EstimateProperties, UnknownPropertiesOfAGpuAreErrors)
{
    arch::Gpu without_clock = h200();
    without_clock.clock_megahertz = 0;
    const auto no_clock = estimate_of({ "coalescing", "copy", {}, EngineKind::vm }, without_clock);
    ASSERT_FALSE(no_clock);
    EXPECT_APPROVED(no_clock.error().message);
    arch::Gpu without_link = h200();
    without_link.link.generation = 0;
    EXPECT_TRUE(estimate_of({ "coalescing", "copy", {}, EngineKind::vm }, without_link));
    const auto no_link = estimate_of({ "transfers", "pinned", {}, EngineKind::vm }, without_link);
    ASSERT_FALSE(no_link);
    EXPECT_APPROVED(no_link.error().message);
}

TEST(EstimateProperties, TheSameRequestHasTheSameEstimate)
{
    for (const LessonCase& lesson_case : std::span(filling_cases()).first(4))
        EXPECT_EQ(time_of(lesson_case, h200()), usual_time_of(lesson_case)) << name_of(lesson_case);
}

TEST(EstimateProperties, NothingIsFasterThanAnEmptyKernel)
{
    const auto least = arch::timing_of({ 9, 0 }).launch.value;
    EXPECT_GE(time_of({ "coalescing", "copy", { { "n", "4096" } } }, h200()), least);
}

TEST(EstimateProperties, AStepWithoutAKernelHasNoEstimate)
{
    const LessonCase unknown { "reduction", "no_such_variant" };
    EXPECT_FALSE(estimate_of(unknown, h200()));
}

TEST(EstimateProperties, ARequestToStopEndsIt)
{
    std::stop_source stop;
    stop.request_stop();
    const auto estimate = estimate_of({ "matmul", "smem1" }, h200(), stop.get_token());
    ASSERT_FALSE(estimate);
    EXPECT_APPROVED(estimate.error().message);
}

TEST(EstimateProperties, ARequestToStopEndsItWhileItRuns)
{
    using Clock = std::chrono::steady_clock;
    const LessonCase slow { "nbody", "double" };
    (void)estimate_of(slow, h200()); // lowered
    std::stop_source stop;
    Clock::time_point asked;
    std::jthread impatient([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        asked = Clock::now();
        stop.request_stop();
    });
    const auto estimate = estimate_of(slow, h200(), stop.get_token());
    const auto ended = Clock::now();
    impatient.join();
    ASSERT_FALSE(estimate);
    EXPECT_LT(ended - asked, std::chrono::seconds(2)); // milliseconds on an idle computer
}

} // namespace
} // namespace warpstage::timing

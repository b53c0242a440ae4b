// On a real GPU, samples between the steps of a simulation agree with the series of `bench`.
#include "core/bench/measure_variant.h"
#include "core/engine/sample.h"
#include "core/engine/timing_summary.h"
#include "core/lesson/catalog.h"
#include "tests/core/gpu/engine_under_test.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::engine::test {

namespace {

// Like the stage: 21 samples between steps; steps that take too long are measured by waiting for them.
TimingSummary time_between_steps(Engine& engine, const problem::Plan& plan)
{
    constexpr std::size_t kSamples = 21;
    std::vector<std::chrono::nanoseconds> series;
    std::vector<std::chrono::nanoseconds> steps;
    for (std::size_t i = 0; i < kSamples + 1; ++i) {
        EXPECT_TRUE(engine.start().ok());
        const auto outcome = engine.wait();
        EXPECT_TRUE(outcome.ok());
        if (!outcome)
            return {};
        steps.push_back(outcome->timing.total);
        const auto sample = engine.sample({ .cache = cache_for(plan) });
        EXPECT_TRUE(sample.ok());
        if (sample && sample->outcome == Sample::Outcome::taken)
            series.push_back(sample->timing.total);
    }
    return series.empty() ? summarize(steps, Sampling::quiet_step) : summarize(series, Sampling::quiet_series);
}

} // namespace

TEST(GpuSamples, AgreesWithBenchWithinFivePercent)
{
    if (const auto reason = why_not())
        GTEST_SKIP() << *reason;
    auto engine = engine_under_test();
    ASSERT_TRUE(engine.ok()) << engine.error().message;
    const std::array<std::filesystem::path, 1> roots { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" };
    const auto catalog = lesson::Catalog::load(roots);
    for (const auto& [lesson_id, variant_id] : std::vector<std::pair<std::string, std::string>> { { "nbody", "shared" },
             { "transpose", "naive" }, { "transpose", "padded" }, { "reduction", "reduce1" }, { "reduction", "reduce7" },
             { "matmul", "smem1" }, { "coalescing", "copy" } }) {
        const auto found = catalog.find(lesson_id);
        ASSERT_TRUE(found.ok()) << found.error().message;
        const auto& lesson = **found;
        ASSERT_TRUE((*engine)->load(*found).ok());
        const auto* const variant = lesson.find_variant(variant_id);
        ASSERT_NE(variant, nullptr);
        const auto settings = lesson.initial_settings(EngineKind::gpu);
        const auto bench = bench::measure_variant(**engine, lesson, *variant, settings, {}, bench::Checking::unchecked);
        ASSERT_TRUE(bench.ok()) << bench.error().message;
        auto made = lesson.problem->plan(*variant, settings);
        ASSERT_TRUE(made.ok());
        const auto plan = std::make_shared<const problem::Plan>(std::move(*made));
        ASSERT_TRUE((*engine)->adopt(plan, Contents::initial).ok());
        const auto between = time_between_steps(**engine, *plan);
        const double ratio = static_cast<double>(between.median.count()) / static_cast<double>(bench->time.median.count());
        std::printf("%-10s %-8s bench %10.3f us, between steps %10.3f us (%zu %s): %+.1f %%\n", lesson_id.c_str(),
            variant_id.c_str(), static_cast<double>(bench->time.median.count()) * 1e-3,
            static_cast<double>(between.median.count()) * 1e-3, between.samples,
            between.sampling == Sampling::quiet_series ? "series" : "steps", 100.0 * (ratio - 1.0));
        EXPECT_NEAR(ratio, 1.0, 0.05) << lesson_id << " " << variant_id;
    }
}

} // namespace warpstage::engine::test

// Limits of a real GPU, CUDA graphs and cuBLAS.
#include "core/bench/measure_variant.h"
#include "core/engine/limits/limit_probes.h"
#include "core/lesson/catalog.h"
#include "tests/core/gpu/engine_under_test.h"
#include "tests/core/gpu/steps_lesson.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <utility>

namespace warpstage::engine::test {

namespace {

using problem::Resource;

class GpuLimits : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto reason = why_not())
            GTEST_SKIP() << *reason;
        auto engine = engine_under_test();
        ASSERT_TRUE(engine.ok()) << engine.error().message;
        m_engine = std::move(*engine);
    }

    std::unique_ptr<Engine> m_engine;
};

} // namespace

// Bounds of the hardware, not of its current speed.
TEST_F(GpuLimits, AreMeasuredAndWithinTheBoundsOfTheHardware)
{
    const auto kernels = load_limit_kernels(WARPSTAGE_ASSETS);
    ASSERT_TRUE(kernels.ok()) << kernels.error().message;
    const auto limits = measure_limits(*m_engine, *kernels);
    ASSERT_TRUE(limits.ok()) << limits.error().message;
    EXPECT_TRUE(is_of(*limits, m_engine->description()));
    for (const auto& kind : kLimitKinds) {
        const auto& rate = limits->of(kind.resource);
        std::printf("%s: %.4g %s\n", std::string { kind.name }.c_str(), rate.median, std::string { kind.unit }.c_str());
        EXPECT_GT(rate.minimum, 0.0) << kind.name;
        EXPECT_LE(rate.minimum, rate.median) << kind.name;
        EXPECT_LE(rate.median, rate.maximum) << kind.name;
    }
    // At most 128 lanes per multiprocessor and cycle on every architecture; the clock may be slightly above the typical one.
    const auto& machine = m_engine->description();
    const double most = 1.2 * 128.0 * machine.multiprocessors * machine.clock_megahertz * 1e6;
    EXPECT_LT(limits->of(Resource::fp32).median, most);
    EXPECT_LT(limits->of(Resource::issue).median, most);
    EXPECT_GE(limits->of(Resource::issue).median, 0.9 * limits->of(Resource::fp32).median);
    EXPECT_LT(limits->of(Resource::rsqrt).median, limits->of(Resource::fp32).median);
    EXPECT_GT(limits->of(Resource::shared_bytes).median, limits->of(Resource::read_bytes).median);
    EXPECT_GT(limits->launch.median.count(), 0);
    ASSERT_GT(limits->graph_launch.samples, 0U);
    std::printf("launch: %ld ns in a stream, %ld ns in a graph\n", static_cast<long>(limits->launch.median.count()),
        static_cast<long>(limits->graph_launch.median.count()));
}

TEST_F(GpuLimits, AGraphGivesTheResultOfTheStream)
{
    ASSERT_TRUE(m_engine->load(steps_lesson()).ok());
    ASSERT_TRUE(
        m_engine->adopt(plan_of({ buffer_of("x", ramp(64)) }, { scale(0, 1.0F, 64), scale(0, 1.0F, 64) }), Contents::initial)
            .ok());
    SeriesRequest request;
    request.samples = 3;
    request.cache = CacheState::warm;
    const auto series = m_engine->measure(request);
    ASSERT_TRUE(series.ok()) << series.error().message;
    EXPECT_EQ(series->graph_samples.size(), 3U);
    std::vector<float> x(64);
    ASSERT_TRUE(m_engine->read(0, std::as_writable_bytes(std::span { x })).ok());
    EXPECT_EQ(x, ramp(64));
}

TEST_F(GpuLimits, CublasGivesTheResultsOfTheLessons)
{
    const std::array<std::filesystem::path, 1> roots { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" };
    const auto catalog = lesson::Catalog::load(roots);
    for (const auto& [id, type, height] :
        { std::array { "matmul", "float", "" }, std::array { "matmul", "double", "" }, std::array { "transpose", "", "200" } }) {
        const auto lesson = catalog.find(id);
        ASSERT_TRUE(lesson.ok());
        ASSERT_TRUE(m_engine->load(*lesson).ok());
        auto settings = (*lesson)->initial_settings();
        const auto& parameters = (*lesson)->problem->parameters();
        ASSERT_TRUE(settings.set(parameters, "n", "300").ok());
        for (const auto& [parameter, value] : { std::pair { "type", type }, std::pair { "height", height } }) {
            if (*value != '\0') {
                ASSERT_TRUE(settings.set(parameters, parameter, value).ok());
            }
        }
        SeriesRequest request;
        request.samples = 3;
        const auto line = bench::measure_library(*m_engine, **lesson, settings, request, bench::Checking::checked, nullptr);
        ASSERT_TRUE(line.ok()) << line.error().message;
        if (!line->has_value())
            GTEST_SKIP() << "cuBLAS is not installed";
        EXPECT_EQ((*line)->correct, true) << id << " " << type << ": " << (*line)->remark;
        EXPECT_GT((*line)->merit, 0.0);
    }
}

TEST_F(GpuLimits, CubGivesTheSumsOfTheLessons)
{
    const std::array<std::filesystem::path, 1> roots { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" };
    const auto lesson = *lesson::Catalog::load(roots).find("reduction");
    ASSERT_TRUE(m_engine->load(lesson).ok());
    auto settings = lesson->initial_settings();
    ASSERT_TRUE(settings.set(lesson->problem->parameters(), "n", "100003").ok());
    SeriesRequest request;
    request.samples = 3;
    const auto line = bench::measure_library(*m_engine, *lesson, settings, request, bench::Checking::checked, nullptr);
    ASSERT_TRUE(line.ok()) << line.error().message;
    if (!line->has_value())
        GTEST_SKIP() << "the toolkit that warpstage was built with has no CUB, or its library is not beside the test";
    EXPECT_EQ((*line)->correct, true) << (*line)->remark;
    EXPECT_EQ((*line)->variant, "CUB Sum");
}

} // namespace warpstage::engine::test

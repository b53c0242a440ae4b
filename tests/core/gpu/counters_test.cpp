// Hardware counters with the fake CUPTI, which counts the fake driver's launches.
#include "core/engine/gpu/counted_step.h"
#include "core/gpu/counters/counters.h"
#include "tests/approved.h"
#include "tests/core/gpu/fake_cupti/control.h"
#include "tests/core/gpu/fake_driver.h"
#include "tests/core/gpu/steps_lesson.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace warpstage::gpu::test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

namespace {

template <typename Function> Function* cupti_control(const char* name)
{
    static void* const library = dlopen(WARPSTAGE_FAKE_CUPTI, RTLD_NOW | RTLD_LOCAL);
    return reinterpret_cast<Function*>(dlsym(library, name));
}

class Counters : public testing::Test {
protected:
    void SetUp() override
    {
        auto driver = load_fake();
        ASSERT_TRUE(driver.ok()) << driver.error().message;
        m_driver = *driver;
        auto context = Context::create(m_driver, 0);
        ASSERT_TRUE(context.ok()) << context.error().message;
        m_context = *context;
        use("");
    }

    void TearDown() override
    {
        EXPECT_STREQ(cupti_control<decltype(fake_cupti_violations)>("fake_cupti_violations")(), "");
        EXPECT_EQ(cupti_control<decltype(fake_cupti_live_objects)>("fake_cupti_live_objects")(), 0);
        EXPECT_EQ(fake_violations(), "");
    }

    static void use(const std::string& switches)
    {
        setenv("WARPSTAGE_FAKE_CUPTI", switches.c_str(), 1);
        cupti_control<decltype(fake_cupti_begin)>("fake_cupti_begin")();
    }

    // Keeps the record of live objects.
    static void use_later(const std::string& switches) { setenv("WARPSTAGE_FAKE_CUPTI", switches.c_str(), 1); }

    Result<CounterSession> open(const std::string& switches, const std::vector<std::filesystem::path>& libraries = kFake)
    {
        use(switches);
        return CounterSession::open(m_context, { "first.sum", "second.sum" }, libraries);
    }

    std::string refusal(const std::string& switches)
    {
        const auto session = open(switches);
        return session ? "(accepted)" : session.error().message;
    }

    static inline const std::vector<std::filesystem::path> kFake { WARPSTAGE_FAKE_CUPTI };

    std::shared_ptr<const Driver> m_driver;
    std::shared_ptr<Context> m_context;
};

TEST_F(Counters, AMissingLibraryIsReportedWithWhatToInstall)
{
    const auto session = open("", { "/nowhere/libcupti.so.13" });
    ASSERT_FALSE(session.ok());
    EXPECT_APPROVED(session.error().message);
}

TEST_F(Counters, AnOldLibraryIsSkippedAndReportedOnlyWithoutAnother)
{
    const auto session = open("", { WARPSTAGE_OLD_CUPTI });
    ASSERT_FALSE(session.ok());
    EXPECT_THAT(session.error().message, ::testing::HasSubstr("no function cuptiProfilerInitialize"));
    EXPECT_THAT(session.error().message, HasSubstr("Install CUPTI of CUDA 12.6 or later"));
    EXPECT_TRUE(open("", { WARPSTAGE_OLD_CUPTI, WARPSTAGE_FAKE_CUPTI }).ok());
}

TEST_F(Counters, AMissingPermissionIsReportedWithARemedy)
{
    EXPECT_APPROVED(refusal("fail=cuptiRangeProfilerEnable:35"));
    EXPECT_APPROVED(refusal("fail=cuptiProfilerInitialize:35"));
    EXPECT_APPROVED(refusal("fail=cuptiRangeProfilerEnable:40"));
}

TEST_F(Counters, AGpuWithoutCountersIsReportedWithTheReason)
{
    EXPECT_APPROVED(refusal("unsupported=architecture"));
    EXPECT_APPROVED(refusal("unsupported=sli"));
    EXPECT_APPROVED(refusal("unsupported=vGpu"));
    EXPECT_APPROVED(refusal("disabled=vGpu"));
    EXPECT_APPROVED(refusal("unsupported=confidentialCompute"));
    EXPECT_APPROVED(refusal("unsupported=cmp"));
    EXPECT_APPROVED(refusal("unsupported=wsl"));
    EXPECT_APPROVED(refusal("fail=cuptiRangeProfilerEnable:43"));
}

TEST_F(Counters, AnotherActiveProfilerIsReported)
{
    EXPECT_APPROVED(refusal("fail=cuptiRangeProfilerEnable:26"));
}

TEST_F(Counters, AFailureOfAnyCallIsReportedAndLeaksNothing)
{
    for (const char* const function : { "cuptiProfilerInitialize", "cuptiProfilerDeviceSupported", "cuptiDeviceGetChipName",
             "cuptiProfilerHostInitialize", "cuptiProfilerHostConfigAddMetrics", "cuptiProfilerHostGetConfigImageSize",
             "cuptiProfilerHostGetConfigImage", "cuptiProfilerHostGetNumOfPasses", "cuptiRangeProfilerEnable" }) {
        const auto session = open(std::string("fail=") + function + ":999");
        ASSERT_FALSE(session.ok()) << function;
        EXPECT_APPROVED(session.error().message) << function;
    }
    for (const char* const function :
        { "cuptiRangeProfilerGetCounterDataSize", "cuptiRangeProfilerCounterDataImageInitialize", "cuptiRangeProfilerSetConfig",
            "cuptiRangeProfilerStart", "cuptiRangeProfilerDecodeData", "cuptiRangeProfilerGetCounterDataInfo" }) {
        auto session = open("");
        ASSERT_TRUE(session.ok()) << session.error().message;
        use_later(std::string("fail=") + function + ":999");
        const auto values = session->measure(1, [] { return Result<void> {}; });
        ASSERT_FALSE(values.ok()) << function;
        EXPECT_THAT(values.error().message, HasSubstr(" failed: CUPTI_ERROR_UNKNOWN (999).")) << function;
        use_later("");
    }
}

TEST_F(Counters, UnavailableCountersAreOmitted)
{
    {
        const auto session = open("unknown=first.sum");
        ASSERT_TRUE(session.ok()) << session.error().message;
        EXPECT_THAT(session->counters(), ElementsAre("second.sum"));
        EXPECT_THAT(session->unknown(), ElementsAre("first.sum"));
        EXPECT_EQ(session->passes(), 3U);
    }
    EXPECT_APPROVED(refusal("unknown=first.sum unknown=second.sum"));
}

TEST_F(Counters, AnErrorOfTheWorkEndsTheMeasurementCleanly)
{
    auto session = open("");
    ASSERT_TRUE(session.ok()) << session.error().message;
    const auto values = session->measure(1, [] { return Result<void> { Error { "The work failed." } }; });
    ASSERT_FALSE(values.ok());
    EXPECT_APPROVED(values.error().message);
}

TEST_F(Counters, ASecondCaptureIsRetriedAfterEnablingAgain)
{
    auto session = open("");
    ASSERT_TRUE(session.ok()) << session.error().message;
    use_later("once=cuptiRangeProfilerSetConfig:7");
    const auto values = session->measure(1, [] { return Result<void> {}; });
    ASSERT_FALSE(values.ok());
    EXPECT_APPROVED(values.error().message) << "but they were prepared";
}

// A step with three kernels and host work between them, as run by the engine.
std::shared_ptr<const problem::Plan> three_launches()
{
    using namespace engine::test;
    return plan_of({ buffer_of("x", ramp(8)) },
        { scale(0, 2.0F, 8), on_floats(0, [](std::span<float> values) { values[0] = 5.0F; }), add_index(0, 8),
            scale(0, 3.0F, 8) });
}

TEST_F(Counters, AreReturnedPerLaunch)
{
    const auto step =
        engine::count_step(m_driver, engine::test::steps_lesson(), three_launches(), { "first.sum", "second.sum" }, kFake);
    ASSERT_TRUE(step.ok()) << step.error().message;
    ASSERT_EQ(step->launches.size(), 3U);
    EXPECT_EQ(step->machine.name, "Fake GPU");
    EXPECT_EQ(step->library, WARPSTAGE_FAKE_CUPTI);
    EXPECT_EQ(step->launches[0].kernel, step->launches[2].kernel);
    EXPECT_EQ(step->launches[1].work, 2U) << "host work is no launch";
    EXPECT_THAT(step->launches[0].values, ElementsAre(Pair("first.sum", 100.0), Pair("second.sum", 101.0)));
    EXPECT_THAT(step->launches[2].values, ElementsAre(Pair("first.sum", 300.0), Pair("second.sum", 301.0)));
}

TEST_F(Counters, AMissedLaunchIsReported)
{
    use("unseen=1");
    const auto step = engine::count_step(m_driver, engine::test::steps_lesson(), three_launches(), { "first.sum" }, kFake);
    ASSERT_FALSE(step.ok());
    EXPECT_APPROVED(step.error().message);
}

TEST(CuptiLibraries, AreSearchedInCudaHomeFirst)
{
    setenv("CUDA_HOME", "/somewhere/cuda", 1);
    const auto places = cupti_libraries();
    unsetenv("CUDA_HOME");
    EXPECT_EQ(places.front(), "libcupti.so.13");
    const auto here = std::ranges::find(places, "/somewhere/cuda/extras/CUPTI/lib64/libcupti.so.12");
    const auto usual = std::ranges::find(places, "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so.12");
    EXPECT_LT(here, usual);
    EXPECT_NE(usual, places.end());
}

} // namespace
} // namespace warpstage::gpu::test

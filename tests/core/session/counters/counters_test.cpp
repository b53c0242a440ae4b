// Counters and heat map on request: computed in the background and canceled without waiting.
#include "core/session/counters/counters.h"
#include "core/session/session.h"
#include "tests/core/session/shipped_session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace warpstage::session {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono_literals::operator""ms;

CounterView counted_by(const std::string& machine)
{
    CounterView view;
    view.machine = machine;
    return view;
}

std::shared_ptr<const HeatMap> map_of(const std::string& kernel)
{
    HeatMap map;
    map.kernel = kernel;
    return std::make_shared<const HeatMap>(std::move(map));
}

// Counts until released, ignoring stop requests.
class SlowCounters : public testing::Test {
protected:
    SlowCounters() { m_program.select_lesson(*m_program.lessons().index_of("reduction"), 0); }
    ~SlowCounters() override { m_open = true; }

    void begin()
    {
        m_counters.request_hardware();
        m_counters.request_heat();
        m_counters.start_hardware(m_traits, {}, 1);
        m_counters.start_on_vm(m_traits, {});
        while (m_begun < 2)
            std::this_thread::yield();
    }
    void pass()
    {
        ++m_begun;
        while (!m_open)
            std::this_thread::sleep_for(1ms);
    }

    const arch::Traits& m_traits = arch::traits_of({ 9, 0 });
    std::atomic<int> m_begun = 0;
    std::atomic<bool> m_open = false;
    Notices m_notices;
    Program m_program { lesson::shipped_lessons(), nullptr, m_notices, Urgency::usual };
    Counters m_counters { m_program, m_notices, Urgency::usual,
        [this](CounterRequest& request, auto&) {
            pass();
            request.gpu_use.reset();
            return counted_by(request.plan->variant);
        },
        [this](analysis::HeatRequest& request, auto& progress) {
            progress.publish(map_of("half"));
            pass();
            return map_of(request.plan->variant);
        } };
};

TEST_F(SlowCounters, CancelDoesNotWait)
{
    begin();
    EXPECT_TRUE(m_counters.section().hardware->running);
    const auto began = Clock::now();
    m_counters.forget();
    EXPECT_LT(Clock::now() - began, 50ms);
    EXPECT_EQ(m_counters.section(), CounterSection {});
    EXPECT_TRUE(m_counters.holds_gpu()) << "the computation has not stopped yet";
    m_open = true;
    m_counters.wait_until_idle();
    m_counters.collect();
    EXPECT_EQ(m_counters.section(), CounterSection {}) << "its result is not delivered";
    EXPECT_FALSE(m_counters.holds_gpu());
}

TEST_F(SlowCounters, TheNextVariantIsCountedWhenTheFirstHasStopped)
{
    begin();
    m_counters.forget();
    m_program.select_variant(1, {});
    m_counters.request_hardware();
    m_counters.start_hardware(m_traits, {}, 1);
    m_open = true;
    m_counters.wait_until_idle();
    m_counters.collect();
    ASSERT_NE(m_counters.section().hardware, nullptr);
    EXPECT_EQ(m_counters.section().hardware->machine, m_program.lesson()->variants[1].id);
    EXPECT_FALSE(m_counters.holds_gpu());
}

TEST_F(SlowCounters, TheHeatMapIsShownAsItGrows)
{
    begin();
    m_counters.collect();
    EXPECT_EQ(m_counters.section().heat->kernel, "half");
    m_open = true;
    m_counters.wait_until_idle();
    m_counters.collect();
    EXPECT_EQ(m_counters.section().heat->kernel, m_program.lesson()->variants[0].id);
}

TEST(Counters, HostVariantsHaveNone)
{
    Notices notices;
    Program program { lesson::shipped_lessons(), nullptr, notices, Urgency::usual };
    program.select_lesson(*program.lessons().index_of("nbody"), 0);
    ASSERT_TRUE(program.section({}).variants[0].on_host_only);
    Counters counters { program, notices, Urgency::usual };
    counters.request_hardware();
    counters.request_heat();
    counters.start_hardware(arch::traits_of({ 9, 0 }), "no GPU", 0);
    counters.start_on_vm(arch::traits_of({ 9, 0 }), {});
    EXPECT_EQ(counters.section(), CounterSection {});
    EXPECT_EQ(notices.section(nullptr).size(), 2U);
}

// The real prediction of a large launch takes seconds.
TEST(Counters, SwitchingVariantsWhileCollectingDropsNoFrame)
{
    const auto session = session_for("nbody", "global", "16384");
    session->submit(TogglePause {});
    tick(*session, 8); // every variant has a plan and a recording
    auto best = Clock::duration::max(); // one delay is tolerated on a busy computer
    for (const std::size_t variant : { 2U, 1U, 2U }) {
        session->submit(CountHardware {});
        session->submit(MapKernel {});
        for (int frame = 0; frame < 5; ++frame) {
            session->tick(Clock::now());
            std::this_thread::sleep_for(5ms);
        }
        ASSERT_NE(session->snapshot()->counters->hardware, nullptr);
        ASSERT_TRUE(session->snapshot()->counters->hardware->running) << "too fast to test";
        session->submit(SelectVariant { variant });
        const auto began = Clock::now();
        session->tick(Clock::now());
        best = std::min(best, Clock::now() - began);
        EXPECT_EQ(session->snapshot()->setup->variant, variant);
        EXPECT_EQ(session->snapshot()->counters->hardware, nullptr);
    }
    RecordProperty("switch_us", static_cast<int>(std::chrono::duration_cast<std::chrono::microseconds>(best).count()));
#if !defined(__SANITIZE_THREAD__) // everything takes several times as long
    EXPECT_LT(best, 16ms) << "a frame";
#endif
}

} // namespace
} // namespace warpstage::session

// Playback under the presenter's control: commands in, snapshots out.
#include "core/session/session.h"
#include "core/trace/cursor.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::session {
namespace {

using Time = std::chrono::steady_clock::time_point;
using std::chrono_literals::operator""ms;

// A session on the virtual machine with a clock controlled by the test.
class Playing : public testing::Test {
protected:
    void open(const std::string& lesson, const std::string& variant, const std::string& n)
    {
        SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = lesson;
        options.variant = variant;
        options.parameters = { { "n", n } };
        auto created = Session::create(lesson::shipped_lessons(), options);
        ASSERT_TRUE(created) << created.error().message;
        m_session = *std::move(created);
        for (int i = 0; i < 3; ++i) {
            tick();
            m_session->settle();
        }
        tick();
        ASSERT_NE(shown().run->recording, nullptr);
    }

    void tick(std::chrono::milliseconds later = 1ms)
    {
        m_now += later;
        m_session->tick(m_now);
    }

    void order(Command command)
    {
        m_session->submit(std::move(command));
        tick();
    }

    [[nodiscard]] const Snapshot& shown()
    {
        m_shown = m_session->snapshot();
        return *m_shown;
    }
    [[nodiscard]] std::size_t step() { return shown().playback->run.view.step.value_or(~std::size_t { 0 }); }
    [[nodiscard]] const trace::StepRecord& record(std::size_t index) { return shown().run->recording->trace.steps[index]; }

    std::unique_ptr<Session> m_session;
    std::shared_ptr<const Snapshot> m_shown;
    Time m_now { std::chrono::hours(1) };
};

// Both trees add the same numbers: the words of a float array are shown as values, not as bits.
TEST_F(Playing, WordsOfFloatsAreShownAsNumbers)
{
    open("reduction", "reduce3", "4096");
    order(SeekPlayback { ~std::size_t { 0 } });
    ASSERT_NE(shown().playback->run.cells, nullptr);
    const std::int64_t sum = shown().playback->run.cells->values.front();
    order(SelectVariant { static_cast<std::size_t>(
        std::ranges::find(shown().setup->variants, "sum_reduction", &VariantView::id) - shown().setup->variants.begin()) });
    for (int i = 0; i < 3; ++i) {
        m_session->settle();
        tick(300ms);
    }
    order(SeekPlayback { ~std::size_t { 0 } });
    ASSERT_EQ(shown().run->recording->variant, "sum_reduction");
    ASSERT_NE(shown().playback->run.cells, nullptr);
    EXPECT_EQ(shown().playback->run.cells->values.front(), sum);
    EXPECT_GT(sum, 0);
    EXPECT_LE(sum, 256 * 15);
}

TEST_F(Playing, StepsForwardAndBack)
{
    open("reduction", "reduce3", "4096");
    order(SeekPlayback { 0 });
    EXPECT_TRUE(shown().playback->run.view.controlled);
    EXPECT_FALSE(shown().playback->run.view.playing);
    EXPECT_EQ(step(), 0U);
    order(SeekPlayback { Direction::next, {} });
    EXPECT_EQ(step(), 1U);
    order(SeekPlayback { Direction::previous, {} });
    order(SeekPlayback { Direction::previous, {} });
    EXPECT_EQ(step(), 0U) << "nothing has been executed before the first instruction";
    order(SeekPlayback { ~std::size_t { 0 } });
    EXPECT_EQ(step(), shown().playback->run.view.steps - 1);
    order(SeekPlayback { Direction::next, {} });
    EXPECT_EQ(step(), shown().playback->run.view.steps - 1);
}

TEST_F(Playing, ALongerStepEndsWithItsUnit)
{
    open("reduction", "reduce3", "4096");
    order(SeekPlayback { 0 });
    order(SeekPlayback { Direction::next, Stride::line });
    const auto line = [&](std::size_t index) {
        return shown().run->recording->listing.instruction(record(index).pc).location.line;
    };
    ASSERT_GT(step(), 0U);
    EXPECT_EQ(line(step()), line(0));
    EXPECT_NE(line(step() + 1), line(0));

    order(SeekPlayback { Direction::next, Stride::barrier });
    EXPECT_EQ(record(step()).epoch, 0U);
    EXPECT_EQ(record(step() + 1).epoch, 1U);
    const auto first = step();
    order(SeekPlayback { Direction::next, {} });
    EXPECT_EQ(record(step()).epoch, 1U) << "the last chosen stride";
    order(SeekPlayback { Direction::previous, {} });
    EXPECT_EQ(step(), first);

    // 256 threads: 8 iterations; in each, a warp starts at the head of the loop.
    order(SeekPlayback { 0 });
    std::size_t passes = 0;
    for (std::size_t before = ~std::size_t { 0 }; step() != before; ++passes) {
        before = step();
        order(SeekPlayback { Direction::next, Stride::iteration });
    }
    EXPECT_GE(passes, 8U);
    EXPECT_LE(passes, 11U);
}

TEST_F(Playing, PlaysAtItsPaceAndStopsAtTheEnd)
{
    open("reduction", "reduce3", "4096");
    order(SeekPlayback { 0 });
    order(SelectStride { Stride::instruction });
    order(SelectPace { Pace::twenty_five });
    order(TogglePlayback {});
    EXPECT_TRUE(shown().playback->run.view.playing);
    for (int i = 0; i < 20; ++i)
        tick(50ms);
    EXPECT_NEAR(static_cast<double>(step()), 25.0, 1.0);
    order(TogglePlayback {});
    const auto stood = step();
    tick(100ms);
    EXPECT_EQ(step(), stood);

    order(SelectPace { Pace::fastest });
    order(TogglePlayback {});
    for (int i = 0; i < 200 && shown().playback->run.view.playing; ++i)
        tick(100ms);
    EXPECT_FALSE(shown().playback->run.view.playing);
    EXPECT_EQ(step(), shown().playback->run.view.steps - 1);
    order(TogglePlayback {});
    EXPECT_LT(step(), 60U) << "restarts at the beginning";
}

TEST_F(Playing, SharedMemoryIsThatOfTheStep)
{
    open("transpose", "padded", "64");
    EXPECT_NE(shown().playback->run.cells, nullptr) << "the transposition is played automatically";
    EXPECT_FALSE(shown().playback->run.view.controlled);
    const auto middle = shown().playback->run.view.steps / 2;
    order(SeekPlayback { middle });
    ASSERT_NE(shown().playback->run.cells, nullptr);
    trace::Cursor cursor(shown().run->recording->trace, 4);
    cursor.seek(middle);
    ASSERT_EQ(shown().playback->run.cells->values.size(), cursor.values().size());
    for (std::size_t i = 0; i < cursor.values().size(); ++i) {
        EXPECT_EQ(
            static_cast<std::uint32_t>(shown().playback->run.cells->values[i]), static_cast<std::uint32_t>(cursor.values()[i]))
            << i;
        EXPECT_EQ(shown().playback->run.cells->known[i], cursor.known()[i]) << i;
    }
}

TEST_F(Playing, TheRequestOfTheStepIsShown)
{
    open("reduction", "reduce2", "4096");
    const auto& trace = shown().run->recording->trace;
    std::size_t last = 0;
    for (std::size_t i = 0; i < shown().playback->run.view.steps; ++i)
        if (trace.access_of(trace.steps[i]) != nullptr && trace.access_of(trace.steps[i])->space == ptx::StateSpace::shared)
            last = i;
    order(SeekPlayback { last });
    ASSERT_TRUE(shown().selection->chosen_access);
    EXPECT_EQ(shown().selection->chosen_access->step, last);
    EXPECT_EQ(shown().selection->chosen_access->warp, record(last).warp);
}

TEST_F(Playing, AControlledRunIsNotReplacedAndARestartReleasesIt)
{
    open("nbody", "shared", "256");
    order(SeekPlayback { 5 });
    const auto serial = shown().run->recording->serial;
    for (int i = 0; i < 10; ++i) {
        tick(100ms);
        m_session->settle();
    }
    EXPECT_EQ(shown().run->recording->serial, serial);
    order(Restart {});
    EXPECT_FALSE(shown().playback->run.view.controlled);
    for (int i = 0; i < 10; ++i) {
        tick(100ms);
        m_session->settle();
    }
    EXPECT_NE(shown().run->recording->serial, serial) << "bodies move, and the recording is refreshed";
}

TEST_F(Playing, WithoutARecordingNothingIsPlayed)
{
    SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = "nbody";
    options.variant = "host";
    options.parameters = { { "n", "256" } };
    auto created = Session::create(lesson::shipped_lessons(), options);
    ASSERT_TRUE(created);
    m_session = *std::move(created);
    order(TogglePlayback {});
    order(SeekPlayback { Direction::next, Stride::barrier });
    order(SeekPlayback { 7 });
    EXPECT_FALSE(shown().playback->run.view.controlled);
    EXPECT_EQ(shown().playback->run.view.steps, 0U);
}

} // namespace
} // namespace warpstage::session

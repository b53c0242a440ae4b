// The changes of a snapshot between frames over real ticks: views are rebuilt only for these.
#include "tests/core/session/shipped_session.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

namespace warpstage::session {
namespace {

using std::chrono_literals::operator""ms;

struct SectionFrames {
    explicit SectionFrames(const std::string& lesson, const std::string& variant, const std::string& n)
        : session(session_for(lesson, variant, n))
    {
        tick(*session, 20); // every variant is recorded
        session->settle();
        now = std::chrono::steady_clock::now();
    }
    void next()
    {
        now += 16ms;
        session->tick(now);
        session->settle();
    }

    std::unique_ptr<Session> session;
    std::chrono::steady_clock::time_point now;
};

// The names of the changed sections.
std::map<std::string, bool> changes(const Snapshot& before, const Snapshot& after)
{
    return { { "setup", before.setup != after.setup }, { "cue", before.cue != after.cue },
        { "device", before.device != after.device }, { "timing", before.timing != after.timing },
        { "run", before.run != after.run }, { "selection", before.selection != after.selection },
        { "playback", before.playback != after.playback }, { "scene", before.scene != after.scene },
        { "counters", before.counters != after.counters }, { "notices", before.notices != after.notices } };
}

TEST(Sections, APausedSessionThatIsIdleKeepsItsSnapshot)
{
    for (const auto& [lesson, variant, n] : { std::tuple { "nbody", "shared", "256" },
             std::tuple { "reduction", "reduce1", "4096" }, std::tuple { "transpose", "padded", "64" } }) {
        SectionFrames frames(lesson, variant, n);
        frames.session->submit(TogglePause {});
        for (int i = 0; i < 3; ++i)
            frames.next();
        const auto before = frames.session->snapshot();
        for (int i = 0; i < 100; ++i) {
            frames.next();
            ASSERT_EQ(frames.session->snapshot(), before) << lesson << ", frame " << i;
        }
    }
}

TEST(Sections, WhileBodiesMoveOnlyTimesAndSceneChange)
{
    SectionFrames frames("nbody", "shared", "256");
    std::map<std::string, int> changed;
    std::size_t recordings = 0;
    constexpr int kFrames = 64;
    for (int i = 0; i < kFrames; ++i) {
        const auto before = frames.session->snapshot();
        frames.next();
        const auto after = frames.session->snapshot();
        const bool recorded = before->run->recording != after->run->recording;
        recordings += recorded ? 1 : 0;
        for (const auto& [section, is_other] : changes(*before, *after)) {
            changed[section] += is_other ? 1 : 0;
            if (section == "run" || section == "selection" || section == "playback") {
                EXPECT_TRUE(recorded || !is_other) << section << ", frame " << i << ": the recorded block is the same";
            }
        }
    }
    for (const char* section : { "setup", "cue", "device", "counters", "notices" })
        EXPECT_EQ(changed[section], 0) << section;
    EXPECT_EQ(changed["timing"], kFrames);
    EXPECT_EQ(changed["scene"], kFrames);
    EXPECT_GE(recordings, 2U) << "refreshed periodically";
    EXPECT_LE(recordings, 6U) << "every 250 ms";
}

TEST(Sections, ACommandChangesItsOwnSections)
{
    SectionFrames frames("reduction", "reduce2", "4096");
    frames.session->submit(TogglePause {});
    for (int i = 0; i < 3; ++i)
        frames.next();
    const auto after = [&](Command command) {
        const auto before = frames.session->snapshot();
        frames.session->submit(std::move(command));
        frames.next();
        std::string others;
        for (const auto& [section, is_other] : changes(*before, *frames.session->snapshot()))
            others += is_other ? section + " " : "";
        return others;
    };
    EXPECT_EQ(after(SelectLane { 3 }), "selection ");
    EXPECT_EQ(after(SelectArchitecture { "1.3" }), "run selection ");
    frames.session->settle(); // the resident blocks are run in the background
    frames.next();
    EXPECT_EQ(after(SelectPace { Direction::next }), "playback ");
    EXPECT_EQ(after(AddNotice { Severity::information, "Something." }), "notices ");
}

} // namespace
} // namespace warpstage::session

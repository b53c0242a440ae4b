// The same recorded run evaluated for several architectures; two variants compared; counters.
#include "core/session/session.h"
#include "core/session/session_state.h"
#include "tests/approved.h"
#include "tests/core/lesson/shipped_lessons.h"
#include "tests/core/session/shipped_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace warpstage::session {
namespace {

using Clock = std::chrono::steady_clock;

std::shared_ptr<const Snapshot> after(Session& session, Command command)
{
    session.submit(std::move(command));
    session.tick(Clock::now());
    return session.snapshot();
}

TEST(Architecture, TheRunIsReevaluatedNotRunAgain)
{
    const auto session = session_for("transpose", "naive", "64");
    tick(*session, 3);
    const auto before = session->snapshot();
    ASSERT_TRUE(before->selection->chosen_access);
    ASSERT_TRUE(before->selection->chosen_access->global) << "only global memory here";
    EXPECT_EQ(before->run->architecture, "CC 9.0");
    EXPECT_EQ(before->selection->chosen_access->global->count.sectors, 32U);

    const auto old = after(*session, SelectArchitecture { "GTX280" });
    EXPECT_EQ(old->run->architecture, "GeForce GTX 280 (CC 1.3)");
    EXPECT_EQ(old->run->recording, before->run->recording);
    ASSERT_NE(old->run->assessment, nullptr);
    EXPECT_EQ(old->run->assessment->report.architecture, "CC 1.3");
    EXPECT_EQ(old->run->assessment->traits, old->run->traits);
    EXPECT_NE(old->run->assessment->report.total.transactions, before->run->assessment->report.total.transactions);
    EXPECT_EQ(old->selection->chosen_access->global->count.requests, 2U) << "half-warps";
    EXPECT_EQ(after(*session, SelectArchitecture { "" })->run->architecture, "CC 9.0") << "that of the device";
}

TEST(Architecture, AnUnknownArchitectureIsReported)
{
    const auto session = session_for("transpose", "naive", "64");
    const auto shown = after(*session, SelectArchitecture { "9.9" });
    EXPECT_EQ(shown->run->architecture, "CC 9.0");
    ASSERT_FALSE(shown->notices->empty());
    EXPECT_EQ(shown->notices->back().text, arch::parse_architecture("9.9").error().message);
}

TEST(Architecture, TheTourIncludesAllKindsOfRulesAndAllGpus)
{
    const auto session = session_for("transpose", "naive", "64");
    tick(*session, 2);
    std::vector<std::string> seen;
    for (std::size_t i = 0; i < architecture_tour().size(); ++i)
        seen.push_back(after(*session, SelectArchitecture { Direction::next })->run->architecture);
    EXPECT_EQ(seen.front(), "CC 12.0") << "after the device's, CC 9.0";
    EXPECT_EQ(seen.back(), "CC 9.0");
    for (const char* name : { "CC 1.3", "CC 2.0", "CC 3.5, 8-byte banks", "CC 7.0", "GeForce GTX 280 (CC 1.3)" })
        EXPECT_NE(std::ranges::find(seen, name), seen.end()) << name;
    std::ranges::sort(seen);
    EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end()) << "no duplicates";
    EXPECT_EQ(after(*session, SelectArchitecture { Direction::previous })->run->architecture, "CC 7.0");
}

TEST(Accesses, SharedMemoryWithConflictsComesFirstThenExcessSectors)
{
    const AccessView clean { ptx::StateSpace::shared, 1, 1, "ld.shared.u32", 100, 100, 100 };
    const AccessView conflict { ptx::StateSpace::shared, 2, 2, "ld.shared.u32", 4, 8, 4 };
    const AccessView waste { ptx::StateSpace::global, 3, 3, "ld.global.u32", 1, 320, 40 };
    const AccessView coalesced { ptx::StateSpace::global, 4, 4, "ld.global.u32", 1000, 4000, 4000 };
    EXPECT_EQ(analysis::default_access({ clean, waste, conflict, coalesced })->pc, 2U);
    EXPECT_EQ(analysis::default_access({ clean, waste, coalesced })->pc, 3U);
    EXPECT_EQ(analysis::default_access({ coalesced, clean })->pc, 1U);
    EXPECT_EQ(analysis::default_access({ coalesced })->pc, 4U);
    EXPECT_FALSE(analysis::default_access({}));
}

TEST(Compared, ThePreviousVariantIsComparedWithTheCurrentOne)
{
    const auto session = session_for("reduction", "reduce1", "4096");
    tick(*session, 20);
    EXPECT_FALSE(session->snapshot()->run->compared);
    const auto shown = after(*session, SelectVariant { 1 });
    ASSERT_TRUE(shown->run->compared);
    EXPECT_EQ(shown->run->compared->variant, 0U);
    EXPECT_TRUE(shown->setup->switched);
    ASSERT_NE(shown->run->compared->recording, nullptr);
    EXPECT_EQ(shown->run->compared->recording->variant, "reduce1");
    ASSERT_NE(shown->run->compared->assessment, nullptr);
    EXPECT_TRUE(shown->run->compared->access);
    EXPECT_EQ(after(*session, SelectCompared { Direction::next })->run->compared->variant, 2U) << "not the shown variant";
    EXPECT_EQ(after(*session, SelectCompared { 4 })->run->compared->variant, 4U);
    EXPECT_EQ(after(*session, SelectCompared { 1 })->run->compared->variant, 4U) << "not with itself";
    session->tick(Clock::now() + std::chrono::minutes(1));
    EXPECT_FALSE(session->snapshot()->setup->switched);
}

TEST(Counters, WithoutAGpuOnlyThePredictionIsShownWithTheReason)
{
    const auto session = session_for("reduction", "reduce2", "4096");
    tick(*session, 2);
    const auto waiting = after(*session, CountHardware {});
    ASSERT_NE(waiting->counters->hardware, nullptr);
    EXPECT_TRUE(waiting->counters->hardware->running);
    tick(*session, 2);
    const auto shown = session->snapshot();
    ASSERT_NE(shown->counters->hardware, nullptr);
    const CounterView& counters = *shown->counters->hardware;
    EXPECT_FALSE(counters.running);
    EXPECT_APPROVED(counters.refusal);
    EXPECT_EQ(counters.architecture, "CC 9.0");
    ASSERT_EQ(counters.launches.size(), 1U);
    EXPECT_EQ(counters.launches[0].kernel, "reduce2");
    const auto& rows = counters.launches[0].comparisons;
    const auto wavefronts =
        std::ranges::find(rows, std::string_view { "wavefronts" }, [](const auto& row) { return row.metric->id; });
    ASSERT_NE(wavefronts, rows.end());
    EXPECT_GT(wavefronts->predicted, 0.0);
    EXPECT_TRUE(std::isnan(wavefronts->measured));

    EXPECT_EQ(after(*session, SelectVariant { 0 })->counters->hardware, nullptr) << "the counts were of another variant";
}

TEST(Counters, AHostVariantHasNothingToCount)
{
    const auto session = session_for("nbody", "host", "256");
    tick(*session, 2);
    session->submit(CountHardware {});
    tick(*session, 2);
    EXPECT_EQ(session->snapshot()->counters->hardware, nullptr);
    ASSERT_FALSE(session->snapshot()->notices->empty());
    EXPECT_APPROVED(session->snapshot()->notices->back().text);
}

TEST(Parameters, ARejectedValueIsKeptWithItsReasonUntilOneIsAccepted)
{
    SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = "banks";
    options.variant = "explorer";
    const auto session = *Session::create(lesson::shipped_lessons(), options);
    tick(*session, 2);
    const auto pattern = std::ranges::find(session->snapshot()->setup->parameters, "pattern", &ParameterView::id);
    EXPECT_TRUE(pattern->is_text);
    const auto old = pattern->value;
    const auto refused = after(*session, SetParameter { "pattern", "tid +" });
    ASSERT_TRUE(refused->setup->refused);
    EXPECT_EQ(refused->setup->refused->id, "pattern");
    EXPECT_EQ(refused->setup->refused->value, "tid +");
    EXPECT_EQ(refused->setup->refused->sentence, refused->notices->back().text);
    EXPECT_EQ(std::ranges::find(refused->setup->parameters, "pattern", &ParameterView::id)->value, old);
    const auto taken = after(*session, SetParameter { "pattern", "tid * 2" });
    EXPECT_FALSE(taken->setup->refused);
    EXPECT_EQ(std::ranges::find(taken->setup->parameters, "pattern", &ParameterView::id)->value, "tid * 2");
}

} // namespace
} // namespace warpstage::session

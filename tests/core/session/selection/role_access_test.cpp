// Corresponding accesses: the selection after a change of variant, and the compared access.
#include "core/session/selection/role_access.h"
#include "tests/core/session/shipped_session.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::session {
namespace {

std::size_t variant_of(const Snapshot& shown, const std::string& id)
{
    return static_cast<std::size_t>(
        std::ranges::find(shown.setup->variants, id, &VariantView::id) - shown.setup->variants.begin());
}

// "tile_column_load"; empty: the chosen access has no role.
std::string role_of(const Snapshot& shown)
{
    const auto& chosen = shown.selection->chosen_access;
    if (!chosen)
        return {};
    const auto role = role_access_of(*shown.setup->lesson, shown.setup->variant, *chosen, shown.run->accesses);
    return role ? role->role : std::string {};
}

class RoleAccess : public testing::Test {
protected:
    void open(const std::string& lesson, const std::string& variant, const std::string& n)
    {
        m_session = session_for(lesson, variant, n);
        tick(*m_session, 2);
    }
    const Snapshot& change_to(const std::string& variant)
    {
        m_session->submit(SelectVariant { variant_of(*m_session->snapshot(), variant) });
        tick(*m_session, 3);
        m_shown = m_session->snapshot();
        return *m_shown;
    }

    std::unique_ptr<Session> m_session;
    std::shared_ptr<const Snapshot> m_shown;
};

TEST_F(RoleAccess, TheColumnOfTheTileStaysSelected)
{
    open("transpose", "tiled", "256");
    ASSERT_EQ(role_of(*m_session->snapshot()), "tile_column_load") << "the access with the most wavefronts";
    const Snapshot& padded = change_to("padded");
    EXPECT_EQ(role_of(padded), "tile_column_load");
    ASSERT_TRUE(padded.selection->chosen_access->shared);
    EXPECT_EQ(padded.selection->chosen_access->shared->wavefronts, 1U);
    // The compared variant shows the same access.
    ASSERT_TRUE(padded.run->compared && padded.run->compared->access);
    EXPECT_EQ(padded.run->compared->access->shared->wavefronts, 32U);
    EXPECT_EQ(role_of(change_to("naive")), "matrix_store") << "without a tile: the access with the most excess";
    EXPECT_EQ(role_of(change_to("swizzled")), "matrix_store") << "the shown access stays";
}

TEST_F(RoleAccess, AnAccessChosenByTheUserStaysSelected)
{
    open("transpose", "tiled", "256");
    const auto& accesses = m_session->snapshot()->run->accesses;
    const auto store = std::ranges::find_if(accesses,
        [](const AccessView& access) { return access.space == ptx::StateSpace::global && access.text.starts_with("st"); });
    ASSERT_NE(store, accesses.end());
    m_session->submit(SelectAccess { store->pc });
    tick(*m_session, 1);
    EXPECT_EQ(role_of(change_to("padded")), "matrix_store");
    EXPECT_EQ(role_of(change_to("copy")), "matrix_store");
    EXPECT_EQ(role_of(change_to("tuned")), "matrix_store");
}

// The cue points at the column, and the lecturer selects the next variant.
TEST_F(RoleAccess, TheAccessOfACueStaysSelected)
{
    open("transpose", "copy", "1024");
    const auto& cues = m_session->snapshot()->setup->lesson->cues;
    const auto cue = std::ranges::find_if(cues, [](const lesson::Cue& one) { return one.variant == 3 && one.figure == "banks"; });
    ASSERT_NE(cue, cues.end());
    m_session->submit(CueStep { .index = static_cast<std::size_t>(cue - cues.begin()) });
    tick(*m_session, 2);
    m_session->submit(CueStep {});
    tick(*m_session, 2);
    ASSERT_EQ(role_of(*m_session->snapshot()), "tile_column_load");
    const Snapshot& padded = change_to("padded");
    EXPECT_EQ(role_of(padded), "tile_column_load");
    EXPECT_EQ(padded.selection->line, padded.selection->chosen_access->line) << "the line too";
}

// No access of the copy was chosen, and all are ideal: the conflict of the next variant is shown.
TEST_F(RoleAccess, AnIdealAccessThatWasNotChosenDoesNotStay)
{
    open("transpose", "copy", "256");
    ASSERT_EQ(role_of(*m_session->snapshot()), "matrix_load");
    EXPECT_EQ(role_of(change_to("tiled")), "tile_column_load");
}

TEST_F(RoleAccess, MayBeInAnotherMemory)
{
    open("nbody", "global", "512");
    const auto first = m_session->snapshot();
    const auto load = std::ranges::find(first->run->accesses,
        line_in(*lesson::find_role(*first->setup->lesson, "position_of_another_body"), first->setup->variant), &AccessView::line);
    ASSERT_NE(load, first->run->accesses.end());
    m_session->submit(SelectAccess { load->pc });
    tick(*m_session, 1);
    ASSERT_EQ(role_of(*m_session->snapshot()), "position_of_another_body");
    const Snapshot& shared = change_to("shared");
    EXPECT_EQ(role_of(shared), "position_of_another_body");
    EXPECT_EQ(shared.selection->chosen_access->access.space, ptx::StateSpace::shared);
}

TEST_F(RoleAccess, TheLessonDefinesTheComparedVariant)
{
    open("nbody", "fused", "512");
    const Snapshot& shared = change_to("shared");
    ASSERT_TRUE(shared.run->compared);
    EXPECT_EQ(shared.run->compared->variant, variant_of(shared, "global"));
    const Snapshot& space = change_to("host");
    EXPECT_EQ(space.run->compared->variant, variant_of(space, "shared")) << "without a baseline: the previous variant";
}

// All blocks of all launches: 16 of 256 threads share each tile of 256 bodies.
TEST_F(RoleAccess, TheWholeStepIsCountedForBoth)
{
    open("nbody", "shared", "512");
    EXPECT_EQ(m_session->snapshot()->step_counts->present.state, StepCount::State::none) << "not requested";
    m_session->submit(CountStep {});
    tick(*m_session, 2);
    const auto shown = m_session->snapshot();
    const StepCountSection& counts = *shown->step_counts;
    ASSERT_NE(counts.present.traffic, nullptr) << counts.present.reason;
    ASSERT_NE(counts.compared.traffic, nullptr) << counts.compared.reason;
    EXPECT_TRUE(counts.present.traffic->complete());
    EXPECT_EQ(counts.present.traffic->launches, 2U);
    const lesson::Role* role = lesson::find_role(*shown->setup->lesson, "bodies_from_global_memory");
    ASSERT_NE(role, nullptr);
    const auto line = [&](const std::string& variant) {
        return lesson::line_in(*role, variant_of(*shown, variant));
    };
    const auto global = counts.compared.traffic->of_line(line("global"));
    const auto shared = counts.present.traffic->of_line(line("shared"));
    EXPECT_EQ(global.global_requests, 16U * 512U) << "each of 16 warps reads all bodies";
    EXPECT_EQ(shared.global_requests, 16U * 2U) << "each warp reads its share of two tiles";
    EXPECT_EQ(global.global_requests, 256U * shared.global_requests);
    EXPECT_EQ(global.sectors, 64U * shared.sectors) << "a request of the tile fetches 4 sectors";
    EXPECT_GT(counts.compared.traffic->total.global_requests, global.global_requests) << "y, and the second kernel";
}

} // namespace
} // namespace warpstage::session

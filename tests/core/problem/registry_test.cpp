#include "core/problem/problem.h"

#include <gtest/gtest.h>

namespace warpstage::problem {
namespace {

TEST(Registry, MakesEveryProblemItNames)
{
    ASSERT_FALSE(problem_ids().empty());
    for (const auto& id : problem_ids()) {
        const auto problem = make_problem(id);
        ASSERT_NE(problem, nullptr) << id;
        EXPECT_EQ(problem->id(), id);
        // Aborts if a parameter rejects its own initial value.
        const auto settings = Settings::initial(problem->parameters());
        for (const auto& parameter : problem->parameters()) {
            EXPECT_EQ(settings.text(parameter.id), parameter.initial);
            for (const auto& choice : parameter.choices) {
                auto other = settings;
                EXPECT_TRUE(other.set(problem->parameters(), parameter.id, choice).ok())
                    << id << ' ' << parameter.id << ' ' << choice;
            }
        }
    }
    EXPECT_EQ(make_problem("nothing"), nullptr);
}

} // namespace
} // namespace warpstage::problem

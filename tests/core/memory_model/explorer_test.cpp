#include "core/base/whole_file.h"
#include "core/memory_model/explorer.h"
#include "core/memory_model/litmus_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace warpstage::memory_model {
namespace {

LitmusTest test_of(const std::string& text)
{
    auto parsed = parse_litmus(text);
    EXPECT_TRUE(parsed) << parsed.error().message;
    return parsed ? *parsed : LitmusTest {};
}

Exploration exploration_of(const std::string& text, const ExploreOptions& options = {})
{
    auto found = explore(test_of(text), options);
    EXPECT_TRUE(found) << found.error().message;
    return found ? *found : Exploration {};
}

// Each fixture's condition is what the PTX ISA and the papers named in axioms.h say about this pattern, so it holds.
TEST(Explorer, TextbookPatterns)
{
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(WARPSTAGE_FIXTURES) / "litmus")) {
        const auto text = read_whole_file(entry.path(), kMaxTextBytes);
        ASSERT_TRUE(text) << entry.path();
        const LitmusTest test = test_of(*text);
        EXPECT_EQ(test.name, entry.path().stem().string());
        const bool proxies = text->find(" aliases ") != std::string::npos;
        for (const Model model : { Model::ptx_6_0, Model::ptx_7_5 }) {
            if (proxies && model == Model::ptx_6_0)
                continue; // this model has no proxies
            const auto found = explore(test, { .model = model });
            ASSERT_TRUE(found) << entry.path() << found.error().message;
            EXPECT_TRUE(found->condition_holds(test.quantifier)) << entry.path() << " model " << static_cast<int>(model);
            EXPECT_FALSE(found->outcomes.empty()) << entry.path();
        }
        ++count;
    }
    EXPECT_GE(count, 23U);
}

constexpr const char* kStoreBuffering = R"(PTX SB
{ x=0; y=0; }
 P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
 st.weak x, 1   | st.weak y, 1   ;
 ld.weak r0, y  | ld.weak r0, x  ;
exists (P0:r0 == 0 /\ P1:r0 == 0)
)";

TEST(Explorer, EveryFinalStateIsListedOnceWithAnExecutionThatEndsInIt)
{
    const auto found = exploration_of(kStoreBuffering);
    ASSERT_EQ(found.outcomes.size(), 4U);
    for (const Outcome& outcome : found.outcomes) {
        std::vector<std::int64_t> returned;
        for (const Event& event : outcome.execution.events)
            if (event.type == Event::Type::read)
                returned.push_back(event.value);
        EXPECT_THAT(returned, ::testing::ElementsAre(outcome.state.registers[0][0], outcome.state.registers[1][0]));
    }
}

// Coherence of weak writes is a partial order, so either may be the final one.
TEST(Explorer, UnorderedWritesEndInEitherValue)
{
    const auto found =
        exploration_of("PTX two\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.weak x, 1 | st.weak x, 2 ;\nexists (x == 1)");
    ASSERT_EQ(found.outcomes.size(), 2U);
    EXPECT_EQ(found.outcomes[0].state.locations[0], 1);
    EXPECT_EQ(found.outcomes[1].state.locations[0], 2);
}

TEST(Explorer, BarriersInOppositeOrderHang)
{
    const auto found =
        exploration_of("PTX hang\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.cta.sync 0 | bar.cta.sync 1 ;\n"
                       " bar.cta.sync 1 | bar.cta.sync 0 ;\nexists (x == 0)");
    EXPECT_TRUE(found.hangs);
    EXPECT_TRUE(found.outcomes.empty());
}

TEST(Explorer, ABarrierWithANumberOfThreadsDoesNotWaitForMore)
{
    const std::string text =
        "PTX quorum\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;\n"
        " st.weak x, 1 | bar.cta.sync 1, 1, N | bar.cta.sync 1, 1, N ;\n bar.cta.sync 1, 1, N | ld.weak r0, x | ;\n"
        "exists (P1:r0 == 0)";
    const auto with = [&](char threads) {
        std::string result = text;
        std::ranges::replace(result, 'N', threads);
        return exploration_of(result);
    };
    EXPECT_TRUE(with('2').condition_holds(Quantifier::exists));
    EXPECT_FALSE(with('3').condition_holds(Quantifier::exists));
    EXPECT_TRUE(with('4').hangs);
}

TEST(Explorer, ExecutionsWithMoreIterationsAreLeftOut)
{
    const std::string text =
        "PTX loop\n{ x=0; }\n P0@cta 0,gpu 0 ;\n LC0: ;\n ld.weak r0, x ;\n beq r0, 0, LC0 ;\nexists (P0:r0 == 1)";
    const auto found = exploration_of(text, { .model = Model::ptx_7_5, .max_iterations = 2 });
    EXPECT_TRUE(found.loops_cut);
    EXPECT_TRUE(found.outcomes.empty());
}

TEST(Explorer, TooManyEventsAreAnError)
{
    std::string text = "PTX long\n{ x=0; }\n P0@cta 0,gpu 0 ;\n";
    for (int i = 0; i < 64; ++i)
        text += " st.weak x, 1 ;\n";
    text += "exists (x == 1)";
    const auto test = test_of(text);
    const auto found = explore(test, {});
    EXPECT_TRUE(!found || found->outcomes.empty());
}

} // namespace
} // namespace warpstage::memory_model

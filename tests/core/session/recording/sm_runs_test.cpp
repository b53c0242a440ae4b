// When and for what the SM model is run, and when its results are discarded. The model is a fake.
#include "core/session/recording/sm_runs.h"
#include "tests/core/session/owners.h"

#include <gtest/gtest.h>

#include <mutex>

namespace warpstage::session {
namespace {

// The requests to the model; five blocks fit on the multiprocessor.
struct Asked {
    std::mutex mutex; // the model is called on another thread
    std::vector<timing::SmSettings> settings;

    SmRuns::Model model()
    {
        return [this](const analysis::Recording&, const timing::SmSettings& wanted, const std::stop_token&) {
            const std::scoped_lock lock(mutex);
            settings.push_back(wanted);
            timing::SmRun run;
            run.resident_blocks = wanted.resident_blocks == 0 ? 5 : wanted.resident_blocks;
            run.cycles = 1000 * run.resident_blocks;
            return run;
        };
    }
};

struct SmOwner : Owners {
    SmOwner()
        : Owners("reduction", 2, "1024")
    {
        for (const std::size_t variant : { 2U, 3U })
            EXPECT_NE(program.plan_of(variant), nullptr);
    }
    void settle()
    {
        runs.update(present, compared, architecture);
        runs.wait_until_idle();
    }
    [[nodiscard]] SmSection section() const { return runs.section({}); }

    Asked asked;
    SmRuns runs { program, asked.model(), Urgency::usual };
    SmRuns::Subject present { 2, std::make_shared<const analysis::Recording>() };
    std::optional<SmRuns::Subject> compared = SmRuns::Subject { 3, std::make_shared<const analysis::Recording>() };
    arch::Architecture architecture = *arch::parse_architecture("GTX280");
};

// After returning to a lesson its recordings exist, but not all plans: without the grid a run would have one block.
TEST(SmRuns, TheGridOfTheComparedVariantIsCreatedFirst)
{
    SmOwner owner;
    owner.program.select_lesson(*owner.program.lessons().index_of("reduction"), 2);
    ASSERT_EQ(owner.program.known_plan(3), nullptr);
    owner.runs.request();
    owner.runs.toggle_comparison();
    for (int frame = 0; frame < 1000 && !owner.section().compared; ++frame) {
        owner.settle();
        owner.program.preparation().wait();
    }
    ASSERT_TRUE(owner.section().compared);
    for (const auto& settings : owner.asked.settings)
        EXPECT_GT(settings.grid_blocks, 1U);
}

TEST(SmRuns, NothingIsComputedUntilRequested)
{
    SmOwner owner;
    owner.settle();
    EXPECT_EQ(owner.section(), SmSection {});
    EXPECT_TRUE(owner.asked.settings.empty());
    owner.runs.request();
    owner.settle();
    ASSERT_TRUE(owner.section().run);
    EXPECT_EQ(owner.section().run->gpu, "GeForce GTX 280");
    EXPECT_EQ(owner.section().run->recording, owner.present.recording);
    EXPECT_EQ(owner.section().run->blocks_at_most, 5U);
    EXPECT_FALSE(owner.section().compared);
}

TEST(SmRuns, CachedRunsAreNotComputedAgain)
{
    SmOwner owner;
    owner.runs.request();
    owner.settle();
    const auto all = owner.section().run;
    owner.runs.choose_blocks(2);
    owner.settle();
    EXPECT_EQ(owner.section().run->run->resident_blocks, 2U);
    EXPECT_EQ(owner.section().run->blocks_at_most, 5U);
    owner.runs.choose_blocks(0);
    owner.settle();
    EXPECT_EQ(owner.section().run, all) << "the same handle";
    EXPECT_EQ(owner.asked.settings.size(), 2U);
    owner.architecture = *arch::parse_architecture("H200");
    owner.settle();
    EXPECT_EQ(owner.section().run->gpu, "H200");
    EXPECT_EQ(owner.asked.settings.size(), 3U);
}

TEST(SmRuns, BlocksAreLimitedToThoseThatFit)
{
    SmOwner owner;
    owner.runs.request();
    owner.runs.choose_blocks(17);
    owner.settle();
    ASSERT_TRUE(owner.section().run);
    EXPECT_EQ(owner.section().run->run->resident_blocks, 5U);
    EXPECT_EQ(owner.asked.settings.size(), 1U);
}

TEST(SmRuns, StepsHalveAndDouble)
{
    SmOwner owner;
    owner.runs.request();
    owner.settle();
    std::vector<std::uint32_t> blocks;
    for (int i = 0; i < 4; ++i) {
        owner.runs.step_blocks(Direction::previous);
        owner.settle();
        blocks.push_back(owner.section().run->run->resident_blocks);
    }
    EXPECT_EQ(blocks, (std::vector<std::uint32_t> { 2, 1, 1, 1 }));
    for (int i = 0; i < 4; ++i)
        owner.runs.step_blocks(Direction::next);
    EXPECT_EQ(owner.section().blocks, 0U) << "all";
    owner.settle();
    owner.runs.step_cycles(Direction::next);
    EXPECT_EQ(owner.section().cycles, 2500U);
    for (int i = 0; i < 20; ++i)
        owner.runs.step_cycles(Direction::next);
    EXPECT_EQ(owner.section().cycles, 64U);
    for (int i = 0; i < 20; ++i)
        owner.runs.step_cycles(Direction::previous);
    EXPECT_EQ(owner.section().cycles, 0U) << "all";
}

TEST(SmRuns, TheComparedVariantIsModeledOnlyForAComparison)
{
    SmOwner owner;
    owner.runs.request();
    owner.runs.toggle_comparison();
    owner.settle();
    ASSERT_TRUE(owner.section().compared);
    EXPECT_EQ(owner.section().compared->variant, 3U);
    owner.runs.toggle_comparison();
    owner.settle();
    EXPECT_FALSE(owner.section().compared);
}

// Recordings of moving bodies are refreshed: the previous run stays until a new one is available.
TEST(SmRuns, ARunStaysUntilTheNextRecordingIsModeled)
{
    SmOwner owner;
    owner.runs.request();
    owner.settle();
    const auto before = owner.section().run;
    owner.present.recording = std::make_shared<const analysis::Recording>();
    owner.runs.update(owner.present, owner.compared, owner.architecture);
    ASSERT_TRUE(owner.section().run);
    owner.settle();
    EXPECT_EQ(owner.section().run->recording, owner.present.recording);
    EXPECT_NE(owner.section().run, before);
}

TEST(SmRuns, AnotherVariantShowsNothingOfThePreviousOne)
{
    SmOwner owner;
    owner.runs.request();
    owner.settle();
    owner.present = { 1, nullptr };
    owner.settle();
    EXPECT_FALSE(owner.section().run);
    owner.runs.forget_results();
    owner.present = { 2, std::make_shared<const analysis::Recording>() };
    owner.settle();
    EXPECT_EQ(owner.asked.settings.size(), 2U);
}

TEST(SmRuns, ACueChoosesBlocksAndCycles)
{
    SmOwner owner;
    lesson::Cue cue;
    cue.subject = lesson::FigureSubject::sm_run;
    cue.resident_blocks = 1;
    cue.cycles = 300;
    owner.runs.select_for_cue(cue);
    owner.settle();
    EXPECT_TRUE(owner.section().requested);
    EXPECT_EQ(owner.section().run->run->resident_blocks, 1U);
    EXPECT_EQ(owner.section().cycles, 300U);
    owner.runs.select_for_cue({});
    owner.settle();
    EXPECT_EQ(owner.section().run->run->resident_blocks, 5U);
    EXPECT_EQ(owner.section().cycles, 0U);
}

TEST(SmRuns, TheStepIsThatOfThePresenter)
{
    SmOwner owner;
    owner.runs.request();
    PlaybackView view;
    view.step = 7;
    EXPECT_FALSE(owner.runs.section(view).step);
    view.controlled = true;
    EXPECT_EQ(owner.runs.section(view).step, 7U);
}

} // namespace
} // namespace warpstage::session

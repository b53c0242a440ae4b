// Edits from the text to the running session, and the notices for faulty edits.
#include "core/editing/live_editing.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/lesson/catalog.h"
#include "core/session/recording/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::editing {
namespace {

// On a busy computer a second notice may follow, about checks that ran out of time.
auto has_notice(const std::string& beginning)
{
    return testing::Contains(testing::Field(&session::Notice::text, testing::StartsWith(beginning)));
}

class Editing : public testing::Test {
protected:
    void SetUp() override
    {
        const auto compiler = gpu::NvrtcCompiler::load();
        if (!compiler)
            GTEST_SKIP() << compiler.error().message;
        const std::vector<std::filesystem::path> roots { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" };
        session::SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = "transpose";
        options.variant = "tiled";
        options.parameters = { { "n", "256" } };
        auto session = session::Session::create(std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots)), options);
        ASSERT_TRUE(session.ok()) << session.error().message;
        m_session = *std::move(session);
        m_editing = std::make_unique<LiveEditing>(*m_session);
        let_frames_pass();
    }

    void let_frames_pass()
    {
        for (int frame = 0; frame < 4; ++frame) {
            m_editing->tick(std::chrono::steady_clock::now());
            m_session->tick(std::chrono::steady_clock::now());
            m_session->settle();
        }
    }

    std::shared_ptr<const session::Snapshot> after(const std::string& from, const std::string& to)
    {
        auto source = m_session->snapshot()->setup->lesson->source;
        const auto at = source.find(from, source.find("void tiled("));
        EXPECT_NE(at, std::string::npos);
        source.replace(at, from.size(), to);
        m_editing->edit(source);
        m_editing->wait_until_idle();
        let_frames_pass();
        return m_session->snapshot();
    }

    std::unique_ptr<session::Session> m_session;
    std::unique_ptr<LiveEditing> m_editing;
};

TEST_F(Editing, AChangedKernelIsAdopted)
{
    const auto before = m_session->snapshot()->setup->lesson;
    const auto snapshot = after("block[tile][tile]", "block[tile][tile + 1]");
    EXPECT_NE(snapshot->setup->lesson, before);
    EXPECT_THAT(snapshot->setup->lesson->source, testing::HasSubstr("block[tile][tile + 1]"));
    EXPECT_EQ(snapshot->notices->back().severity, session::Severity::information);
    EXPECT_THAT(*snapshot->notices, has_notice("Running the changed kernels.cu (compiler "));
}

TEST_F(Editing, AWrongResultIsShownWithItsElementAndThread)
{
    const auto before = m_session->snapshot()->setup->lesson;
    // One thread per block writes a wrong value: lane 5 of warp 0, in its first element.
    const auto snapshot = after("= block[threadIdx.x][threadIdx.y + i];",
        "= block[threadIdx.x][threadIdx.y + i] + (threadIdx.x == 5 && threadIdx.y == 0 && i == 0 ? 1 : 0);");
    ASSERT_NE(snapshot->setup->lesson->flaw, nullptr);
    EXPECT_EQ(snapshot->setup->lesson->flaw->good, before);
    EXPECT_EQ(snapshot->setup->variants[snapshot->setup->variant].wrong, "wrong result");
    ASSERT_TRUE(snapshot->run->wrong_element) << snapshot->notices->back().text;
    EXPECT_EQ(snapshot->run->wrong_element->difference.index, 5U);
    ASSERT_TRUE(snapshot->run->wrong_element->thread);
    EXPECT_EQ(snapshot->run->wrong_element->thread->lane, 5U);
    EXPECT_EQ(snapshot->selection->lane, 5U);
    EXPECT_EQ(snapshot->selection->warp, 0U);
    ASSERT_NE(snapshot->run->recording, nullptr);
    EXPECT_EQ(snapshot->run->recording->trace.block, 0U);
    EXPECT_THAT(snapshot->setup->lesson->flaw->sentence, testing::HasSubstr("The result is wrong: "));
}

// A file that was saved with a padded tile, opened in a session with the shipped lesson.
class OpenedFile : public Editing {
protected:
    std::shared_ptr<const session::Replay> padded_and_forgotten()
    {
        const auto shipped = m_session->snapshot()->setup->lesson->source;
        const auto padded = after("block[tile][tile]", "block[tile][tile + 1]");
        session::Replay replay;
        replay.lesson = "transpose";
        replay.variant = "tiled";
        const auto& parameters = padded->setup->lesson->problem->parameters();
        replay.settings = problem::Settings::initial(parameters);
        EXPECT_TRUE(replay.settings.set(parameters, "n", "256").ok());
        replay.recording = padded->run->recording;
        replay.kernels = padded->run->recording->lesson;
        replay.origin.machine = "NVIDIA H200";
        m_editing->edit(shipped);
        m_editing->wait_until_idle();
        let_frames_pass();
        EXPECT_EQ(m_session->snapshot()->setup->lesson->source, shipped);
        return std::make_shared<const session::Replay>(replay);
    }

    void wait_for_trials()
    {
        let_frames_pass();
        m_editing->wait_until_idle();
        let_frames_pass();
        m_editing->wait_until_idle();
        let_frames_pass();
    }
};

TEST_F(OpenedFile, ProvidesItsKernelsAndKeepsItsRun)
{
    const auto replay = padded_and_forgotten();
    m_session->submit(session::ShowReplay { replay });
    wait_for_trials();
    const auto shown = m_session->snapshot();
    EXPECT_EQ(shown->setup->lesson->source, replay->kernels->source) << "the next step would run another kernel";
    ASSERT_TRUE(shown->device->timing_origin) << "the run of the file is no longer shown";
    EXPECT_EQ(shown->device->timing_origin->machine, "NVIDIA H200");
    ASSERT_NE(shown->run->recording, nullptr);
    EXPECT_EQ(shown->run->recording->lesson, replay->recording->lesson);
    EXPECT_THAT(*shown->notices, has_notice("Running the session file's kernels.cu (compiler "));

    m_session->submit(session::Restart {});
    let_frames_pass();
    EXPECT_FALSE(m_session->snapshot()->device->timing_origin);
    EXPECT_EQ(m_session->snapshot()->run->recording->lesson->source, replay->kernels->source);
}

TEST_F(OpenedFile, HasItsUnfinishedTextTriedAfterItsKernels)
{
    const auto replay = padded_and_forgotten();
    m_session->submit(session::ShowReplay { replay });
    m_session->tick(std::chrono::steady_clock::now());
    m_editing->edit(replay->kernels->source + "int unfinished(\n");
    wait_for_trials();
    const auto shown = m_session->snapshot();
    EXPECT_EQ(shown->setup->lesson->source, replay->kernels->source);
    EXPECT_TRUE(shown->device->timing_origin);
    EXPECT_THAT(shown->notices->back().text, testing::StartsWith("kernels.cu does not compile in line "));
}

TEST_F(OpenedFile, LeftEarlyKeepsTheWaitingText)
{
    const auto replay = padded_and_forgotten();
    m_session->submit(session::ShowReplay { replay });
    m_session->tick(std::chrono::steady_clock::now());
    const auto text = replay->kernels->source + "// newer\n";
    m_editing->edit(text);
    m_session->submit(session::Restart {});
    m_session->tick(std::chrono::steady_clock::now());
    wait_for_trials();
    EXPECT_EQ(m_session->snapshot()->setup->lesson->source, text);
}

TEST_F(Editing, AnEditedKernelIsTriedAgainBeforeAGpuRunsItInAnotherSize)
{
    const auto snapshot =
        after("out[(y + i) * height + x] = block", "out[(y + i) * height + x + (height > 1000 ? 1 << 28 : 0)] = block");
    ASSERT_TRUE(snapshot->setup->lesson->origin.edited) << snapshot->notices->back().text;
    const auto trial = launch_trial(TrialProcess::none);
    session::TriedKernels kernels { snapshot->setup->lesson, snapshot->setup->variant,
        snapshot->setup->lesson->initial_settings() };
    const auto& parameters = snapshot->setup->lesson->problem->parameters();
    ASSERT_TRUE(kernels.settings.set(parameters, "n", "256").ok());
    EXPECT_EQ(trial(kernels, {}), session::Verdict {});
    ASSERT_TRUE(kernels.settings.set(parameters, "n", "2048").ok());
    EXPECT_THAT(trial(kernels, {}).fault,
        testing::HasSubstr(
            "not in any buffer; the nearest one is more than 16 MiB away; thread (0,0,0) of block (0,0,0), lane 0, line 62"));
}

TEST_F(Editing, CompileErrorsAreReported)
{
    const auto snapshot = after("block[tile][tile]", "block[tile][tlie]");
    EXPECT_EQ(snapshot->notices->back().severity, session::Severity::fault);
    EXPECT_THAT(snapshot->notices->back().text,
        testing::AllOf(testing::StartsWith("kernels.cu does not compile in line "), testing::HasSubstr("\"tlie\" is undefined")));
}

} // namespace
} // namespace warpstage::editing

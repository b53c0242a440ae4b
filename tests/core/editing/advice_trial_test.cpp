// Advice that is tried in the running session: the edited kernels are adopted if their results are equal, else nothing changes.
#include "core/editing/live_editing.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/lesson/catalog.h"
#include "core/timing/estimate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::editing {
namespace {

using session::AdviceTrial;

class AdviceTrials : public testing::Test {
protected:
    void open(const std::string& lesson, const std::string& variant)
    {
        const std::vector<std::filesystem::path> roots { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" };
        session::SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = lesson;
        options.variant = variant;
        options.estimate = timing::estimate_step;
        options.tries_advice = true;
        auto session = session::Session::create(std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots)), options);
        ASSERT_TRUE(session.ok()) << session.error().message;
        m_session = *std::move(session);
        m_editing = std::make_unique<LiveEditing>(*m_session);
        m_session->submit(session::SelectArchitecture { std::string { "H200" } });
        m_session->submit(session::ExplainTime {});
        let_frames_pass();
    }

    void SetUp() override
    {
        if (const auto compiler = gpu::NvrtcCompiler::load(); !compiler)
            GTEST_SKIP() << compiler.error().message;
    }

    void let_frames_pass()
    {
        for (int frame = 0; frame < 4; ++frame) {
            m_editing->tick(std::chrono::steady_clock::now());
            m_session->tick(std::chrono::steady_clock::now());
            m_session->settle();
        }
    }

    const session::WhySection& after(session::Command command)
    {
        m_session->submit(std::move(command));
        for (int round = 0; round < 3; ++round) {
            let_frames_pass();
            m_editing->wait_until_idle();
        }
        let_frames_pass();
        return *m_session->snapshot()->why;
    }

    std::unique_ptr<session::Session> m_session;
    std::unique_ptr<LiveEditing> m_editing;
};

TEST_F(AdviceTrials, AnEqualResultIsAdoptedAndItsTimeEstimated)
{
    open("transpose", "tiled");
    const auto before = m_session->snapshot()->setup->lesson;
    ASSERT_NE(m_session->snapshot()->why->why, nullptr) << m_session->snapshot()->why->reason;
    const auto why = after(session::TryAdvice {});
    ASSERT_NE(why.trial, nullptr);
    EXPECT_EQ(why.trial->state, AdviceTrial::State::applied) << why.trial->refusal;
    EXPECT_EQ(why.trial->before, before);
    ASSERT_EQ(why.trial->changes.size(), 1U);
    EXPECT_THAT(why.trial->changes[0].after[0], testing::HasSubstr("[tile + 1]"));
    EXPECT_EQ(m_session->snapshot()->setup->lesson->source, why.trial->source);
    ASSERT_NE(why.why, nullptr);
    const double gain = 1.0 - static_cast<double>(why.why->now.count()) / static_cast<double>(why.trial->why->now.count());
    EXPECT_NEAR(gain, why.trial->predicted, 0.05);

    const auto& undone = after(session::ReplaceKernels { before });
    EXPECT_EQ(undone.trial, nullptr);
    EXPECT_EQ(m_session->snapshot()->setup->lesson, before);
}

TEST_F(AdviceTrials, AnotherVariantHidesTheTrial)
{
    open("transpose", "tiled");
    EXPECT_NE(after(session::TryAdvice {}).trial, nullptr);
    EXPECT_EQ(after(session::SelectVariant { 0 }).trial, nullptr);
}

TEST_F(AdviceTrials, AdviceWithoutEditIsANotice)
{
    open("transpose", "naive");
    EXPECT_EQ(after(session::TryAdvice {}).trial, nullptr);
    EXPECT_EQ(after(session::TryAdvice { std::size_t { 7 } }).trial, nullptr);
    EXPECT_THAT(*m_session->snapshot()->notices,
        testing::Contains(testing::Field(&session::Notice::text, "No advice for this variant can be tried.")));
}

// The lesson's reference accepts the rounding; as advice, the edit must keep every bit.
TEST_F(AdviceTrials, OtherBitsAreRefused)
{
    open("matmul", "global");
    live::LiveKernels kernels { live::LiveOptions {} };
    live::Edit edit;
    edit.lesson = m_session->snapshot()->setup->lesson;
    edit.variant = "global";
    edit.settings = edit.lesson->initial_settings();
    edit.source = edit.lesson->source;
    const std::string from = "c[row * n + column] = sum;";
    edit.source.replace(edit.source.find(from), from.size(), "c[row * n + column] = sum * T(1.0000001);");
    for (const bool keeps_results : { false, true }) {
        edit.keeps_results = keeps_results;
        kernels.submit(edit);
        kernels.wait_until_idle();
        const auto outcome = kernels.take();
        ASSERT_TRUE(outcome);
        ASSERT_EQ(outcome->finding.has_value(), keeps_results) << (outcome->finding ? outcome->finding->message : "");
        if (outcome->finding) {
            EXPECT_THAT(outcome->finding->message, testing::HasSubstr("in buffer `c` differ from the present ones"));
        }
    }
}

problem::KernelLaunch shown_launch(session::Session& session)
{
    const auto& setup = *session.snapshot()->setup;
    auto settings = problem::Settings::initial(setup.lesson->problem->parameters());
    for (const auto& parameter : setup.parameters)
        EXPECT_TRUE(settings.set(setup.lesson->problem->parameters(), parameter.id, parameter.value).ok());
    return std::get<problem::KernelLaunch>(setup.lesson->problem->plan(setup.lesson->variants[setup.variant], settings)->step[0]);
}

TEST_F(AdviceTrials, LargerBlocksWithEqualResultsAreAdopted)
{
    open("coalescing", "copy");
    const auto small = after(session::SetParameter { "block", std::string { "32" } });
    ASSERT_NE(small.why, nullptr) << small.reason;
    EXPECT_EQ(shown_launch(*m_session).block.x, 32U);
    const auto before = m_session->snapshot()->setup->lesson;

    const auto why = after(session::TryAdvice {});
    ASSERT_NE(why.trial, nullptr);
    EXPECT_EQ(why.trial->state, AdviceTrial::State::applied) << why.trial->refusal;
    EXPECT_TRUE(why.trial->changes.empty());
    EXPECT_EQ(shown_launch(*m_session).block.x, 128U);
    EXPECT_EQ(m_session->snapshot()->setup->lesson->source, before->source);
    ASSERT_NE(why.why, nullptr) << why.reason;
    EXPECT_EQ(why.why->block.x, 128U);
    EXPECT_LT(why.why->now, why.trial->why->now * 3 / 4);

    EXPECT_EQ(after(session::ReplaceKernels { before }).trial, nullptr);
    EXPECT_EQ(shown_launch(*m_session).block.x, 32U);
}

// A kernel for blocks of 32 threads: others leave elements out.
TEST_F(AdviceTrials, LargerBlocksWithOtherResultsAreRefused)
{
    open("coalescing", "copy");
    static_cast<void>(after(session::SetParameter { "block", std::string { "32" } }));
    std::string source = m_session->snapshot()->setup->lesson->source;
    const std::string from = "int i = blockIdx.x * blockDim.x + threadIdx.x;";
    for (std::size_t at = source.find(from); at != std::string::npos; at = source.find(from, at + 1))
        source.replace(at, from.size(), "int i = blockIdx.x * 32 + threadIdx.x;");
    m_editing->edit(source);
    m_editing->wait_until_idle();
    let_frames_pass();
    const auto why = after(session::TryAdvice {});
    ASSERT_NE(why.trial, nullptr);
    EXPECT_EQ(why.trial->state, AdviceTrial::State::refused);
    EXPECT_NE(why.trial->refusal, "");
    EXPECT_EQ(shown_launch(*m_session).block.x, 32U);
}

// The text and the launch of a product change together.
TEST_F(AdviceTrials, ExchangedDimensionsKeepTheResults)
{
    open("matmul", "global");
    std::string source = m_session->snapshot()->setup->lesson->source;
    const std::size_t kernel = source.find("multiply_global(");
    for (const auto& [from, to] : { std::pair { "threadIdx.x", "threadIdx.?" }, std::pair { "threadIdx.y", "threadIdx.x" },
             std::pair { "threadIdx.?", "threadIdx.y" }, std::pair { "blockIdx.x", "blockIdx.?" },
             std::pair { "blockIdx.y", "blockIdx.x" }, std::pair { "blockIdx.?", "blockIdx.y" } })
        source.replace(source.find(from, kernel), std::string_view { from }.size(), to);
    m_editing->edit(source);
    m_editing->wait_until_idle();
    let_frames_pass();
    const auto why = after(session::TryAdvice {});
    ASSERT_NE(why.trial, nullptr);
    EXPECT_THAT(why.trial->advice, testing::HasSubstr("Exchange x and y"));
    EXPECT_EQ(why.trial->state, AdviceTrial::State::applied) << why.trial->refusal;
    EXPECT_EQ(why.trial->launches.size(), 1U);
    EXPECT_EQ(m_session->snapshot()->setup->lesson->source, why.trial->source);
}

// All advice of these variants that changes only the source keeps the results.
TEST_F(AdviceTrials, EveryEditKeepsTheResults)
{
    int tried = 0;
    std::shared_ptr<const AdviceTrial> last;
    for (const auto& [lesson, variant] :
        { std::pair { "banks", "column" }, std::pair { "throughput", "loop_rolled" }, std::pair { "matmul", "smem1" } }) {
        open(lesson, variant);
        for (std::size_t index = 0; index < 3; ++index) {
            const auto why = after(session::TryAdvice { index });
            if (why.trial == nullptr || why.trial == last)
                continue;
            last = why.trial;
            ++tried;
            EXPECT_EQ(why.trial->state, AdviceTrial::State::applied)
                << lesson << '/' << variant << ": " << why.trial->advice << " " << why.trial->refusal;
            static_cast<void>(after(session::ReplaceKernels { why.trial->before }));
        }
    }
    EXPECT_GE(tried, 2);
}

} // namespace
} // namespace warpstage::editing

// Ten experiments that lecturers make in front of an audience: a small edit of the shown kernel, whose consequence is shown, and
// one command brings the old state back.
#include "core/editing/live_editing.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/lesson/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::editing {
namespace {

using ::testing::HasSubstr;

// What an edit that computes the right result changes in the recorded block.
enum class Changed : std::uint8_t { nothing, more_wavefronts };

struct Experiment {
    const char* name;
    const char* lesson;
    const char* variant;
    const char* kernel; // the edit is behind this text
    const char* from;
    const char* to;
    const char* flaw; // a part of what is said about it; empty: the result is right
    Changed changed = Changed::nothing;
};

// Printer for GoogleTest.
// NOLINTNEXTLINE(readability-identifier-naming): the library looks for this name
void PrintTo(const Experiment& experiment, std::ostream* out)
{
    *out << experiment.name;
}

constexpr std::array kExperiments {
    Experiment {
        "RemoveABarrier", "transpose", "tiled", "void tiled(", "    __syncthreads();\n", "", "Race on __shared__ memory" },
    Experiment { "ShiftAnIndex", "transpose", "tiled", "void tiled(",
        "block[threadIdx.y + i][threadIdx.x] =", "block[threadIdx.y + i + 1][threadIdx.x] =", "past the end" },
    Experiment { "SwapXAndY", "transpose", "naive", "void naive(", "out[x * height + y + i]", "out[(y + i) * height + x]",
        "The result is wrong" },
    Experiment {
        "RemoveThePadding", "transpose", "padded", "void padded(", "[tile + 1]", "[tile]", "", Changed::more_wavefronts },
    Experiment { "WriteOneLevelLess", "reduction", "reduce3", "void reduce3(", "s > 0;", "s > 1;", "The result is wrong" },
    Experiment { "RemoveTheBarrierOfTheTree", "reduction", "reduce3", "void reduce3(", "        __syncthreads();\n", "", "Race" },
    Experiment { "LoopWithoutEnd", "reduction", "reduce3", "void reduce3(", "s /= 2)", "s /= 1)", "never ends" },
    Experiment { "MoveTheBranchToAWarp", "divergence", "warp_aligned_branch", "void warp_aligned_branch(",
        "threadIdx.x > warpSize - 1", "threadIdx.x > 15", "The result is wrong" },
    Experiment {
        "LeaveOutTheBarrierOfATile", "nbody", "shared", "void accelerate_shared(", "        __syncthreads();\n", "", "Race" },
    Experiment { "AddTheMissingBarrier", "hazards", "no_barrier", "void no_barrier(", "    words[t] = in[i];\n",
        "    words[t] = in[i];\n    __syncthreads();\n", "", Changed::nothing },
};

class Experiments : public ::testing::TestWithParam<Experiment> {
protected:
    void SetUp() override
    {
        if (const auto compiler = gpu::NvrtcCompiler::load(); !compiler)
            GTEST_SKIP() << compiler.error().message;
        const std::vector<std::filesystem::path> roots { std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" };
        session::SessionOptions options;
        options.engine = engine::EngineKind::vm;
        options.lesson = GetParam().lesson;
        options.variant = GetParam().variant;
        auto session = session::Session::create(std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots)), options);
        ASSERT_TRUE(session.ok()) << session.error().message;
        m_session = *std::move(session);
        m_editing = std::make_unique<LiveEditing>(*m_session);
        m_editing->prepare(); // as for an open editor
        frames();
    }
    void frames()
    {
        for (int frame = 0; frame < 4; ++frame) {
            m_editing->tick(std::chrono::steady_clock::now());
            m_session->tick(std::chrono::steady_clock::now());
            m_session->settle();
        }
    }
    [[nodiscard]] analysis::Counters total() const
    {
        const auto shown = m_session->snapshot();
        return shown->run->assessment == nullptr ? analysis::Counters {} : shown->run->assessment->report.total;
    }

    std::unique_ptr<session::Session> m_session;
    std::unique_ptr<LiveEditing> m_editing;
};

TEST_P(Experiments, ShowsItsConsequenceAndIsTakenBack)
{
    const Experiment& experiment = GetParam();
    const auto before = m_session->snapshot()->setup->lesson;
    const analysis::Counters counted = total();
    std::string source = before->source;
    const auto at = source.find(experiment.from, source.find(experiment.kernel));
    ASSERT_NE(at, std::string::npos) << experiment.from;
    source.replace(at, std::string_view { experiment.from }.size(), experiment.to);

    const auto began = std::chrono::steady_clock::now();
    m_editing->edit(source);
    m_editing->wait_until_idle();
    frames();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    RecordProperty("seconds", std::to_string(took.count())); // two on an idle computer
    EXPECT_LT(took.count(), 30.0);

    const auto shown = m_session->snapshot();
    const auto& lesson = *shown->setup->lesson;
    EXPECT_EQ(lesson.source, source) << "the old source is shown";
    ASSERT_NE(shown->run->recording, nullptr);
    EXPECT_EQ(shown->run->recording->lesson->source, source) << "the old block is shown";
    const std::string& wrong = shown->setup->variants[shown->setup->variant].wrong;
    if (*experiment.flaw != '\0') {
        ASSERT_NE(lesson.flaw, nullptr);
        EXPECT_THAT(lesson.flaw->sentence, HasSubstr(experiment.flaw));
        EXPECT_FALSE(wrong.empty()) << "it would have a time";
    } else {
        EXPECT_EQ(lesson.flaw, nullptr);
        EXPECT_EQ(shown->run->recording->trap, std::nullopt);
    }
    const analysis::Counters now = total();
    if (experiment.changed == Changed::more_wavefronts) {
        EXPECT_GT(now.wavefronts_excess(), counted.wavefronts_excess());
    }

    // Backspace after a flaw, else Ctrl+Z.
    if (lesson.flaw != nullptr)
        m_session->submit(session::RestoreKernels {});
    else
        m_session->submit(session::ReplaceKernels { before });
    frames();
    EXPECT_EQ(m_session->snapshot()->setup->lesson, before);
    EXPECT_EQ(total().wavefronts, counted.wavefronts);
    EXPECT_EQ(total().instructions, counted.instructions);
}

INSTANTIATE_TEST_SUITE_P(Lecture, Experiments, ::testing::ValuesIn(kExperiments),
    [](const ::testing::TestParamInfo<Experiment>& tested) { return tested.param.name; });

} // namespace
} // namespace warpstage::editing

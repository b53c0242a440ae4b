// Faulty edits: what does not compile changes nothing, and what compiles is shown with its fault.
#include "core/editing/live_editing.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/lesson/catalog.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::editing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class BadKernels : public ::testing::Test {
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
        options.parameters = { { "n", "64" } };
        auto session = session::Session::create(std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots)), options);
        ASSERT_TRUE(session.ok()) << session.error().message;
        m_session = *std::move(session);
        m_editing = std::make_unique<LiveEditing>(*m_session);
        let_frames_pass();
        m_shipped = m_session->snapshot()->setup->lesson;
    }

    void let_frames_pass()
    {
        for (int frame = 0; frame < 3; ++frame) {
            m_editing->tick(std::chrono::steady_clock::now());
            m_session->tick(std::chrono::steady_clock::now());
            m_session->settle();
        }
    }

    // Tries a text and returns the last notice. The previous kernels must keep running.
    std::string said_of(const std::string& text)
    {
        const auto steps = m_session->snapshot()->timing->steps;
        m_editing->edit(text);
        m_editing->wait_until_idle();
        let_frames_pass();
        const auto snapshot = m_session->snapshot();
        EXPECT_EQ(snapshot->setup->lesson, m_shipped) << "it was adopted";
        EXPECT_GT(snapshot->timing->steps, steps) << "the previous kernels do not run";
        EXPECT_EQ(snapshot->notices->back().severity, session::Severity::fault);
        const std::string& words = snapshot->notices->back().text;
        EXPECT_THAT(words, ::testing::EndsWith(" Still showing the previous version."));
        return words;
    }
    // Tries a text that compiles and returns what is wrong with its kernels. They must be shown, with their source and their
    // recorded block, and the last good version must be one command away.
    std::string flaw_of(const std::string& text)
    {
        m_editing->edit(text);
        m_editing->wait_until_idle();
        let_frames_pass();
        const auto shown = m_session->snapshot();
        const auto& lesson = *shown->setup->lesson;
        EXPECT_EQ(lesson.source, text) << "the old source is shown";
        EXPECT_FALSE(shown->setup->variants[shown->setup->variant].wrong.empty()) << "the variant would have a time";
        if (lesson.flaw == nullptr)
            return "no flaw";
        EXPECT_TRUE(shown->run->recording != nullptr && shown->run->recording->lesson->source == text) << "the old run is shown";
        m_session->submit(session::RestoreKernels {});
        let_frames_pass();
        EXPECT_EQ(m_session->snapshot()->setup->lesson, m_shipped);
        EXPECT_TRUE(m_session->snapshot()->setup->variants[shown->setup->variant].wrong.empty());
        return lesson.flaw->sentence;
    }
    // An edit of the shown kernel.
    [[nodiscard]] std::string with(const std::string& from, const std::string& to) const
    {
        auto source = m_shipped->source;
        const auto at = source.find(from, source.find("void tiled("));
        EXPECT_NE(at, std::string::npos) << from;
        return source.replace(at, from.size(), to);
    }
    // "in line 58": the first line that contains these words in the shown kernel or behind it.
    [[nodiscard]] std::string in_line_of(const std::string& words, int lines_below = 0) const
    {
        const auto at = m_shipped->source.find(words, m_shipped->source.find("void tiled("));
        EXPECT_NE(at, std::string::npos) << words;
        const auto end = m_shipped->source.begin() + static_cast<std::ptrdiff_t>(at);
        return fmt::format("in line {}", std::count(m_shipped->source.begin(), end, '\n') + 1 + lines_below);
    }
    [[nodiscard]] std::string after_barrier(const std::string& words) const
    {
        return with("__syncthreads();", "__syncthreads(); " + words);
    }

    std::unique_ptr<session::Session> m_session;
    std::unique_ptr<LiveEditing> m_editing;
    std::shared_ptr<const lesson::Lesson> m_shipped;
};

TEST_F(BadKernels, CompileErrorsHaveTheirLine)
{
    EXPECT_THAT(said_of(with("__syncthreads();", "__syncthreads()")),
        HasSubstr(in_line_of("__syncthreads();", 2) + ": expected a \";\""));
    EXPECT_APPROVED(said_of(with("void tiled(", "void tilde(")));
    EXPECT_APPROVED(said_of(with(", int width, int height)", ", double width, int height)")));
    EXPECT_APPROVED(said_of(with("__syncthreads();", "/*")));
    EXPECT_APPROVED(said_of("#include <vector>\n" + m_shipped->source));
    EXPECT_APPROVED(said_of("__global__ void other() { }\n"));
    EXPECT_APPROVED(said_of(after_barrier("asm volatile(\"frobnicate.b32 %0, %0;\" :: \"r\"(x));")));
}

TEST_F(BadKernels, FaultsHaveLineAndThread)
{
    EXPECT_THAT(flaw_of(with("__syncthreads();", "for (int i = 0; width; ++i) out[0] = i;")),
        AnyOf(HasSubstr("this loop probably never ends; thread (0,1,0) of block (0,0,0), lane 0, line 56."),
            AllOf(HasSubstr("no other thread writes a value that ends it"),
                HasSubstr("thread (0,0,0) of block (0,0,0), lane 0, line 56."))))
        << "which comes first depends on the speed of the computer";
    EXPECT_APPROVED(flaw_of(with("block[threadIdx.y + i][threadIdx.x] =", "block[threadIdx.y + i + 1][threadIdx.x] =")));
    // As on an H200, the other lanes of a warp do not wait. The checks name the cause of a wrong result.
    EXPECT_APPROVED(flaw_of(with("__syncthreads();", "if (threadIdx.x < 7) __syncthreads();")));
    EXPECT_APPROVED(flaw_of(with("__syncthreads();", "")));
    EXPECT_APPROVED(
        flaw_of(with("block[threadIdx.y + i][threadIdx.x] =", "if (threadIdx.x != 3) block[threadIdx.y + i][threadIdx.x] =")));
    EXPECT_APPROVED(flaw_of(after_barrier("*reinterpret_cast<int*>(reinterpret_cast<char*>(out) + 2) = 1;")));
    EXPECT_APPROVED(flaw_of(after_barrier("*reinterpret_cast<volatile int*>(16) = 1;")));
    EXPECT_APPROVED(flaw_of(after_barrier("if (x == 5) __trap();")));
}

TEST_F(BadKernels, ImpossibleLaunchesAreRejected)
{
    EXPECT_APPROVED(said_of(with("block[tile][tile]", "block[tile * 16][tile]")));
    EXPECT_THAT(said_of(with("block[tile][tile]", "block[tile * 1024][tile]")), HasSubstr("declares 4194304 bytes"));
    EXPECT_APPROVED(said_of(after_barrier("asm volatile(\"tcgen05.fence::before_thread_sync;\");")));
}

TEST_F(BadKernels, FilesThatAreNotTextAreNotCompiled)
{
    EXPECT_APPROVED(said_of(""));
    EXPECT_APPROVED(said_of("\x7f"
                            "ELF\n"
        + std::string(3, '\0')));
    EXPECT_APPROVED(said_of(m_shipped->source + std::string(std::size_t { 10 } << 20, '/')));
}

// A message as long as the quoted text would fill the screen.
TEST_F(BadKernels, LongWordsAreTruncated)
{
    const auto words = said_of("#error " + std::string(5000, 'x') + "\n" + m_shipped->source);
    EXPECT_THAT(words, HasSubstr("in line 1: #error directive: xxx"));
    EXPECT_LT(words.size(), 700U);
}

// printf() goes to the terminal and is not a fault.
TEST_F(BadKernels, KernelsThatPrintRun)
{
    m_editing->edit(after_barrier("if (x == 5 && y == 5) printf(\"%d\\n\", x);"));
    m_editing->wait_until_idle();
    let_frames_pass();
    EXPECT_NE(m_session->snapshot()->setup->lesson, m_shipped) << m_session->snapshot()->notices->back().text;
}

} // namespace
} // namespace warpstage::editing

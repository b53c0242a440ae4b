// Files of the user on the stage: questions, remembered answers, errors, lessons made from them, and opening through the
// program's own options.
#include "app/shell/files/outside_file.h"
#include "core/base/temporary_folder.h"
#include "core/gpu/nvcc/nvcc_compiler.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/lesson/lint.h"
#include "core/session/session.h"
#include "tests/app/cli/started_program.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace warpstage::shell {
namespace {

namespace fs = std::filesystem;
using Ask = OutsideFiles::Ask;

class OutsideFile : public testing::Test {
protected:
    fs::path copy(const std::string& name)
    {
        const fs::path file = m_folder.path() / name;
        fs::copy_file(fs::path { WARPSTAGE_FIXTURES } / "kernel_run" / name, file, fs::copy_options::overwrite_existing);
        return file;
    }
    static std::string error_of(const OpenedFile& opened) { return opened.page ? opened.page->error : "no page"; }

    TemporaryFolder m_folder;
    OutsideFiles m_files { m_folder.path() / "data" };
};

TEST_F(OutsideFile, AsksOnceAndRemembersTheAnswersBesideTheFile)
{
    const auto file = copy("saxpy.ptx");
    auto opened = m_files.open(file, Ask::if_unknown);
    ASSERT_TRUE(opened.page) << "asks";
    EXPECT_EQ(opened.page->error, "");
    EXPECT_EQ(opened.page->kernels.at(0).fields.size(), 7U);
    opened.page->kernels[0].fields[3].line.text = "1000";
    const auto answered = m_files.answer(*opened.page);
    ASSERT_NE(answered.lesson, nullptr) << error_of(answered);
    EXPECT_TRUE(fs::exists(m_folder.path() / "saxpy.ptx.warpstage.toml"));
    OutsideFiles later { m_folder.path() / "data" };
    const auto again = later.open(file, Ask::if_unknown);
    ASSERT_NE(again.lesson, nullptr) << error_of(again);
    EXPECT_EQ(again.lesson->initial_settings().text("p1"), "1000");
    EXPECT_EQ(again.lesson->source_name(), "saxpy.ptx");
    const auto asked = later.open(file, Ask::always);
    ASSERT_TRUE(asked.page);
    EXPECT_EQ(asked.page->kernels.at(0).fields[3].line.text, "1000");
}

TEST_F(OutsideFile, ARefusedAnswerKeepsTheOthers)
{
    auto opened = m_files.open(copy("saxpy.ptx"), Ask::if_unknown);
    ASSERT_TRUE(opened.page);
    opened.page->kernels[0].fields[1].line.text = "2048";
    opened.page->kernels[0].fields[3].line.text = "1234";
    const auto answered = m_files.answer(*opened.page);
    ASSERT_TRUE(answered.page);
    EXPECT_THAT(answered.page->kernels[0].fields[1].line.refusal, testing::HasSubstr("between 1 and 1024"));
    EXPECT_EQ(answered.page->kernels[0].fields[1].line.text, "2048");
    EXPECT_EQ(answered.page->kernels[0].fields[3].line.text, "1234");
    EXPECT_FALSE(fs::exists(m_folder.path() / "saxpy.ptx.warpstage.toml"));
}

TEST_F(OutsideFile, AFileThatChangedWhileTheFormWasOpenIsCompiledAgain)
{
    const auto file = copy("saxpy.ptx");
    auto opened = m_files.open(file, Ask::if_unknown);
    ASSERT_TRUE(opened.page);
    std::ofstream(file, std::ios::app) << "// changed\n";
    const auto answered = m_files.answer(*opened.page);
    ASSERT_NE(answered.lesson, nullptr) << error_of(answered);
    EXPECT_NE(answered.lesson->source.find("// changed"), std::string::npos) << "the PTX is its own source";
    fs::copy_file(fs::path { WARPSTAGE_FIXTURES } / "kernel_run/magnify.ptx", file, fs::copy_options::overwrite_existing);
    const auto other = m_files.answer(*opened.page);
    ASSERT_TRUE(other.page) << "another kernel needs other arguments";
}

TEST_F(OutsideFile, AReadOnlyFolderIsRememberedInTheUsersFolder)
{
    const fs::path locked = m_folder.path() / "locked";
    fs::create_directories(locked);
    fs::copy_file(fs::path { WARPSTAGE_FIXTURES } / "kernel_run/saxpy.ptx", locked / "saxpy.ptx");
    // Also for root, who may write everywhere: the file's name is taken by a folder that is not empty.
    fs::create_directories(locked / "saxpy.ptx.warpstage.toml" / "full");
    auto page = m_files.open(locked / "saxpy.ptx", Ask::always).page;
    ASSERT_TRUE(page);
    const auto answered = m_files.answer(*page);
    ASSERT_NE(answered.lesson, nullptr) << error_of(answered);
    EXPECT_EQ(std::distance(fs::directory_iterator { m_folder.path() / "data" / "answers" }, {}), 1);
}

TEST_F(OutsideFile, ErrorsAreSentencesInTheForm)
{
    const fs::path file = m_folder.path() / "empty.ptx";
    std::ofstream(file) << ".version 7.0\n.target sm_75\n.address_size 64\n";
    EXPECT_THAT(error_of(m_files.open(file, Ask::if_unknown)), testing::HasSubstr("no kernel."));
    EXPECT_THAT(error_of(m_files.open(m_folder.path() / "gone.cu", Ask::if_unknown)),
        testing::HasSubstr("gone.cu` cannot be read: No such file or directory."));
    if (!gpu::NvrtcCompiler::load() && !gpu::NvccCompiler::find())
        GTEST_SKIP() << "no CUDA compiler";
    const fs::path broken = m_folder.path() / "broken.cu";
    std::ofstream(broken) << "__global__ void f(float* x)\n{\n    x[0] = y;\n}\n";
    EXPECT_THAT(
        error_of(m_files.open(broken, Ask::if_unknown)), testing::HasSubstr("broken.cu, line 3: identifier \"y\" is undefined"));
}

TEST_F(OutsideFile, RunsAndRecordsTheBlockWithAFault)
{
    if (!gpu::NvrtcCompiler::load() && !gpu::NvccCompiler::find())
        GTEST_SKIP() << "no CUDA compiler";
    const fs::path file = m_folder.path() / "shift.cu";
    std::ofstream(file) << "__global__ void shift(float* x, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "    x[i + 1] = 2;\n}\n";
    const auto page = m_files.open(file, Ask::if_unknown).page;
    ASSERT_TRUE(page && page->error.empty());
    const auto opened = m_files.answer(*page);
    ASSERT_NE(opened.lesson, nullptr) << error_of(opened);
    const auto catalog = std::make_shared<const lesson::Catalog>(
        lesson::Catalog::load(std::vector<fs::path> { fs::path { WARPSTAGE_ASSETS } / "lessons" }));
    session::SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = "banks";
    const auto session = *session::Session::create(catalog, options);
    session->submit(session::ShowLesson { opened.lesson });
    for (int i = 0; i < 4; ++i) {
        session->tick(std::chrono::steady_clock::now());
        session->settle();
    }
    const auto shown = session->snapshot();
    ASSERT_NE(shown->run->recording, nullptr);
    ASSERT_TRUE(shown->run->recording->trap) << "of the last block, not of the middle one";
    EXPECT_EQ(shown->run->recording->trap->location.line, 4U);
    EXPECT_EQ(shown->run->recording->trap->block.x, 255U);
    // The lesson written from it is complete.
    const auto written = turn_into_lesson(*opened.lesson, m_folder.path() / "lessons");
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(written->filename(), "shift");
    EXPECT_THAT(lesson::lint_lesson(*written), testing::ElementsAre());
    EXPECT_EQ(turn_into_lesson(*opened.lesson, m_folder.path() / "lessons")->filename(), "shift-2");
    EXPECT_FALSE(turn_into_lesson(**catalog->find("banks"), m_folder.path()));
}

TEST_F(OutsideFile, AKernelsFileOfALessonOpensTheLesson)
{
    const auto opened = m_files.open(fs::path { WARPSTAGE_ASSETS } / "lessons" / "03-banks" / "kernels.cu", Ask::if_unknown);
    ASSERT_NE(opened.lesson, nullptr) << error_of(opened);
    EXPECT_EQ(opened.lesson->id, "banks");
    EXPECT_TRUE(opened.lesson->origin.outside.empty());
}

TEST_F(OutsideFile, OpensThroughTheOptionsOfTheProgram)
{
    const auto file = copy("saxpy.ptx");
    ASSERT_EQ(::setenv("XDG_DATA_HOME", (m_folder.path() / "home").c_str(), 1), 0);
    const std::string picture = (m_folder.path() / "stage.png").string();
    const auto ended = cli::run(
        file.string() + " --engine vm --set p1=4096 --offscreen 640x400 --frames 8 --press 3:Enter --screenshot " + picture);
    ::unsetenv("XDG_DATA_HOME");
    if (ended.status == 2 && ended.output.find("EGL") != std::string::npos)
        GTEST_SKIP() << ended.output;
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_TRUE(fs::exists(picture));
    EXPECT_TRUE(fs::exists(m_folder.path() / "saxpy.ptx.warpstage.toml")) << "Enter has answered the form";
    const auto lesson = cli::run("new-lesson mine --from " + file.string() + " --in " + m_folder.path().string());
    EXPECT_EQ(lesson.status, 0) << lesson.output;
    EXPECT_THAT(lesson::lint_lesson(m_folder.path() / "mine"), testing::ElementsAre());
    EXPECT_APPROVED(cli::run("gone.cu", cli::kErrorsOnly).output);
}

// Off screen the program waits for everything that it computes.
TEST_F(OutsideFile, AnEndlessLoopEndsWithASentenceAndAStatus)
{
    const auto file = copy("endless.ptx");
    ASSERT_EQ(::setenv("XDG_DATA_HOME", (m_folder.path() / "home").c_str(), 1), 0);
    const auto ended = cli::run(file.string() + " --engine vm --offscreen 640x400 --frames 8 --press 3:Enter", cli::kErrorsOnly);
    ::unsetenv("XDG_DATA_HOME");
    if (ended.status == 2 && ended.output.find("EGL") != std::string::npos)
        GTEST_SKIP() << ended.output;
    EXPECT_EQ(ended.status, 1) << ended.output;
    EXPECT_THAT(ended.output, testing::StartsWith("warpstage: endless.ptx: The block has exhausted its budget of 33554432 warp"));
}

TEST_F(OutsideFile, OptionsThatTheKernelsDoNotHaveAreRefused)
{
    const auto file = copy("saxpy.ptx");
    ASSERT_EQ(::setenv("XDG_DATA_HOME", (m_folder.path() / "home").c_str(), 1), 0);
    const std::string words = file.string() + " --engine vm --offscreen 640x400 --frames 8 --press 3:Enter ";
    const auto unknown = cli::run(words + "--set q=1", cli::kErrorsOnly);
    const auto large = cli::run(words + "--set p1=1000000000000", cli::kErrorsOnly);
    const auto variant = cli::run(words + "--variant other", cli::kErrorsOnly);
    ::unsetenv("XDG_DATA_HOME");
    if (unknown.output.find("EGL") != std::string::npos)
        GTEST_SKIP() << unknown.output;
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.output, testing::HasSubstr("warpstage: `--set q=1`: "));
    EXPECT_EQ(large.status, 2);
    EXPECT_THAT(large.output, testing::HasSubstr("warpstage: `--set p1=1000000000000`: "));
    EXPECT_EQ(variant.status, 2);
    EXPECT_APPROVED(variant.output);
}

} // namespace
} // namespace warpstage::shell

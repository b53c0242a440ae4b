// Messages for a lesson's author: all mistakes, not only the first one.
#include "core/lesson/lint.h"
#include "tests/approved.h"
#include "tests/core/lesson/fixtures.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace warpstage::lesson {
namespace {

namespace fs = std::filesystem;

// A copy of the described fixture that a test may modify.
class LintLesson : public testing::Test {
protected:
    void SetUp() override
    {
        fs::remove_all(m_folder);
        fs::create_directories(m_folder.parent_path());
        fs::copy(kFixtures / "described/01-double", m_folder);
        touch("kernels.cu", -10);
        touch("kernels.ptx", 0);
    }
    void TearDown() override { fs::remove_all(m_folder.parent_path()); }

    void touch(const std::string& file, int seconds)
    {
        fs::last_write_time(m_folder / file, fs::file_time_type::clock::now() + std::chrono::seconds(seconds));
    }

    void replace(const std::string& old_text, const std::string& new_text)
    {
        std::ifstream in { m_folder / "lesson.toml" };
        std::string text { std::istreambuf_iterator<char> { in }, {} };
        const auto at = text.find(old_text);
        ASSERT_NE(at, std::string::npos) << old_text;
        text.replace(at, old_text.size(), new_text);
        std::ofstream { m_folder / "lesson.toml" } << text;
    }

    // A folder per test, because tests may run in parallel.
    fs::path m_folder = fs::temp_directory_path()
        / fmt::format("warpstage-lint-{}-{}", testing::UnitTest::GetInstance()->current_test_info()->name(), getpid())
        / "01-double";
};

TEST_F(LintLesson, NamesEveryMistake)
{
    replace("label = \"elements\"", "lable = \"elements\"");
    replace("type = \"s32\"", "type = \"int\"");
    replace("\"u32=n\"", "\"u32=n +\"");
    fs::remove(m_folder / "notes.md");
    EXPECT_APPROVED(lint_lesson(m_folder));
}

TEST_F(LintLesson, APowerInOldNotationIsAMistake)
{
    replace("\"u32=n\"", "\"u32=n^2\"");
    EXPECT_APPROVED(lint_lesson(m_folder));
}

TEST_F(LintLesson, AParameterWhoseLimitsYieldNoPlanIsAMistake)
{
    EXPECT_APPROVED(lint_lesson(m_folder));
    replace("\"2^40\"", "\"2^20\"");
    EXPECT_THAT(lint_lesson(m_folder), testing::IsEmpty());
}

TEST_F(LintLesson, PtxOlderThanItsSourceIsAMistake)
{
    replace("\"2^40\"", "\"2^20\"");
    touch("kernels.ptx", -20);
    EXPECT_APPROVED(lint_lesson(m_folder));
}

// `cp -r` writes the files in the order of the folder.
TEST_F(LintLesson, TimesOfACopiedFolderAreNoMistake)
{
    replace("\"2^40\"", "\"2^20\"");
    touch("kernels.ptx", -12);
    EXPECT_THAT(lint_lesson(m_folder), testing::IsEmpty());
}

TEST_F(LintLesson, AFolderWithoutALessonIsOneMistake)
{
    EXPECT_APPROVED(lint_lesson(m_folder.parent_path() / "nothing"));
}

} // namespace
} // namespace warpstage::lesson

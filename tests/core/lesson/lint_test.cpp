// Messages for a lesson's author: all mistakes, not only the first one.
#include "core/lesson/lint.h"
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
    EXPECT_THAT(lint_lesson(m_folder),
        testing::ElementsAre("01-double/lesson.toml:8: unknown key `lable`. Did you mean `label`?",
            "01-double/lesson.toml:6: the key `label` is missing.",
            "01-double/lesson.toml:16: `int` is not a type. Use s8, u8, s16, u16, s32, u32, s64, u64, f16, bf16, f32 or f64.",
            "01-double/lesson.toml:41: `arguments`: a value is missing at the end.\n    n +\n       ^",
            "01-double/notes.md is missing: this file contains the speaker's notes; one line is enough."));
}

TEST_F(LintLesson, APowerInOldNotationIsAMistake)
{
    replace("\"u32=n\"", "\"u32=n^2\"");
    EXPECT_THAT(lint_lesson(m_folder),
        testing::ElementsAre("01-double/lesson.toml:41: `arguments`: `^` is the exclusive or, as in C. Use `pow(a, b)` for a "
                             "power, or `1 << n` for a "
                             "power of two. For an exclusive or, write the constant in hexadecimal.\n    n^2\n     ^"));
}

TEST_F(LintLesson, AParameterWhoseLimitsYieldNoPlanIsAMistake)
{
    EXPECT_THAT(lint_lesson(m_folder),
        testing::ElementsAre("01-double/lesson.toml:14: buffer `input` of s32 must have 1 to 268435456 elements, but `n` is "
                             "1099511627776: limit the range of the parameters. (with n = 1099511627776)"));
    replace("\"2^40\"", "\"2^20\"");
    EXPECT_THAT(lint_lesson(m_folder), testing::IsEmpty());
}

TEST_F(LintLesson, PtxOlderThanItsSourceIsAMistake)
{
    replace("\"2^40\"", "\"2^20\"");
    touch("kernels.ptx", -20);
    EXPECT_THAT(lint_lesson(m_folder),
        testing::ElementsAre("01-double/kernels.ptx is older than kernels.cu: compile it again with nvcc -ptx -arch=compute_75 "
                             "-lineinfo -o kernels.ptx kernels.cu."));
}

TEST_F(LintLesson, AFolderWithoutALessonIsOneMistake)
{
    EXPECT_THAT(lint_lesson(m_folder.parent_path() / "nothing"),
        testing::ElementsAre("nothing/lesson.toml is missing: this file describes the lesson."));
}

} // namespace
} // namespace warpstage::lesson

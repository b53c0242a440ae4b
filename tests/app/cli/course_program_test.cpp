// `warpstage course`, `check` of a solution and `grade`.
#include "core/base/process/file_lock.h"
#include "core/base/temporary_folder.h"
#include "tests/app/cli/started_program.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace warpstage::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CourseProgram : public ::testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string& name) const { return (m_root.path() / name).string(); }
    [[nodiscard]] std::string get(const std::string& name) const
    {
        std::ostringstream text;
        text << std::ifstream { m_root.path() / name, std::ios::binary }.rdbuf();
        return text.str();
    }
    [[nodiscard]] Ended write(const std::string& words) const
    {
        return run("course --no-handouts -o " + path("kit") + " --lesson banks " + words);
    }
    [[nodiscard]] static fs::path shipped(const std::string& id) { return fs::path { WARPSTAGE_ASSETS } / "exercises" / id; }

    TemporaryFolder m_root;
};

TEST_F(CourseProgram, WritesAPageAndExercisesWithoutSolutions)
{
    const auto ended = write("--exercise transpose --exercise race --title 'A <course>' --deadline 'Friday & not later' "
                             "--class-server https://example.edu/class/");
    ASSERT_EQ(ended.status, 0) << ended.output;
    EXPECT_THAT(get("kit/index.html"),
        AllOf(HasSubstr("default-src 'none'"), HasSubstr("A &lt;course&gt;"), HasSubstr("Friday &amp; not later"),
            HasSubstr("exercises/transpose/index.html"), HasSubstr("width=device-width"), HasSubstr("https://example.edu/class/"),
            Not(HasSubstr("<script"))));
    EXPECT_THAT(get("kit/exercises/transpose/index.html"),
        AllOf(HasSubstr("at most 0"), HasSubstr("constexpr int kTile"), HasSubstr("../../style.css"),
            HasSubstr("<summary>Hints</summary>")));
    EXPECT_THAT(get("kit/style.css"), HasSubstr("prefers-color-scheme: dark"));
    for (const auto& entry : fs::recursive_directory_iterator { m_root.path() / "kit" })
        EXPECT_THAT(entry.path().filename().string(), Not(::testing::AnyOf("solution.cu", "grading.toml", "reference.cu")));
    EXPECT_EQ(get("kit/exercises/race/kernels.cu"), [] {
        std::ostringstream text;
        text << std::ifstream { shipped("race") / "kernels.cu" }.rdbuf();
        return text.str();
    }());
}

TEST_F(CourseProgram, WritesTheLecturersCopyElsewhere)
{
    ASSERT_EQ(write("--exercise race --lecturer " + path("lecturer")).status, 0);
    EXPECT_TRUE(fs::exists(path("lecturer/exercises/race/solution.cu")));
    EXPECT_THAT(get("lecturer/README.md"), HasSubstr("warpstage grade submissions -o grades.csv --exercise exercises/race"));
    const auto inside = write("--exercise race --lecturer " + path("kit/lecturer"));
    EXPECT_EQ(inside.status, 2);
    EXPECT_APPROVED(line_from(inside.output, "must be"));
}

TEST_F(CourseProgram, NamesAnExerciseThatDoesNotExist)
{
    EXPECT_APPROVED(line_from(write("--exercise transpos").output, "Did you"));
    EXPECT_APPROVED(line_from(write("--exercise /nowhere/at/all").output, "is not"));
}

TEST_F(CourseProgram, ChecksTheFileInTheFolderOfAnExercise)
{
    ASSERT_EQ(write("--exercise race").status, 0);
    const auto start = run("check " + path("kit/exercises/race/kernels.cu"));
    EXPECT_EQ(start.status, 1);
    EXPECT_THAT(start.output,
        AllOf(HasSubstr("failed"), HasSubstr("No race and no uninitialized read"), HasSubstr("at line 17"), HasSubstr("10 |")));
    fs::copy_file(shipped("race") / "solution.cu", path("mine.cu"));
    const auto solved = run("check --json --exercise race " + path("mine.cu"));
    EXPECT_EQ(solved.status, 0) << solved.output;
    const auto json = nlohmann::json::parse(solved.output);
    EXPECT_EQ(json.at("points"), 10);
    EXPECT_EQ(json.at("requirements").size(), 3U);
    EXPECT_APPROVED(line_from(run("check " + path("mine.cu")).output, "Name the"));
    EXPECT_THAT(run("check banks --json").output, HasSubstr("require a .cu file"));
    EXPECT_THAT(run("check " + path("kit/exercises/race")).output,
        HasSubstr(
            "is the folder of an exercise. Check the file in it: `warpstage check " + path("kit/exercises/race/kernels.cu")));
    EXPECT_APPROVED(line_from(run("check " + path("kit")).output, "`warpstage grade`"));
}

TEST_F(CourseProgram, GradesAndKeepsTheRowsOfUnchangedSubmissions)
{
    fs::create_directories(path("class/ada"));
    fs::copy_file(shipped("race") / "solution.cu", path("class/ada/kernels.cu"));
    std::ofstream { path("class/bob.cu") } << "#include \"/etc/passwd\"\n";
    const std::string words = "grade " + path("class") + " --exercise race -o " + path("grades.csv");
    const auto first = run(words);
    ASSERT_EQ(first.status, 0) << first.output;
    EXPECT_APPROVED(line_from(first.output, "2 of"));
    const auto table = get("grades.csv");
    EXPECT_THAT(table, AllOf(HasSubstr("\nada,race,10,10,4,5,1,"), HasSubstr("\nbob,race,0,10,0,0,0,"), Not(HasSubstr("root:"))));
    EXPECT_APPROVED(line_from(run(words).output, "(2 unchanged"));
    EXPECT_EQ(get("grades.csv"), table);
}

TEST_F(CourseProgram, TwoGradersDoNotWriteOneTable)
{
    fs::create_directories(path("class"));
    fs::copy_file(shipped("race") / "solution.cu", path("class/ada.CU"));
    const std::string words = "grade " + path("class") + " --exercise race -o " + path("grades.csv");
    {
        const FileLock other { path("grades.csv") };
        const auto ended = run(words);
        EXPECT_EQ(ended.status, 2);
        EXPECT_THAT(ended.output, HasSubstr("Another `warpstage grade` writes"));
        EXPECT_FALSE(fs::exists(path("grades.csv")));
    }
    EXPECT_APPROVED(line_from(run(words).output, "1 of"));
}

TEST_F(CourseProgram, NeverOverwritesAnotherFile)
{
    fs::create_directories(path("class"));
    std::ofstream { path("class/bob.cu") } << "x";
    std::ofstream { path("class.csv") } << "name,phone\nbob,123\n";
    const auto ended = run("grade " + path("class") + " --exercise race -o " + path("class.csv"));
    EXPECT_EQ(ended.status, 2);
    EXPECT_APPROVED(line_from(ended.output, "is not"));
    EXPECT_EQ(get("class.csv"), "name,phone\nbob,123\n");
}

} // namespace
} // namespace warpstage::cli

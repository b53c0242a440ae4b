#include "core/base/temporary_folder.h"
#include "core/exercise/exercise.h"
#include "tests/approved.h"
#include "tests/core/exercise/exercises.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::exercise {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class ExerciseFile : public ::testing::Test {
protected:
    void SetUp() override
    {
        fs::copy(fs::path { WARPSTAGE_ASSETS } / "exercises" / "race", m_folder, fs::copy_options::recursive);
        m_text = text_of(m_folder / kExerciseFile);
    }

    // The message for the file with the first `from` replaced.
    [[nodiscard]] std::string mistake(const std::string& from, const std::string& to) const
    {
        auto text = m_text;
        const auto at = text.find(from);
        VERIFY(at != std::string::npos);
        VERIFY(write_whole_file(m_folder / kExerciseFile, text.replace(at, from.size(), to)).ok());
        const auto loaded = load_exercise(m_folder);
        return loaded ? "no mistake" : loaded.error().message;
    }

    TemporaryFolder m_root;
    fs::path m_folder = m_root.path() / "race";
    std::string m_text;
};

TEST_F(ExerciseFile, IsRead)
{
    const auto exercise = load_exercise(m_folder);
    ASSERT_TRUE(exercise.ok()) << exercise.error().message;
    EXPECT_EQ(exercise->id, "race");
    EXPECT_EQ(exercise->points(), 10U);
    EXPECT_EQ(exercise->sizes.size(), 3U);
    EXPECT_EQ(parameters_text(*exercise, exercise->sizes.front()), "n=512");
    EXPECT_APPROVED(limit_text(*exercise, exercise->requirements.back()));
}

TEST_F(ExerciseFile, NamesEachMistakeWithItsLine)
{
    EXPECT_THAT(mistake("gpu = \"H200\"", "gpu = \"H2OO\""), HasSubstr("exercise.toml:2: "));
    EXPECT_THAT(mistake("sizes = [{ n = 512 }", "sizes = [{ m = 512 }"), HasSubstr("exercise.toml:3: "));
    EXPECT_THAT(mistake("sizes = [{ n = 512 }, { n = 200 }, { n = 1 }]", "sizes = []"), HasSubstr("must be a list"));
    EXPECT_APPROVED(mistake("measured = ", "mesured = "));
    EXPECT_THAT(mistake("measured = { n = \"2^16\" }\nmeasured_step = { n = 128 }", ""), HasSubstr("require `measured`"));
    EXPECT_APPROVED(mistake("measured_step = { n = 128 }", "measured_step = { m = 128 }"));
    EXPECT_APPROVED(mistake("needs_other = true", "needs_other = 1"));
    EXPECT_APPROVED(mistake("hints = [\"Elements outside the array count as 0.\"]", "hints = []"));
    EXPECT_APPROVED(mistake("hints = [\"Elements outside the array count as 0.\"]", "hints = [\"a\", 7]"));
    EXPECT_APPROVED(mistake("metric = \"wavefronts_excessive\"", "metric = \"wavefronts_excesive\""));
    EXPECT_THAT(mistake("at_most = 0", ""), HasSubstr("`at_most` or `at_least`"));
    EXPECT_THAT(mistake("check = \"hazards\"", "check = \"races\""), HasSubstr("`result` or `hazards`"));
    EXPECT_APPROVED(mistake("check = \"hazards\"", "check = \"hazards\"\ntime_us = 1"));
    EXPECT_THAT(mistake("id = \"hazards\"", "id = \"result\""), HasSubstr("two requirements"));
    EXPECT_APPROVED(mistake("points = 5", "points = 0.5"));
    EXPECT_THAT(mistake("points = 5", "points = "), HasSubstr("exercise.toml:"));
}

TEST_F(ExerciseFile, IsRequired)
{
    fs::remove(m_folder / kExerciseFile);
    const auto loaded = load_exercise(m_folder);
    ASSERT_FALSE(loaded.ok());
    EXPECT_THAT(loaded.error().message, HasSubstr("is not an exercise"));
}

TEST_F(ExerciseFile, WorksWithoutTheLecturersFiles)
{
    fs::remove(m_folder / kGradingFile);
    fs::remove(m_folder / kSolutionFile);
    const auto exercise = load_exercise(m_folder);
    ASSERT_TRUE(exercise.ok()) << exercise.error().message;
    EXPECT_TRUE(exercise->hidden.empty());
}

} // namespace
} // namespace warpstage::exercise

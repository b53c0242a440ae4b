// [[cue]]: parsing, and every mistake with its line.
#include "core/lesson/lesson.h"
#include "core/lesson/lint.h"
#include "tests/approved.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace warpstage::lesson {
namespace {

namespace fs = std::filesystem;

// A copy of the described fixture; the cues follow its 46 lines.
class LessonCues : public testing::Test {
protected:
    void SetUp() override
    {
        fs::remove_all(m_folder);
        fs::create_directories(m_folder.parent_path());
        fs::copy(fs::path { WARPSTAGE_FIXTURES } / "lessons/described/01-double", m_folder);
        std::ifstream in { m_folder / "lesson.toml" };
        const std::string text { std::istreambuf_iterator<char> { in }, {} };
        m_lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
    }
    void TearDown() override { fs::remove_all(m_folder.parent_path()); }

    void write(const std::string& cues) const { std::ofstream { m_folder / "lesson.toml", std::ios::app } << cues; }

    // The mistakes of a cue with these lines after `[[cue]]`.
    [[nodiscard]] std::vector<std::string> mistakes(const std::string& lines) const
    {
        write("[[cue]]\n" + lines);
        auto said = lint_lesson(m_folder, { CueFigure { "scene" }, CueFigure { "banks" } });
        // The fixture itself exceeds its maximum, which another test covers.
        std::erase_if(said, [](const std::string& one) { return one.find("(with n = ") != std::string::npos; });
        return said;
    }

    // "01-double/lesson.toml:LINE: ", counted from the line of [[cue]].
    [[nodiscard]] std::string at(std::size_t line) const { return fmt::format("01-double/lesson.toml:{}: ", m_lines + 1 + line); }

    fs::path m_folder = fs::temp_directory_path()
        / fmt::format("warpstage-cues-{}-{}", testing::UnitTest::GetInstance()->current_test_info()->name(), getpid())
        / "01-double";
    std::size_t m_lines = 0;
};

TEST_F(LessonCues, AreReadInTheirOrder)
{
    write(R"([[cue]]
variant = "plain"
caption = "First."

[[cue]]
variant = "plain"
parameters = { n = 64 }
figure = "banks"
line = "__global__"
access = 2
warp = 1
architecture = "3.5:8byte"
warp_width = 4
beside = "plain"
resident_blocks = 4
cycles = 2000
sweep = { n = [64, "2^8", 1024] }
predict = "How many?"
caption = "Two."
)");
    const auto lesson = load_lesson(m_folder);
    ASSERT_TRUE(lesson) << lesson.error().message;
    ASSERT_EQ(lesson->cues.size(), 2U);
    EXPECT_EQ(lesson->cues[0].caption, "First.");
    EXPECT_EQ(lesson->cues[0].question, "");
    EXPECT_EQ(lesson->cues[0].line, 0U);
    EXPECT_EQ(lesson->cues[0].figure, "");
    const auto& second = lesson->cues[1];
    EXPECT_EQ(second.parameters.at("n"), "64");
    EXPECT_EQ(second.figure, "banks");
    EXPECT_EQ(second.line, 1U);
    EXPECT_EQ(second.access, 2U);
    EXPECT_EQ(second.warp, 1U);
    EXPECT_EQ(second.architecture, "3.5:8byte");
    EXPECT_EQ(second.warp_width, 4U);
    EXPECT_EQ(lesson->cues[0].warp_width, 0U) << "32";
    EXPECT_EQ(second.beside, 0U);
    EXPECT_FALSE(lesson->cues[0].beside);
    EXPECT_EQ(second.resident_blocks, 4U);
    EXPECT_EQ(second.cycles, 2000U);
    EXPECT_EQ(second.swept, "n");
    EXPECT_THAT(second.swept_values, testing::ElementsAre("64", "2^8", "1024"));
    EXPECT_EQ(lesson->cues[0].swept, "");
    EXPECT_EQ(lesson->cues[0].resident_blocks, 0U) << "the maximum";
    EXPECT_EQ(lesson->cues[0].cycles, 0U) << "all";
    EXPECT_EQ(second.question, "How many?");
    EXPECT_EQ(lesson->settings_of(second, EngineKind::vm).integer("n"), 64);
    EXPECT_EQ(lesson->settings_of(lesson->cues[0], EngineKind::vm).integer("n"), 1024);
}

TEST_F(LessonCues, OfferAnswersToTheirQuestion)
{
    write("[[cue]]\nvariant = \"plain\"\npredict = \"How many?\"\nchoices = [\"1\", \"2\", \"many\"]\nanswer = 3\n"
          "caption = \"Many.\"\n");
    const auto lesson = load_lesson(m_folder);
    ASSERT_TRUE(lesson) << lesson.error().message;
    EXPECT_THAT(lesson->cues[0].choices, testing::ElementsAre("1", "2", "many"));
    EXPECT_EQ(lesson->cues[0].answer, 2U) << "an index";
}

TEST_F(LessonCues, ChoicesAndAnswerBelongTogetherAndToAQuestion)
{
    const std::string cue = "variant = \"plain\"\ncaption = \"c\"\n";
    EXPECT_THAT(mistakes(cue + "answer = 1\n"), testing::ElementsAre(at(3) + "`answer` requires `choices`."));
}

TEST_F(LessonCues, ChoicesWithoutAQuestionOrAnAnswerAreMistakes)
{
    const std::string cue = "variant = \"plain\"\ncaption = \"c\"\n";
    EXPECT_APPROVED(mistakes(cue + "choices = [\"a\", \"b\"]\n"));
}

TEST_F(LessonCues, AnAnswerBeyondTheChoicesIsAMistake)
{
    const std::string cue = "variant = \"plain\"\ncaption = \"c\"\npredict = \"q\"\n";
    EXPECT_APPROVED(mistakes(cue + "choices = [\"a\", \"b\"]\nanswer = 3\n"));
}

TEST_F(LessonCues, FiveChoicesAreAMistake)
{
    const std::string cue = "variant = \"plain\"\ncaption = \"c\"\npredict = \"q\"\n";
    EXPECT_THAT(mistakes(cue + "choices = [\"a\", \"b\", \"c\", \"d\", \"e\"]\nanswer = 1\n"),
        testing::ElementsAre(at(4) + "`choices` must be 2 to 4 strings."));
}

TEST_F(LessonCues, ADuplicateChoiceIsAMistake)
{
    const std::string cue = "variant = \"plain\"\ncaption = \"c\"\npredict = \"q\"\n";
    EXPECT_APPROVED(mistakes(cue + "choices = [\"a\", \"a\"]\nanswer = 1\n"));
}

TEST_F(LessonCues, WithoutAVariantOrACaptionAreMistakes)
{
    EXPECT_THAT(mistakes("line = 1\n"),
        testing::ElementsAre(at(0) + "the key `variant` is missing.", at(0) + "the key `caption` is missing."));
}

TEST_F(LessonCues, AnotherVariantIsAMistake)
{
    EXPECT_APPROVED(mistakes("variant = \"plane\"\ncaption = \"c\"\n"));
}

TEST_F(LessonCues, AnotherVariantBesideIsAMistake)
{
    EXPECT_APPROVED(mistakes("variant = \"plain\"\ncaption = \"c\"\nbeside = \"plane\"\n"));
}

TEST_F(LessonCues, AVariantWithoutSimilarNamesIsAMistake)
{
    EXPECT_APPROVED(mistakes("variant = \"elsewhere\"\ncaption = \"c\"\n"));
}

TEST_F(LessonCues, AParameterOutOfItsRangeIsAMistake)
{
    const auto said = mistakes("variant = \"plain\"\ncaption = \"c\"\nparameters = { n = 7 }\n");
    ASSERT_EQ(said.size(), 1U);
    EXPECT_THAT(said.front(), testing::StartsWith(at(3)));
    EXPECT_THAT(said.front(), testing::HasSubstr("7"));
}

TEST_F(LessonCues, ATimedParameterOutOfItsRangeIsAMistake)
{
    const auto said = mistakes("variant = \"plain\"\ncaption = \"c\"\ntimed = { n = 7 }\n");
    ASSERT_EQ(said.size(), 1U);
    EXPECT_THAT(said.front(), testing::StartsWith(at(3)));
    EXPECT_THAT(said.front(), testing::HasSubstr("7"));
}

TEST_F(LessonCues, AParameterThatIsAListIsAMistake)
{
    EXPECT_THAT(mistakes("variant = \"plain\"\ncaption = \"c\"\nparameters = { n = [7] }\n"),
        testing::ElementsAre(at(3) + "`n` must be a string, a number or a boolean."));
}

TEST_F(LessonCues, ATextThatNoLineContainsIsAMistake)
{
    EXPECT_APPROVED(mistakes("variant = \"plain\"\ncaption = \"c\"\nline = \"nowhere\"\n"));
}

TEST_F(LessonCues, ALineAfterTheLastIsAMistake)
{
    EXPECT_APPROVED(mistakes("variant = \"plain\"\ncaption = \"c\"\nline = 9\n"));
}

TEST_F(LessonCues, InvalidValuesAreMistakes)
{
    const auto said = mistakes("variant = \"plain\"\ncaption = \"c\"\nfigure = \"bank\"\nline = 0\nwarp = 32\naccess = 0\n");
    EXPECT_APPROVED(said);
}

TEST_F(LessonCues, AnAccessWithoutALineIsAMistake)
{
    EXPECT_THAT(mistakes("variant = \"plain\"\ncaption = \"c\"\naccess = 1\n"),
        testing::ElementsAre(at(3) + "`access` requires `line`."));
}

TEST_F(LessonCues, AnUnknownArchitectureIsAMistake)
{
    const auto said = mistakes("variant = \"plain\"\ncaption = \"c\"\narchitecture = \"1.7\"\n");
    ASSERT_EQ(said.size(), 1U);
    EXPECT_THAT(said.front(), testing::AllOf(testing::StartsWith(at(3)), testing::HasSubstr("1.7")));
}

TEST_F(LessonCues, ACaptionThatIsTooLongIsAMistake)
{
    EXPECT_APPROVED(mistakes(fmt::format("variant = \"plain\"\ncaption = \"{}\"\n", std::string(300, 'x'))));
}

TEST_F(LessonCues, TooManyResidentBlocksAreAMistake)
{
    EXPECT_APPROVED(mistakes("variant = \"plain\"\ncaption = \"c\"\nresident_blocks = 33\ncycles = 1\n"));
}

TEST_F(LessonCues, AWarpHas2To32Lanes)
{
    std::vector<std::string> expected; // each call adds a cue to the file
    for (const char* width : { "1", "3", "64", "\"2\"" }) {
        expected.push_back(at(3 + 4 * expected.size()) + "`warp_width` must be 2, 4, 8, 16 or 32.");
        EXPECT_EQ(mistakes(std::string("variant = \"plain\"\ncaption = \"c\"\nwarp_width = ") + width + "\n"), expected);
    }
}

TEST_F(LessonCues, ASweepHasOneParameterAndTwoOrMoreValidValues)
{
    std::vector<std::string> expected; // each call adds a cue to the file
    const auto expect = [&](const char* sweep, std::size_t line, const std::string& sentence) {
        expected.push_back(at(line + 4 * expected.size()) + sentence);
        EXPECT_EQ(mistakes(std::string("variant = \"plain\"\ncaption = \"c\"\nsweep = ") + sweep + "\n"), expected) << sweep;
    };
    const std::string form = "`sweep` must be a table with one parameter and a list of 2 to 64 values.";
    expect("{}", 3, form);
    expect("{ n = 64 }", 3, form);
    expect("{ n = [64] }", 3, form);
    expect("{ n = [64, 128], m = [1, 2] }", 3, form);
}

TEST_F(LessonCues, ASweepOfAnUnknownParameterOrValueIsAMistake)
{
    EXPECT_THAT(mistakes("variant = \"plain\"\ncaption = \"c\"\nsweep = { m = [1, 2] }\n"), testing::SizeIs(1));
    EXPECT_THAT(mistakes("variant = \"plain\"\ncaption = \"c\"\nsweep = { n = [64, \"many\"] }\n"), testing::SizeIs(2));
}

TEST_F(LessonCues, AnUnknownKeyIsAMistake)
{
    EXPECT_APPROVED(mistakes("variant = \"plain\"\ncaption = \"c\"\nquestion = \"why?\"\n"));
}

TEST_F(LessonCues, TooManyAreAMistake)
{
    std::string cues;
    for (int i = 0; i < 31; ++i)
        cues += "[[cue]]\nvariant = \"plain\"\ncaption = \"c\"\n";
    write(cues);
    EXPECT_THAT(lint_lesson(m_folder, { CueFigure { "scene" }, CueFigure { "banks" } }),
        testing::Contains(fmt::format("01-double/lesson.toml:{}: more than 30 cues: split the lesson.", m_lines + 1 + 90)));
}

TEST_F(LessonCues, ARoleMustNameExistingLines)
{
    write("[[role]]\nid = \"element\"\nkind = \"fetch\"\n[role.lines]\nplain = \"x[\"\n");
    const auto said = lint_lesson(m_folder, { CueFigure { "scene" }, CueFigure { "banks" } });
    EXPECT_THAT(said, testing::Contains(testing::HasSubstr("`kind` must be load or store, not `fetch`.")));
    EXPECT_THAT(said, testing::Contains(testing::HasSubstr("a role needs `lines` of at least two variants.")));
}

TEST_F(LessonCues, ARoleMustNameExistingVariants)
{
    write("[[role]]\nid = \"element\"\nkind = \"load\"\n[role.lines]\nplain = \"no such line\"\nplian = \"x[\"\n");
    const auto said = lint_lesson(m_folder, { CueFigure { "scene" }, CueFigure { "banks" } });
    EXPECT_THAT(said, testing::Contains(testing::HasSubstr("no line of kernels.cu contains `no such line`.")));
    EXPECT_THAT(said, testing::Contains(testing::HasSubstr("a role names the unknown variant `plian`. Did you mean `plain`?")));
}

} // namespace
} // namespace warpstage::lesson

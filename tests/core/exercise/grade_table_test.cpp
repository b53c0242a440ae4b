#include "core/exercise/course_files.h"
#include "core/exercise/feedback.h"
#include "core/exercise/grade_table.h"
#include "core/exercise/source_tokens.h"
#include "tests/approved.h"
#include "tests/core/exercise/exercises.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::exercise {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(SpreadsheetField, IsNoFormulaAndOneLineOfUtf8)
{
    EXPECT_EQ(spreadsheet_field("Novák"), "Novák");
    EXPECT_EQ(spreadsheet_field("=cmd|'/c calc'!A0"), "'=cmd|'/c calc'!A0");
    EXPECT_EQ(spreadsheet_field("+1"), "'+1");
    EXPECT_EQ(spreadsheet_field("-1"), "'-1");
    EXPECT_EQ(spreadsheet_field("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(spreadsheet_field("\t=1"), "' =1");
    EXPECT_EQ(spreadsheet_field("  =1"), "'  =1");
    EXPECT_EQ(spreadsheet_field("a\nb\r\x1b[31m"), "a b  [31m");
    EXPECT_EQ(spreadsheet_field("caf\xe9"), "caf\xef\xbf\xbd");
    EXPECT_EQ(spreadsheet_field(""), "");
    EXPECT_EQ(spreadsheet_field("\uFF1Dcmd|'/c calc'!A0"), "'\uFF1Dcmd|'/c calc'!A0");
    EXPECT_EQ(spreadsheet_field("\u3000\uFF0B1"), "'\u3000\uFF0B1");
    EXPECT_EQ(spreadsheet_field("Eve; =1"), "Eve;' =1"); // `;` separates columns in several languages
    EXPECT_EQ(spreadsheet_field("a;b"), "a;b");
}

TEST(CleanText, HasNoMarksOfDirectionAndIsShort)
{
    EXPECT_EQ(clean_text("gnp\u202e.exe \u2066a\u2069\u200f"), "gnp.exe a");
    EXPECT_EQ(clean_text("\u2020 \u2065"), "\u2020 \u2065");
    std::string umlauts = "x";
    for (int i = 0; i < 1000; ++i)
        umlauts += "ä";
    const auto cut = clean_text(umlauts);
    EXPECT_EQ(cut.size(), 999U + std::string { "…" }.size());
    EXPECT_TRUE(cut.ends_with("ä…"));
}

TEST(Csv, IsReadAsItIsWritten)
{
    const auto rows = parse_csv("a,\"b,\"\"c\"\"\nd\",\r\n,x\n");
    ASSERT_TRUE(rows.ok());
    EXPECT_THAT(*rows, ElementsAre(ElementsAre("a", "b,\"c\"\nd", ""), ElementsAre("", "x")));
    EXPECT_FALSE(parse_csv("a,\"b").ok());
    EXPECT_TRUE(parse_csv("")->empty());
}

class Table : public ::testing::Test {
protected:
    [[nodiscard]] Grade grade(const std::string& student, std::uint64_t fingerprint) const
    {
        Grade grade { student, "Participant 7", 0, failed_assessment(m_exercises.front(), "The result is wrong, \"really\".", 7),
            fingerprint };
        grade.assessment.findings[1] = { Verdict::passed, "Nothing found.", 0 };
        return grade;
    }

    std::vector<Exercise> m_exercises { shipped("race"), shipped("transpose") };
    GradeTable m_table { m_exercises };
};

TEST_F(Table, HasAColumnForEachRequirement)
{
    EXPECT_EQ(m_table.header(),
        "student,exercise,points,possible,result,hazards,conflict_free,coalesced,time,time_us,gpu,line,message,id,fingerprint");
    EXPECT_APPROVED(m_table.row_of(grade("=Eve, \"E\"", 18)));
}

TEST_F(Table, FindsTheRowsOfAnEarlierTable)
{
    const auto row = m_table.row_of(grade("=Eve\xff", 18));
    ASSERT_TRUE(m_table.load(m_table.header() + "\n" + row + "\n").ok());
    EXPECT_EQ(m_table.earlier_row(grade("=Eve\xff", 18)), row);
    EXPECT_FALSE(m_table.earlier_row(grade("=Eve\xff", 19)).has_value());
    EXPECT_FALSE(m_table.earlier_row(grade("Eve", 18)).has_value());
}

TEST_F(Table, KeepsRowsUntilTheyAreReplaced)
{
    const auto eve = m_table.row_of(grade("=Eve", 18));
    const auto bob = m_table.row_of(grade("Bob", 19));
    ASSERT_TRUE(m_table.load(m_table.header() + "\n" + eve + "\n" + bob + "\n").ok());
    EXPECT_EQ(m_table.outdated_row(grade("=Eve", 20)), eve);
    EXPECT_FALSE(m_table.outdated_row(grade("Ada", 18)).has_value());
    EXPECT_THAT(m_table.rows_of_others({ grade("=Eve", 20), grade("Ada", 0) }), ElementsAre(bob));
}

TEST_F(Table, HasNoPointsWithoutAVerdict)
{
    auto busy = grade("Ada", 0);
    busy.assessment.overloaded = true;
    const auto fields = parse_csv(m_table.row_of(busy))->front();
    EXPECT_EQ(fields[GradeTable::kPoints], "");
    EXPECT_EQ(fields[m_table.column("hazards")], "");
    EXPECT_EQ(fields[m_table.column("fingerprint")], "");
}

TEST_F(Table, BecomesFilesOfCourseSystems)
{
    const Rows rows { parse_csv(m_table.row_of(grade("=Ada; =1", 18)))->front() };
    EXPECT_APPROVED(moodle_worksheet(m_table, rows));
    EXPECT_APPROVED(canvas_gradebook(m_table, rows, m_exercises, "lab 1"));
    const auto results = gradescope_results(m_table, rows, m_exercises);
    ASSERT_EQ(results.size(), 1U);
    EXPECT_THAT(results.front().second, AllOf(HasSubstr("\"score\": 5"), HasSubstr("\"max_score\": 4"), HasSubstr("\"failed\"")));
}

TEST(Feedback, HasNoMarkupFromStudents)
{
    const auto exercise = shipped("race");
    auto assessment = failed_assessment(exercise, "<script>alert(1)</script> | `x`", 1);
    assessment.findings[2].measure = { 12.0, 0.0, "wavefronts", { { 7, 12.0 }, { 9, 3.0 } } };
    const std::vector<FeedbackPart> parts { { &exercise, assessment, "int <b>x</b>;\n" } };
    const auto page = feedback_html("<img src=x onerror=alert(1)>", parts);
    EXPECT_THAT(page, Not(AnyOf(HasSubstr("<script"), HasSubstr("<img"), HasSubstr("<b>"))));
    EXPECT_THAT(page, AllOf(HasSubstr("0 of 10 points"), HasSubstr("line 7"), HasSubstr("<svg")));
    EXPECT_THAT(feedback_markdown("# [x](javascript:1)", parts), AllOf(HasSubstr("\\#"), Not(HasSubstr("[x]"))));
    EXPECT_EQ(file_name_of("ada-1.b"), "ada-1.b");
    EXPECT_NE(file_name_of("a/b"), file_name_of("a_b"));
    EXPECT_EQ(file_name_of("../x").find('/'), std::string::npos);
}

TEST(SourceTokens, AreThoseOfTheText)
{
    EXPECT_EQ(tokens_of("a + b; // c\n/* d */ \"e // f\""), (std::vector<std::string> { "a", "+", "b", ";", "\"e // f\"" }));
    EXPECT_EQ(tokens_of("int x = 1.5f;"), tokens_of("int\n\tx=1.5f /**/ ;"));
    EXPECT_EQ(tokens_of("// \\\nhidden\nx"), std::vector<std::string> { "x" });
}

TEST(SourceTokens, ShowACopyWithOtherNames)
{
    const auto start = text_prints(shipped("matmul").lesson->source);
    const auto solution = text_of(shipped("matmul").folder / kSolutionFile);
    auto renamed = solution;
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>> { { "tile_a", "left" }, { "sum", "total" } })
        for (auto at = renamed.find(from); at != std::string::npos; at = renamed.find(from, at + 1))
            renamed.replace(at, from.size(), to);
    EXPECT_GT(similarity(text_prints(solution), text_prints("// copied\n" + renamed), start), 0.95);
    EXPECT_LT(similarity(text_prints(solution), text_prints(text_of(shipped("nbody").folder / kSolutionFile)), start), 0.5);
    EXPECT_EQ(similarity(start, start, start), 0.0);
}

TEST_F(Table, RefusesAFileWithOtherColumns)
{
    EXPECT_FALSE(m_table.load("name,grade\nEve,1\n").ok());
    EXPECT_TRUE(m_table.load("").ok());
}

} // namespace
} // namespace warpstage::exercise

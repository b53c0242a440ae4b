#include "core/exercise/grade_table.h"
#include "tests/approved.h"
#include "tests/core/exercise/exercises.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::exercise {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
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
        Grade grade { student, 0, failed_assessment(m_exercises.front(), "The result is wrong, \"really\".", 7), fingerprint };
        grade.assessment.findings[1] = { Verdict::passed, "Nothing found.", 0 };
        return grade;
    }

    std::vector<Exercise> m_exercises { shipped("race"), shipped("transpose") };
    GradeTable m_table { m_exercises };
};

TEST_F(Table, HasAColumnForEachRequirement)
{
    EXPECT_EQ(m_table.header(),
        "student,exercise,points,possible,result,hazards,conflict_free,coalesced,time,time_us,gpu,line,message,fingerprint");
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

TEST_F(Table, RefusesAFileWithOtherColumns)
{
    EXPECT_FALSE(m_table.load("name,grade\nEve,1\n").ok());
    EXPECT_TRUE(m_table.load("").ok());
}

} // namespace
} // namespace warpstage::exercise

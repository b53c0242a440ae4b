#include "app/console/tables/table.h"
#include "tests/app/console/qt_environment.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpstage::console {
namespace {

using std::chrono_literals::operator""ns;

session::Snapshot two_variants()
{
    session::Snapshot snapshot;
    snapshot.device.edit().engine = { engine::EngineKind::gpu, "NVIDIA H200", "CC 9.0", 9, 0 };
    snapshot.setup.edit().variants = { { "global", "global", "" }, { "shared", "shared | tiled", "" }, { "late", "late", "" } };
    snapshot.timing.edit().variants = { { { 90ns, 168000ns, 200000ns, 12 }, 1.0 }, { { 80000ns, 84000ns, 90000ns, 7 }, 2.0 },
        {} };
    snapshot.setup.edit().variant = 1;
    snapshot.timing.edit().works = { { "accelerate_shared", false, { 1000ns, 2000ns, 3000ns, 7 } } };
    return snapshot;
}

const std::vector<std::size_t> kBackwards { 2, 1, 0 };

TEST(TimingsTable, HasARowPerVariantThatRanAndTheKernelsOfTheCurrentOne)
{
    const Table table = timings_table(two_variants());
    ASSERT_EQ(table.rows.size(), 3U);
    EXPECT_EQ(table.rows[0][0].text, "global");
    EXPECT_EQ(table.rows[0][2].text, "0.168\u2009ms");
    EXPECT_EQ(table.rows[0][2].plain, "168");
    EXPECT_EQ(table.rows[0][7].text, "NVIDIA H200");
    EXPECT_EQ(table.rows[1][6].text, "2.00 ×");
    EXPECT_EQ(table.rows[2][1].text, "accelerate_shared");
    EXPECT_EQ(table.rows[2][5].plain, "7");
}

TEST(TimingsTable, NamesTheDeviceOrTheOriginOfAFile)
{
    auto snapshot = two_variants();
    EXPECT_EQ(timings_table(snapshot).rows[0][7].text, "NVIDIA H200");
    snapshot.device.edit().timing_origin = session::TimingOrigin { "NVIDIA H200", "", false, "2026-11-21 20:51 UTC", 9, 0 };
    EXPECT_EQ(timings_table(snapshot).rows[0][7].text, "NVIDIA H200, 2026-11-21 20:51 UTC");
}

TEST(TimingsTable, HasEstimatesInsteadOfEmulatedTimes)
{
    auto snapshot = two_variants();
    snapshot.device.edit().engine = { engine::EngineKind::vm, "virtual machine", "", 0, 0 };
    for (std::size_t i = 1; i < 3; ++i)
        snapshot.timing.edit().variants[i].emulated = true;
    auto& estimates = snapshot.estimates.edit();
    estimates.gpu = "GeForce GTX 280";
    timing::StepEstimate step;
    step.time = 5000ns;
    step.limiter = timing::Limiter::dram;
    step.works = { { 0, "accelerate_shared", 4000ns, timing::Limiter::dram, {}, 0.5, 1.0 } };
    estimates.variants = { {},
        { session::VariantEstimate::State::ready, std::make_shared<const timing::StepEstimate>(step), {}, 1.0 },
        { session::VariantEstimate::State::pending, nullptr, {}, 0.0 } };
    const Table table = timings_table(snapshot);
    ASSERT_EQ(table.columns.size(), 10U);
    EXPECT_EQ(table.columns[8].title, "Estimated");
    ASSERT_EQ(table.rows.size(), 3U) << "the variant on the host, the estimated step, its kernel";
    for (const auto& row : table.rows)
        EXPECT_EQ(row.size(), 10U);
    EXPECT_APPROVED(table.rows[0][7].text);
    EXPECT_EQ(table.rows[0][8].text, "");
    EXPECT_EQ(table.rows[1][2].text, "") << "an emulated time is not shown";
    EXPECT_EQ(table.rows[1][7].text, "estimated for GeForce GTX 280");
    EXPECT_EQ(table.rows[1][8].plain, "5");
    EXPECT_EQ(table.rows[1][9].text, timing::name_of(timing::Limiter::dram));
    EXPECT_EQ(table.rows[2][1].text, "accelerate_shared");
    EXPECT_EQ(table.rows[2][8].plain, "4");
}

TEST(TimingsTable, ShowsPublishedResultsOnRequest)
{
    auto snapshot = two_variants();
    EXPECT_EQ(timings_table(snapshot).columns.size(), 8U);
    lesson::Lesson lesson;
    lesson.id = "transpose";
    snapshot.setup.edit().lesson = std::make_shared<const lesson::Lesson>(std::move(lesson));
    const auto figure = [](const std::string& n, const std::string& value) {
        return "[[figure]]\nlesson = \"transpose\"\nvariant = \"global\"\nparameters = { n = \"" + n + "\" }\nvalue = " + value
            + "\nunit = \"ms\"\nmachine = \"GeForce GTX 280\"\nsource = \"a lecture\"\n";
    };
    auto published = lesson::PublishedFigures::parse(figure("64", "1.5") + figure("4000", "9.5"), "published.toml");
    ASSERT_TRUE(published) << published.error().message;
    snapshot.setup.edit().published = std::make_shared<const lesson::PublishedFigures>(*std::move(published));

    snapshot.setup.edit().parameters.resize(1);
    snapshot.setup.edit().parameters[0].id = "n";
    snapshot.setup.edit().parameters[0].value = "4000";
    Table table = timings_table(snapshot);
    ASSERT_EQ(table.columns.size(), 9U);
    EXPECT_EQ(table.rows[0][8].text, "9.5 ms on GeForce GTX 280, n = 4000");
    EXPECT_EQ(table.rows[1][8].text, "") << "no published results for this variant";
    for (const auto& row : table.rows)
        EXPECT_EQ(row.size(), 9U);

    snapshot.setup.edit().parameters[0].value = "128";
    EXPECT_EQ(timings_table(snapshot).rows[0][8].text, "1.5 ms on GeForce GTX 280, n = 64; 9.5 ms on GeForce GTX 280, n = 4000");
}

TEST(TableText, TsvHasPlainNumbersAndTheUnitInTheHeading)
{
    const Table table = timings_table(two_variants());
    EXPECT_EQ(table_text(table, kBackwards, TableFormat::tsv),
        "Variant\tWork\tMedian (µs)\tMinimum (µs)\tMaximum (µs)\tRuns\tSpeedup\tDevice\n"
        "shared | tiled\taccelerate_shared\t2\t1\t3\t7\t\tNVIDIA H200\n"
        "shared | tiled\tstep\t84\t80\t90\t7\t2\tNVIDIA H200\n"
        "global\tstep\t168\t0.09\t200\t12\t1\tNVIDIA H200\n");
}

TEST(TableText, MarkdownEscapesSpecialCharacters)
{
    const Table table { { { "A", "A", "", ColumnKind::words }, { "B_1", "B", "", ColumnKind::number } },
        { { { "x | y", "", 0 }, { "a*b", "", 0 } } } };
    const std::vector<std::size_t> order { 0 };
    EXPECT_EQ(table_text(table, order, TableFormat::markdown), "| A | B\\_1 |\n|---|---:|\n| x \\| y | a\\*b |\n");
}

TEST(TableText, LatexEscapesSpecialCharacters)
{
    const Table table { { { "50 %", "", "", ColumnKind::words }, { "n", "", "", ColumnKind::number } },
        { { { "a_b & {c} \\ #1 ^", "", 0 }, { "1.5\u2009µs", "", 0 } } } };
    const std::vector<std::size_t> order { 0 };
    EXPECT_EQ(table_text(table, order, TableFormat::latex),
        "\\begin{tabular}{lr}\n\\toprule\n50 \\% & n \\\\\n\\midrule\n"
        "a\\_b \\& \\{c\\} \\textbackslash{} \\#1 \\textasciicircum{} & 1.5\\,\\textmu{}s \\\\\n\\bottomrule\n\\end{tabular}\n");
}

TEST(ClassTable, HasARowForEachRequirement)
{
    session::Snapshot snapshot;
    EXPECT_TRUE(class_table(snapshot).rows.empty());
    snapshot.classroom.edit() = { true, 41,
        { { "Repair a race", 40, 12, 5, { { "The result is right", 30 }, { "No bank conflicts", 27 } }, "No race" } } };
    const Table table = class_table(snapshot);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(table.rows[1][0].text, "Repair a race");
    EXPECT_APPROVED(table.rows[1][1].text);
    EXPECT_EQ(table.rows[1][2].order, 27.0);
    EXPECT_EQ(table.rows[1][3].order, 40.0);
    for (const Row& row : table.rows)
        EXPECT_EQ(row.size(), table.columns.size());
}

TEST(LineTable, ShowsTheExecutedLinesWithTheirCode)
{
    const auto session = testing::running_session("reduction", "reduce2", "1024");
    const auto snapshot = session->snapshot();
    ASSERT_NE(snapshot->run->recording, nullptr);
    const Table table = line_table(*snapshot);
    ASSERT_EQ(table.rows.size(), snapshot->run->recording->report.lines.size());
    const auto excess = std::ranges::find(table.columns, "L1 Wavefronts Shared Excessive", &Column::title);
    ASSERT_NE(excess, table.columns.end()) << "reduce2 has bank conflicts";
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const auto& line = snapshot->run->recording->report.lines[i];
        EXPECT_EQ(table.rows[i][0].order, line.line);
        EXPECT_EQ(table.rows[i][static_cast<std::size_t>(excess - table.columns.begin())].order,
            static_cast<double>(line.counters.wavefronts_excess()));
    }
    EXPECT_EQ(std::ranges::find(table.columns, "Global Atomics and Reductions", &Column::title), table.columns.end());
}

} // namespace
} // namespace warpstage::console

#include "app/console/cues/lesson_lists.h"
#include "app/console/qt_text.h"
#include "app/console/tables/table_view.h"
#include "app/console/window/pages.h"
#include "tests/app/console/qt_environment.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

namespace warpstage::console {
namespace {

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

Table table_of(const std::vector<double>& numbers)
{
    Table table { { { "Name", "Name", "", ColumnKind::words }, { "n", "n", "how many", ColumnKind::number } }, {} };
    for (const double number : numbers) {
        const std::string text = std::to_string(static_cast<int>(number));
        table.rows.push_back({ { "row " + text, text, 0.0 }, { text, text, number } });
    }
    return table;
}

TEST(TableModel, FollowsQtsModelRulesWhenRowsChange)
{
    TableModel model;
    const QAbstractItemModelTester tester(&model, kFatal);
    for (const auto& numbers : { std::vector<double> { 1, 2, 3 }, { 1, 5, 3 }, { 7 }, {}, { 4, 5, 6, 7 } }) {
        model.set(table_of(numbers));
        EXPECT_EQ(model.rowCount(), static_cast<int>(numbers.size()));
    }
    model.set({ { { "other", "other", "", ColumnKind::words } }, { { { "x", "x", 0.0 } } } });
    EXPECT_EQ(model.columnCount(), 1);
    EXPECT_EQ(model.data(model.index(0, 0), Qt::DisplayRole).toString(), "x");
}

TEST(TableModel, UpdatesCellsInPlaceIfTheShapeIsUnchanged)
{
    TableModel model;
    model.set(table_of({ 1, 2, 3 }));
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.set(table_of({ 1, 9, 3 }));
    EXPECT_EQ(reset.count(), 0);
    ASSERT_EQ(changed.count(), 1);
    EXPECT_EQ(changed.front().front().toModelIndex().row(), 1);
    model.set(table_of({ 1, 9, 3 }));
    EXPECT_EQ(changed.count(), 1) << "nothing has changed";
}

TEST(TableModel, HeadingsHaveToolTips)
{
    TableModel model;
    model.set(table_of({ 1 }));
    EXPECT_EQ(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), "n");
    EXPECT_EQ(model.headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString(), "how many");
    EXPECT_FALSE(model.headerData(9, Qt::Horizontal, Qt::DisplayRole).isValid());
}

TEST(TableView, SortsNumbersNumericallyAndCopiesTheShownOrder)
{
    TableView view("Numbers");
    view.show_table(table_of({ 10, 9, 100 }));
    EXPECT_EQ(view.copied(TableFormat::tsv).toStdString(), "Name\tn\n10\t10\n9\t9\n100\t100\n");
    view.sortByColumn(1, Qt::AscendingOrder);
    EXPECT_EQ(view.copied(TableFormat::tsv).toStdString(), "Name\tn\n9\t9\n10\t10\n100\t100\n");
    view.setSelectionMode(QAbstractItemView::MultiSelection);
    view.selectRow(0);
    view.selectRow(2);
    EXPECT_EQ(view.copied(TableFormat::tsv).toStdString(), "Name\tn\n9\t9\n100\t100\n") << "the selected rows";
}

TEST(ChoiceList, ABrokenLessonIsListedWithTheReasonAndCannotBeSelected)
{
    int chosen = 0;
    ChoiceList list("Lessons", [&](std::size_t) { ++chosen; });
    const QAbstractItemModel& model = *list.model();
    list.show_choices({ { "A", "first", true }, { "✖ b", "no kernels.cu", false } });
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_TRUE(model.flags(model.index(0, 0)) & Qt::ItemIsEnabled);
    EXPECT_FALSE(model.flags(model.index(1, 0)) & Qt::ItemIsEnabled);
    EXPECT_EQ(model.data(model.index(1, 0), Qt::ToolTipRole).toString(), "no kernels.cu");
    list.show_choices({ { "A2", "first", true }, { "✖ b", "no kernels.cu", false } });
    EXPECT_EQ(model.data(model.index(0, 0), Qt::DisplayRole).toString(), "A2");
    list.show_choices({});
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(chosen, 0) << "showing the list selects nothing";
}

TEST(PlainText, TagsInTooltipsAreShown)
{
    EXPECT_EQ(plain_tip("a < b"), "a < b");
    EXPECT_EQ(plain_tip("<img src=x>"), "<p>&lt;img src=x&gt;</p>");
}

// A pipe without a writer would be waited for, a device read without end.
TEST(Notes, ImagesAreNotLoaded)
{
    NotesView notes(nullptr);
    notes.resize(300, 200);
    notes.show_notes("# Title\n\n![image](file:///dev/null)\n\n<img src=\"/dev/null\">\n");
    notes.show();
    static_cast<void>(notes.grab());
    const auto image = notes.loadResource(QTextDocument::ImageResource, QUrl("file:///etc/passwd")).value<QImage>();
    EXPECT_EQ(image.size(), QSize(1, 1)) << "Qt would open the file itself if there were none";
    EXPECT_FALSE(notes.loadResource(QTextDocument::HtmlResource, QUrl("file:///etc/passwd")).isValid());
}

} // namespace
} // namespace warpstage::console

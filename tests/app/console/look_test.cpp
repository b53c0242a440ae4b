// The window in the stage's theme, and lists that keep their selection.
#include "app/console/cues/entry_delegate.h"
#include "app/console/window/look.h"
#include "app/draw/color.h"
#include "tests/app/console/window_fixture.h"

#include <Qsci/qscilexer.h>
#include <Qsci/qsciscintilla.h>
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QHeaderView>
#include <QListView>
#include <QMenuBar>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>

namespace warpstage::console {
namespace {

using ConsoleLook = testing::WindowTest;

QColor ground(const QWidget& widget)
{
    return widget.palette().color(QPalette::Base);
}

TEST_F(ConsoleLook, FollowsTheThemeOfTheStage)
{
    auto* list = m_window->findChild<QDockWidget*>("cues")->findChild<QListView*>();
    for (const auto theme : { draw::Theme::dark, draw::Theme::light, draw::Theme::high_contrast, draw::Theme::dark }) {
        m_stage.shown_theme = theme;
        m_window->refresh();
        const auto style = draw::make_style(theme, 1.0F);
        const QColor panel(style.panel.r, style.panel.g, style.panel.b);
        EXPECT_EQ(ground(*list), panel);
        EXPECT_EQ(ground(*m_window->findChild<QTextBrowser*>()), panel) << "notes";
        EXPECT_EQ(m_window->menuBar()->palette().color(QPalette::WindowText), QColor(style.text.r, style.text.g, style.text.b));
        EXPECT_EQ(m_window->source().editor_widget().lexer()->defaultPaper(), panel);
        EXPECT_GE(draw::contrast_ratio(style.text, style.panel), 4.5);
    }
}

TEST_F(ConsoleLook, TextAndCodeHaveTheFontsOfTheStage)
{
    EXPECT_EQ(m_window->font().family(), "Inter");
    EXPECT_EQ(m_window->findChild<QDockWidget*>("cues")->findChild<QListView*>()->font().family(), "Inter");
    EXPECT_EQ(code_font(10).family(), "JetBrains Mono");
    add_fonts("/nowhere"); // is not an error
}

TEST_F(ConsoleLook, AClickBetweenEntriesKeepsTheSelection)
{
    auto* variants = m_window->findChild<QDockWidget*>("variants")->findChild<QListView*>();
    m_window->findChild<QDockWidget*>("variants")->raise();
    variants->resize(240, 600);
    ASSERT_TRUE(variants->selectionModel()->isSelected(variants->currentIndex()));
    const int chosen = variants->currentIndex().row();
    const QRect entry = variants->visualRect(variants->model()->index(0, 0));
    const QRect next = variants->visualRect(variants->model()->index(1, 0));
    ASSERT_GT(next.top(), entry.bottom() + 1) << "a gap";
    QTest::mouseClick(variants->viewport(), Qt::LeftButton, {}, { 20, entry.bottom() + 1 });
    testing::tick(*m_session, 1);
    m_window->refresh();
    EXPECT_EQ(variants->currentIndex().row(), chosen);
    EXPECT_TRUE(variants->selectionModel()->isSelected(variants->currentIndex()));
    // Ctrl removes an entry from the selection; the session's selection is restored.
    QTest::mouseClick(
        variants->viewport(), Qt::LeftButton, Qt::ControlModifier, variants->visualRect(variants->currentIndex()).center());
    m_window->refresh();
    EXPECT_TRUE(variants->selectionModel()->isSelected(variants->currentIndex()));
}

TEST_F(ConsoleLook, CuesHaveTitlesAboveTheirText)
{
    const auto* list = m_window->findChild<QDockWidget*>("cues")->findChild<QListView*>();
    const auto first = list->model()->index(0, 0);
    const auto& lesson = *snapshot()->setup->lesson;
    EXPECT_EQ(first.data().toString().toStdString(), cue_title(lesson, 0));
    EXPECT_EQ(first.data(EntryDelegate::kDetailRole).toString().toStdString(), cue_words(lesson, 0));
    EXPECT_GT(list->visualRect(first).height(), 3 * list->fontMetrics().height()) << "a title and two lines";
}

TEST_F(ConsoleLook, TableHeadingsAreCompleteAndEmptyColumnsAreHidden)
{
    trigger("show_lines");
    const auto* lines = m_window->findChild<QDockWidget*>("lines")->findChild<QTableView*>();
    bool two_lines = false;
    for (int column = 0; column < lines->model()->columnCount(); ++column) {
        const auto title = lines->model()->headerData(column, Qt::Horizontal).toString();
        two_lines = two_lines || title.contains('\n');
        EXPECT_GE(lines->columnWidth(column), std::min(lines->horizontalHeader()->sectionSizeHint(column), 340))
            << title.toStdString();
    }
    EXPECT_TRUE(two_lines) << "a long title takes two lines";
    trigger("show_timings");
    m_window->refresh();
    const auto* timings = m_window->findChild<QDockWidget*>("timings")->findChild<QTableView*>();
    for (int column = 0; column < timings->model()->columnCount(); ++column) {
        bool empty = timings->model()->rowCount() > 0;
        for (int row = 0; row < timings->model()->rowCount(); ++row)
            empty = empty && timings->model()->index(row, column).data().toString().isEmpty();
        EXPECT_EQ(timings->isColumnHidden(column), empty) << column;
    }
}

} // namespace
} // namespace warpstage::console

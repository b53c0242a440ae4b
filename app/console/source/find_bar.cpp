#include "app/console/source/find_bar.h"

#include "app/console/qt_text.h"
#include "core/base/words.h"

#include <Qsci/qsciscintilla.h>

#include <QAction>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

namespace warpstage::console {

FindBar::FindBar(QsciScintilla& text, QWidget* parent)
    : QWidget(parent)
    , m_text(text)
    , m_word(new QLineEdit(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(4, 0, 4, 2);
    m_word->setPlaceholderText(qtr("Find"));
    m_word->setAccessibleName(qtr("Find in the source"));
    row->addWidget(m_word);
    const auto button = [&](Qt::ArrowType arrow, const QString& name, bool forward) {
        auto* made = new QToolButton(this);
        made->setArrowType(arrow);
        made->setAccessibleName(name);
        made->setToolTip(name);
        connect(made, &QToolButton::clicked, this, [this, forward] { find(forward); });
        row->addWidget(made);
    };
    button(Qt::UpArrow, qtr("Previous occurrence"), false);
    button(Qt::DownArrow, qtr("Next occurrence"), true);
    connect(m_word, &QLineEdit::returnPressed, this, [this] { find(true); });
    auto* close = new QAction(this);
    close->setShortcut(Qt::Key_Escape);
    close->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(close, &QAction::triggered, this, [this] {
        hide();
        m_text.setFocus();
    });
    addAction(close);
    hide();
}

void FindBar::open()
{
    show();
    if (m_text.hasSelectedText())
        m_word->setText(m_text.selectedText());
    m_word->setFocus();
    m_word->selectAll();
}

bool FindBar::find(bool forward)
{
    if (m_word->text().isEmpty())
        return false;
    int line = 0;
    int column = 0;
    if (m_text.hasSelectedText()) {
        int end_line = 0;
        int end_column = 0;
        m_text.getSelection(&line, &column, &end_line, &end_column);
        if (forward) {
            line = end_line;
            column = end_column;
        }
    } else {
        m_text.getCursorPosition(&line, &column);
    }
    return m_text.findFirst(m_word->text(), false, false, false, true, forward, line, column);
}

} // namespace warpstage::console

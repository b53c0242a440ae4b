#include "app/console/notes_view.h"

#include "app/console/qt_text.h"

#include <algorithm>

namespace warpstage::console {

NotesView::NotesView(QWidget* parent)
    : QTextBrowser(parent)
{
    setAccessibleName(QStringLiteral("Notes"));
    setOpenExternalLinks(true);
    setPlaceholderText(QStringLiteral("This lesson has no notes: write them into notes.md in its folder."));
    set_size(m_size);
}

void NotesView::show_notes(const std::string& markdown)
{
    if (markdown == m_markdown)
        return;
    m_markdown = markdown;
    setMarkdown(to_qt(markdown));
}

void NotesView::set_size(int points)
{
    m_size = std::clamp(points, kSmallest, kLargest);
    QFont letters = font();
    letters.setPointSize(m_size);
    setFont(letters);
    // Headings have sizes of their own, relative to the text's; they are laid out anew.
    setMarkdown(to_qt(m_markdown));
}

} // namespace warpstage::console

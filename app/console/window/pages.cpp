#include "app/console/window/pages.h"

#include "app/console/qt_text.h"
#include "app/console/window/look.h"
#include "core/base/words.h"

#include <QDesktopServices>
#include <QImage>
#include <QTextDocument>
#include <QUrl>
#include <QVariant>
#include <algorithm>

namespace warpstage::console {

NotesView::NotesView(QWidget* parent)
    : QTextBrowser(parent)
{
    setAccessibleName(qtr("Notes"));
    setOpenLinks(false);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) { follow(link); });
    setPlaceholderText(qtr("This lesson has no notes. Write them in notes.md in the lesson's folder."));
    set_size(m_size);
}

void NotesView::show_notes(const std::string& markdown)
{
    if (markdown == m_markdown)
        return;
    m_markdown = markdown;
    setMarkdown(to_qt(markdown));
}

QVariant NotesView::loadResource(int type, const QUrl& /*name*/)
{
    if (type != QTextDocument::ImageResource)
        return {};
    // Without an image Qt would open the file itself.
    QImage nothing(1, 1, QImage::Format_ARGB32_Premultiplied);
    nothing.fill(Qt::transparent);
    return nothing;
}

void NotesView::follow(const QUrl& link)
{
    if (link.scheme() == QLatin1String("https") || link.scheme() == QLatin1String("http"))
        QDesktopServices::openUrl(link);
    else if (link.scheme().isEmpty() && link.hasFragment())
        scrollToAnchor(link.fragment());
}

void NotesView::set_size(int points)
{
    constexpr int kSmallest = 8;
    constexpr int kMax = 48;
    m_size = std::clamp(points, kSmallest, kMax);
    setFont(words_font(m_size));
    // Headings have sizes relative to the text; setting the text again lays them out.
    setMarkdown(to_qt(m_markdown));
}

Pages::Pages(std::shared_ptr<const lesson::Catalog> catalog, SourceEditor* editor, QWidget* parent)
    : QTabWidget(parent)
    , m_notes(new NotesView(this))
    , m_source(new SourceView(std::move(catalog), editor, this))
{
    setDocumentMode(true);
    addTab(m_notes, qtr("&Notes"));
    addTab(m_source, qtr("&Source"));
}

void Pages::show_snapshot(const session::Snapshot& snapshot)
{
    if (snapshot.setup->lesson != nullptr)
        m_notes->show_notes(snapshot.setup->lesson->shown_notes());
    m_source->show_snapshot(snapshot);
}

void Pages::change_text_size(int points)
{
    if (currentWidget() == m_source)
        m_source->set_size(m_source->size() + points);
    else
        m_notes->set_size(m_notes->size() + points);
}

} // namespace warpstage::console

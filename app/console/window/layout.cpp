#include "app/console/window/layout.h"

#include <QApplication>
#include <QMainWindow>
#include <QSettings>
#include <algorithm>

namespace warpstage::console {

namespace {

constexpr int kLayoutVersion = 2; // version of saveState(); increased when docks are added or removed

} // namespace

Layout::Layout(QMainWindow& window, Pages& pages, const std::vector<Pane>& panes)
    : m_window(window)
    , m_pages(pages)
{
    auto area = Qt::LeftDockWidgetArea;
    for (const Pane& pane : panes) {
        if (pane.focus != nullptr)
            m_focus_order.push_back(pane.focus);
        if (pane.place == Pane::Place::center)
            continue;
        auto* dock = new QDockWidget(QString::fromUtf8(pane.title), &window);
        dock->setObjectName(QString::fromUtf8(pane.name));
        dock->setWidget(pane.content != nullptr ? pane.content : pane.focus);
        if (pane.place == Pane::Place::left)
            area = Qt::LeftDockWidgetArea;
        else if (pane.place == Pane::Place::right)
            area = Qt::RightDockWidgetArea;
        else if (pane.place == Pane::Place::bottom)
            area = Qt::BottomDockWidgetArea;
        window.addDockWidget(area, dock);
        if (pane.place == Pane::Place::tab)
            window.tabifyDockWidget(m_docks.back(), dock);
        m_docks.push_back(dock);
    }
}

void Layout::go_to(QWidget& pane) const
{
    for (QDockWidget* dock : m_docks) {
        if (dock->isAncestorOf(&pane)) {
            dock->show();
            dock->raise();
        }
    }
    for (int page = 0; page < m_pages.count(); ++page) {
        if (m_pages.widget(page) == &pane || m_pages.widget(page)->isAncestorOf(&pane))
            m_pages.setCurrentIndex(page);
    }
    pane.setFocus(Qt::ShortcutFocusReason);
}

// A pane that needs the Tab key keeps it.
void Layout::go_to_next_pane() const
{
    const auto focus = std::ranges::find(m_focus_order, QApplication::focusWidget());
    const auto at = static_cast<std::size_t>(focus - m_focus_order.begin());
    const std::size_t count = m_focus_order.size();
    for (std::size_t i = 1; i <= count; ++i) {
        QWidget* next = m_focus_order[(std::min(at, count - 1) + i) % count];
        if (!next->visibleRegion().isEmpty())
            return next->setFocus(Qt::ShortcutFocusReason);
    }
}

void Layout::restore()
{
    const QSettings settings;
    const QByteArray geometry = settings.value(QStringLiteral("console/geometry")).toByteArray();
    if (!geometry.isEmpty())
        m_window.restoreGeometry(geometry);
    const auto dock = [&](const char* name) {
        return m_window.findChild<QDockWidget*>(QLatin1String(name));
    };
    m_window.resizeDocks({ dock("cues"), dock("stage") }, { 250, 330 }, Qt::Horizontal);
    m_window.resizeDocks({ dock("cues"), dock("lessons") }, { 330, 170 }, Qt::Vertical);
    m_window.resizeDocks({ dock("stage"), dock("machine") }, { 200, 300 }, Qt::Vertical);
    m_window.resizeDocks({ dock("timings") }, { 160 }, Qt::Vertical);
    dock("timings")->raise();
    m_window.restoreState(settings.value(QStringLiteral("console/layout")).toByteArray(), kLayoutVersion);
    m_pages.notes().set_size(settings.value(QStringLiteral("console/notes_size"), m_pages.notes().size()).toInt());
    m_pages.source().set_size(settings.value(QStringLiteral("console/source_size"), m_pages.source().size()).toInt());
    m_pages.setCurrentIndex(settings.value(QStringLiteral("console/page"), 0).toInt());
}

void Layout::save() const
{
    QSettings settings;
    settings.setValue(QStringLiteral("console/geometry"), m_window.saveGeometry());
    settings.setValue(QStringLiteral("console/layout"), m_window.saveState(kLayoutVersion));
    settings.setValue(QStringLiteral("console/notes_size"), m_pages.notes().size());
    settings.setValue(QStringLiteral("console/source_size"), m_pages.source().size());
    settings.setValue(QStringLiteral("console/page"), m_pages.currentIndex());
}

// Page, text sizes and docks: "1;12;10;AAAA…".
QString Layout::text() const
{
    return QStringLiteral("%1;%2;%3;%4")
        .arg(m_pages.currentIndex())
        .arg(m_pages.notes().size())
        .arg(m_pages.source().size())
        .arg(QString::fromLatin1(m_window.saveState().toBase64()));
}

void Layout::apply(const QString& text)
{
    const QStringList parts = text.split(QLatin1Char(';')); // files of older versions contain only the docks
    if (parts.size() == 4) {
        m_pages.setCurrentIndex(parts[0].toInt());
        m_pages.notes().set_size(parts[1].toInt());
        m_pages.source().set_size(parts[2].toInt());
    }
    if (!parts.back().isEmpty())
        m_window.restoreState(QByteArray::fromBase64(parts.back().toLatin1()));
}

} // namespace warpstage::console

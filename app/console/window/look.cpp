#include "app/console/window/look.h"

#include "app/console/qt_text.h"
#include "app/draw/color.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QPixmap>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>
#include <QWidget>
#include <array>
#include <system_error>
#include <utility>

namespace warpstage::console {

namespace {

constexpr int kWordsSize = 10; // points

QString name_of(draw::Color color)
{
    return to_qt(color).name();
}

} // namespace

void add_fonts(const std::filesystem::path& folder)
{
    std::error_code none;
    for (const auto& file : std::filesystem::directory_iterator(folder, none)) {
        const auto ending = file.path().extension();
        if (ending == ".otf" || ending == ".ttf")
            QFontDatabase::addApplicationFont(to_qt(file.path().string()));
    }
}

QFont code_font(int points)
{
    QFont font(QStringLiteral("JetBrains Mono"), points);
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    return font;
}

QFont words_font(int points)
{
    QFont font(QStringLiteral("Inter"), points);
    font.setStyleHint(QFont::SansSerif);
    return font;
}

QPalette palette_of(const draw::Style& style)
{
    QPalette palette;
    const auto raised = draw::mix(style.panel, style.text, 0.07F); // buttons, headings
    const std::array<std::pair<QPalette::ColorRole, draw::Color>, 19> colors { {
        { QPalette::Window, style.background },
        { QPalette::WindowText, style.text },
        { QPalette::Base, style.panel },
        { QPalette::AlternateBase, draw::mix(style.panel, style.text, 0.04F) },
        { QPalette::Text, style.text },
        { QPalette::PlaceholderText, style.secondary },
        { QPalette::Button, raised },
        { QPalette::ButtonText, style.text },
        { QPalette::BrightText, style.vermilion },
        { QPalette::ToolTipBase, raised },
        { QPalette::ToolTipText, style.text },
        { QPalette::Link, style.blue },
        { QPalette::LinkVisited, style.purple },
        { QPalette::Highlight, draw::mix(style.panel, style.blue, 0.4F) },
        { QPalette::HighlightedText, style.text },
        { QPalette::Light, draw::mix(raised, style.text, 0.1F) },
        { QPalette::Midlight, raised },
        { QPalette::Mid, style.border },
        { QPalette::Dark, style.dim },
    } };
    for (const auto& [role, color] : colors)
        palette.setColor(role, to_qt(color));
    palette.setColor(QPalette::Shadow, to_qt(draw::mix(style.background, { 0, 0, 0 }, 0.5F)));
    for (const auto role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, to_qt(draw::mix(style.background, style.secondary, 0.7F)));
    return palette;
}

QString style_sheet_of(const draw::Style& style)
{
    return QStringLiteral("QHeaderView::section { background: %1; color: %2; border: 0; border-right: 1px solid %3;"
                          " border-bottom: 1px solid %3; padding: 3px 6px; font-weight: 600; }"
                          "QHeaderView { background: %1; }"
                          "QDockWidget { color: %2; font-weight: 600; }"
                          "QDockWidget::title { background: %4; padding: 5px 6px; }"
                          "QToolBar { border: 0; border-bottom: 1px solid %3; spacing: 4px; }"
                          "QStatusBar { border-top: 1px solid %3; }"
                          "QTableView { gridline-color: %3; }"
                          "QFrame#cue { background: %5; border: 1px solid %3; border-radius: 6px; }")
        .arg(name_of(draw::mix(style.panel, style.text, 0.07F)), name_of(style.text), name_of(style.border),
            name_of(style.background), name_of(style.panel));
}

QIcon tinted(const QIcon& icon, const QPalette& palette)
{
    constexpr int kSide = 48;
    QIcon result;
    for (const auto group : { QPalette::Normal, QPalette::Disabled }) {
        QPixmap pixmap = icon.pixmap(kSide, kSide);
        QPainter painter(&pixmap);
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(pixmap.rect(), palette.color(group, QPalette::WindowText));
        painter.end();
        result.addPixmap(pixmap, group == QPalette::Normal ? QIcon::Normal : QIcon::Disabled);
    }
    return result;
}

Look::Look(QWidget& window, const std::filesystem::path& fonts, draw::Theme theme)
    : m_window(window)
    , m_theme(theme)
{
    add_fonts(fonts);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion"))); // other styles of Qt ignore the palette
    QApplication::setFont(words_font(kWordsSize));
    m_window.setFont(words_font(kWordsSize)); // the window was created before the font was set
    apply();
}

bool Look::adopt(draw::Theme theme)
{
    if (std::exchange(m_theme, theme) == theme)
        return false;
    apply();
    return true;
}

void Look::apply()
{
    const auto style = draw::make_style(m_theme, 1.0F);
    const auto palette = palette_of(style);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
    m_window.setStyleSheet(style_sheet_of(style)); // before the palette: it restores the palette of the previous style sheet
    m_window.setPalette(palette);
    // Qt notifies existing menus and dialogs only while its event loop runs.
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (m_window.isAncestorOf(widget))
            widget->setPalette(palette);
}

} // namespace warpstage::console

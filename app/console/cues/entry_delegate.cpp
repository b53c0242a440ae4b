#include "app/console/cues/entry_delegate.h"

#include <QApplication>
#include <QListView>
#include <QPainter>
#include <QTextLayout>
#include <vector>

namespace warpstage::console {

namespace {

constexpr int kPadding = 5; // pixels
constexpr int kMaxLines = 4; // lines of text; the strip above the notes shows the full text
constexpr int kLeastWidth = 60;

// Only a title with text below it is bold.
QFont title_font(const QStyleOptionViewItem& option, const QString& detail)
{
    QFont font = option.font;
    if (!detail.isEmpty())
        font.setWeight(QFont::DemiBold);
    return font;
}

struct Line {
    int begin = 0; // characters
    int length = 0;
};

std::vector<Line> lines_of(const QString& words, const QFont& font, int width)
{
    QTextLayout layout(words, font);
    std::vector<Line> lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines.push_back({ line.textStart(), line.textLength() });
    }
    layout.endLayout();
    return lines;
}

} // namespace

void EntryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const QString title = option.text;
    const QString detail = index.data(kDetailRole).toString();
    option.text.clear();
    const QWidget* widget = option.widget;
    (widget != nullptr ? widget->style() : QApplication::style())->drawControl(QStyle::CE_ItemViewItem, &option, painter, widget);

    const QRect inside = option.rect.adjusted(kPadding, kPadding, -kPadding, -kPadding);
    const auto group = (option.state & QStyle::State_Enabled) != 0 ? QPalette::Active : QPalette::Disabled;
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const auto ink = selected ? QPalette::HighlightedText : QPalette::Text;
    painter->save();
    painter->setFont(title_font(option, detail));
    painter->setPen(option.palette.color(group, ink));
    const QFontMetrics title_metrics(title_font(option, detail));
    painter->drawText(QRect(inside.left(), inside.top(), inside.width(), title_metrics.height()),
        Qt::AlignLeft | Qt::AlignVCenter, title_metrics.elidedText(title, Qt::ElideRight, inside.width()));
    painter->setFont(option.font);
    painter->setPen(option.palette.color(group, selected ? QPalette::HighlightedText : QPalette::PlaceholderText));
    int y = inside.top() + title_metrics.height() + 1;
    const auto lines = lines_of(detail, option.font, inside.width());
    for (int i = 0; i < std::min<int>(static_cast<int>(lines.size()), kMaxLines); ++i) {
        const Line& line = lines[static_cast<std::size_t>(i)];
        const bool cut = i + 1 == kMaxLines && static_cast<int>(lines.size()) > kMaxLines;
        const QString words = cut ? option.fontMetrics.elidedText(detail.mid(line.begin), Qt::ElideRight, inside.width())
                                  : detail.mid(line.begin, line.length);
        painter->drawText(QRect(inside.left(), y, inside.width(), option.fontMetrics.height()),
            static_cast<int>(Qt::AlignLeft) | static_cast<int>(Qt::AlignVCenter) | static_cast<int>(Qt::TextSingleLine), words);
        y += option.fontMetrics.height();
    }
    painter->restore();
}

QSize EntryDelegate::sizeHint(const QStyleOptionViewItem& given, const QModelIndex& index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    const auto* const list = qobject_cast<const QListView*>(option.widget);
    const int width =
        std::max(kLeastWidth, (list != nullptr ? list->viewport()->width() : option.rect.width()) - 2 * kPadding - 2);
    const QString detail = index.data(kDetailRole).toString();
    const int lines =
        detail.isEmpty() ? 0 : std::min<int>(static_cast<int>(lines_of(detail, option.font, width).size()), kMaxLines);
    return { width, QFontMetrics(title_font(option, detail)).height() + 1 + lines * option.fontMetrics.height() + 2 * kPadding };
}

} // namespace warpstage::console

// Page breaks: a part that does not fit moves to the next page; code and tables are broken between two lines.
#include "app/export/qt/qt_painter.h"
#include "app/export/report.h"

#include <QFont>
#include <QFontMetricsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextLayout>
#include <algorithm>
#include <type_traits>
#include <utility>

namespace warpstage::exporter {

namespace {

constexpr qreal kMargin = 48.0; // points
constexpr qreal kFooter = 22.0;
constexpr qreal kGap = 9.0;
constexpr qreal kMinScale = 0.82; // relative to a picture's width: its smallest text stays larger than that of a footnote
constexpr qreal kRowHeight = 1.35; // of a table, in heights of its text
constexpr std::size_t kRowsTogether = 9; // including their heading
constexpr QColor kInk(0x1b, 0x24, 0x30);
constexpr qreal kCodeSize = 7.5;
constexpr draw::Color kCodeInk { 0x1b, 0x24, 0x30 };
constexpr draw::Color kDimInk { 0x7a, 0x86, 0x96 };
constexpr QColor kPaleInk(0x5a, 0x66, 0x75);
constexpr QColor kPale(0xd5, 0xdb, 0xe3);

QString to_qt(const std::string& text)
{
    return QString::fromStdString(text);
}

QFont font_of(const char* family, qreal size, QFont::Weight weight = QFont::Normal)
{
    QFont font(QString::fromLatin1(family));
    font.setPointSizeF(size);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

class Pages {
public:
    Pages(QPdfWriter& writer, QString title)
        : m_writer(writer)
        , m_painter(&writer)
        , m_title(std::move(title))
        , m_width(writer.width() - 2 * kMargin)
        , m_bottom(writer.height() - kMargin - kFooter)
    {
        begin_page();
    }

    // `company`: height of the following part that must be on the same page, so that a heading is not the last line of a page.
    void add(const Heading& heading, qreal company)
    {
        constexpr qreal kSizes[] { 22.0, 15.0, 12.0 };
        const QFont font = font_of("Inter", kSizes[std::clamp(heading.level, 1, 3) - 1], QFont::DemiBold);
        const qreal height = QFontMetricsF(font, &m_writer).height();
        m_y += heading.level == 1 ? 0.0 : kGap;
        make_room(height + company);
        add_text(to_qt(heading.text), font, kInk);
    }

    void add(const Paragraph& paragraph) { add_text(to_qt(paragraph.text), font_of("Inter", 10.0), kInk); }
    void add(const Note& note) { add_text(to_qt(note.text), font_of("Inter", 7.5), kPaleInk); }

    void add(const Code& code)
    {
        const QFont font = font_of("JetBrains Mono", kCodeSize);
        const QFontMetricsF metrics(font, &m_writer);
        // Figures refer to line numbers.
        const qreal numbers = metrics.horizontalAdvance(QStringLiteral("0000"));
        const qreal code_x = kMargin + numbers + metrics.horizontalAdvance(QStringLiteral("  "));
        const auto most = static_cast<qsizetype>((kMargin + m_width - code_x) / metrics.horizontalAdvance(QLatin1Char('m')));
        const auto ascent = static_cast<float>(metrics.ascent());
        // As in figures: without ligatures that replace `>=` by another glyph.
        draw::DrawList lines { { static_cast<float>(kMargin + m_width), static_cast<float>(m_bottom) }, {} };
        const auto write = [&](qreal x, const QString& text, draw::Color color, draw::Align align) {
            lines.add(draw::Text { { static_cast<float>(x), static_cast<float>(m_y) + ascent }, text.toStdString(),
                draw::Face::mono, static_cast<float>(kCodeSize), color, align, 0.0F });
        };
        const auto finish_page = [&] {
            paint(m_painter, lines, std::nullopt);
            lines.items.clear();
        };
        int number = 0;
        for (const QString& line : to_qt(code.text).split(QLatin1Char('\n'))) {
            // A line that is too long is wrapped.
            QString rest = QString(line).replace(QLatin1Char('\t'), QStringLiteral("    "));
            QString number_text = QString::number(++number);
            do {
                if (has_no_room(metrics.lineSpacing())) {
                    finish_page();
                    make_room(metrics.lineSpacing());
                }
                write(kMargin + numbers, std::exchange(number_text, {}), kDimInk, draw::Align::right);
                write(code_x, rest.left(most), kCodeInk, draw::Align::left);
                m_y += metrics.lineSpacing();
                rest = rest.mid(most);
            } while (!rest.isEmpty());
        }
        finish_page();
        m_y += kGap;
    }

    void add(const DataTable& table)
    {
        const QFont font = font_of("Inter", 8.0);
        const QFont bold = font_of("Inter", 8.0, QFont::DemiBold);
        std::vector<qreal> widths;
        for (std::size_t column = 0; column < table.head.size(); ++column) {
            qreal width = QFontMetricsF(bold, &m_writer).horizontalAdvance(to_qt(table.head[column]));
            for (const auto& row : table.rows)
                width = std::max(width, QFontMetricsF(font, &m_writer).horizontalAdvance(to_qt(row[column])));
            widths.push_back(width + kGap);
        }
        qreal sum = 0.0;
        for (const qreal width : widths)
            sum += width;
        if (sum > m_width) { // numbers take precedence over text; the text is cut if necessary
            const qreal least = std::min(widths.front(), m_width / 4);
            const qreal others = std::min(sum - widths.front(), m_width - least);
            for (std::size_t column = 1; column < widths.size(); ++column)
                widths[column] *= others / (sum - widths.front());
            widths.front() = m_width - others;
        }
        // A heading needs at least one row on the same page, and each page with rows repeats the heading.
        const qreal row_height = QFontMetricsF(font, &m_writer).height() * kRowHeight;
        make_room(row_height * static_cast<qreal>(1 + std::min<std::size_t>(table.rows.size(), kRowsTogether)));
        add_row(table.head, widths, bold, kInk);
        for (const auto& row : table.rows) {
            if (has_no_room(row_height)) {
                make_room(row_height);
                add_row(table.head, widths, bold, kInk);
            }
            add_row(row, widths, font, kPale);
        }
        m_y += kGap;
    }

    // As wide as the page.
    [[nodiscard]] qreal scale_of(const Picture& picture) const
    {
        return std::min<qreal>(1.0, m_width / static_cast<qreal>(picture.picture.size.width));
    }
    [[nodiscard]] qreal min_height_of(const Picture& picture) const
    {
        return static_cast<qreal>(picture.picture.size.height) * scale_of(picture) * kMinScale;
    }

    // Scaled down slightly if it would otherwise be alone on the next page. `note`: the height of the text below it.
    void add(const Picture& picture, qreal note)
    {
        make_room(min_height_of(picture) + note);
        const qreal room = (m_bottom - m_y - note) / static_cast<qreal>(picture.picture.size.height);
        const qreal scale = std::min(scale_of(picture), std::max(room, scale_of(picture) * kMinScale));
        const qreal height = static_cast<qreal>(picture.picture.size.height) * scale;
        m_painter.save();
        m_painter.translate(kMargin, m_y);
        m_painter.scale(scale, scale);
        paint(m_painter, picture.picture, std::nullopt);
        m_painter.restore();
        m_y += height + kGap;
    }

    [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(m_page); }

private:
    void begin_page()
    {
        ++m_page;
        m_y = kMargin;
        m_painter.setPen(kInk);
        m_painter.setFont(font_of("Inter", 8.0));
        const QRectF foot(kMargin, m_bottom + 6.0, m_width, kFooter);
        m_painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom, m_title);
        m_painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom, QString::number(m_page));
    }

    [[nodiscard]] bool has_no_room(qreal height) const { return m_y + height > m_bottom && m_y != kMargin; }

    void make_room(qreal height)
    {
        if (!has_no_room(height))
            return;
        m_writer.newPage();
        begin_page();
    }

    void add_text(const QString& text, const QFont& font, const QColor& ink)
    {
        QTextLayout layout(text, font, &m_writer);
        layout.beginLayout();
        std::vector<QTextLine> lines;
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(m_width);
            line.setPosition({ 0.0, 0.0 });
            lines.push_back(line);
        }
        layout.endLayout();
        for (const QTextLine& line : lines) {
            make_room(line.height());
            m_painter.setPen(ink);
            line.draw(&m_painter, { kMargin, m_y });
            m_y += line.height() * 1.2;
        }
        m_y += kGap * 0.6;
    }

    void add_row(const std::vector<std::string>& cells, const std::vector<qreal>& widths, const QFont& font, const QColor& rule)
    {
        const QFontMetricsF metrics(font, &m_writer);
        const qreal height = metrics.height() * kRowHeight;
        make_room(height);
        m_painter.setFont(font);
        m_painter.setPen(kInk);
        qreal x = kMargin;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const QString text = metrics.elidedText(to_qt(cells[i]), Qt::ElideRight, widths[i] - 2.0);
            const auto side = static_cast<int>(i == 0 ? Qt::AlignLeft : Qt::AlignRight);
            m_painter.drawText(QRectF(x, m_y, widths[i] - 2.0, height),
                side | static_cast<int>(Qt::AlignVCenter) | static_cast<int>(Qt::TextSingleLine), text);
            x += widths[i];
        }
        m_y += height;
        m_painter.setPen(QPen(rule, 0.6));
        m_painter.drawLine(QPointF(kMargin, m_y), QPointF(x, m_y));
        m_painter.setPen(kInk);
    }

    QPdfWriter& m_writer;
    QPainter m_painter;
    QString m_title;
    qreal m_width;
    qreal m_bottom;
    qreal m_y = kMargin;
    int m_page = 0;
};

// Some lines of text and the figure that follows them.
qreal company_of(const Pages& pages, const Report& report, std::size_t heading)
{
    constexpr qreal kLines = 90.0;
    for (std::size_t i = heading + 1; i < std::min(heading + 3, report.parts.size()); ++i) {
        if (const auto* picture = std::get_if<Picture>(&report.parts[i]))
            return kLines / 2 + pages.min_height_of(*picture);
    }
    return kLines;
}

// Two lines.
qreal note_height(const Report& report, std::size_t picture)
{
    constexpr qreal kNote = 26.0;
    return picture + 1 < report.parts.size() && std::holds_alternative<Note>(report.parts[picture + 1]) ? kNote : 0.0;
}

template <typename Part> void add_other(Pages& pages, const Part& part)
{
    if constexpr (!std::is_same_v<Part, Heading> && !std::is_same_v<Part, Picture>)
        pages.add(part);
}

struct PdfPages {
    std::string bytes;
    std::size_t count = 0;
};

PdfPages paged(const Report& report)
{
    PdfPages result;
    result.bytes = write_pdf(QPageSize(QPageSize::A4), report.title, [&](QPdfWriter& writer) {
        Pages pages(writer, to_qt(report.title));
        for (std::size_t i = 0; i < report.parts.size(); ++i) {
            if (const auto* heading = std::get_if<Heading>(&report.parts[i]))
                pages.add(*heading, company_of(pages, report, i));
            else if (const auto* picture = std::get_if<Picture>(&report.parts[i]))
                pages.add(*picture, note_height(report, i));
            else
                std::visit([&](const auto& each) { add_other(pages, each); }, report.parts[i]);
        }
        result.count = pages.count();
    });
    return result;
}

} // namespace

std::string report_pdf(const Report& report)
{
    return paged(report).bytes;
}

std::size_t page_count(const Report& report)
{
    return paged(report).count;
}

} // namespace warpstage::exporter

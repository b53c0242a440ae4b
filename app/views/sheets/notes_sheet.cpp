#include "app/views/frame/panel.h"
#include "app/views/sheets/paged_sheets.h"
#include "app/views/view.h"
#include "core/base/text.h"
#include "core/lesson/markdown.h"

#include <numeric>

namespace warpstage::views {

namespace {

using lesson::Block;
using lesson::BlockKind;
using lesson::Span;
using lesson::SpanKind;

constexpr float kMaxColumnWidth = 640.0F; // in a longer line it is hard to find the next line

// The extent of a text: its glyphs and half of the possible rounding error, so that neither a gap nor an overlap is visible.
float advance_of(const std::string& text, Face face, float size)
{
    return (text_width(text, face, size) + room_for(text, face, size)) / 2;
}

struct Piece { // words of one style in one line
    SpanKind kind = SpanKind::plain;
    float x = 0.0F;
    std::string text;
    float width = 0.0F; // of its column; 0: up to the end of the line
};

struct NotesLine {
    std::vector<Piece> pieces;
    Face face = Face::regular; // of plain words
    float size = 15.0F;
    Color color;
    float before = 0.0F; // space above, except at the top of a column
    bool with_next = false; // a heading is not the last line of a column
    bool on_well = false; // code
};

class Typesetter {
public:
    Typesetter(float width, const Style& style)
        : m_width(width)
        , m_style(style)
    {
    }

    std::vector<NotesLine> run(const std::vector<Block>& blocks)
    {
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            switch (blocks[i].kind) {
            case BlockKind::heading:
                heading(blocks[i]);
                break;
            case BlockKind::paragraph:
                flow(blocks[i].spans, 0.0F, "", body(8.0F));
                break;
            case BlockKind::item: {
                const float indent = m_style.small * (1.4F + 1.4F * static_cast<float>(blocks[i].level));
                const bool after_item = i > 0 && blocks[i - 1].kind == BlockKind::item;
                flow(blocks[i].spans, indent, blocks[i].mark, body(after_item ? 4.0F : 8.0F));
                break;
            }
            case BlockKind::code:
                code(blocks[i], i > 0 && blocks[i - 1].kind == BlockKind::code);
                break;
            case BlockKind::row:
                if (blocks[i].level == 1)
                    measure_table(blocks, i);
                row(blocks[i]);
                break;
            }
        }
        return std::move(m_lines);
    }

private:
    [[nodiscard]] NotesLine body(float before) const
    {
        return { {}, Face::regular, m_style.small, m_style.text, before * m_style.scale, false, false };
    }

    void heading(const Block& block)
    {
        NotesLine line { {}, Face::semibold, block.level == 1 ? m_style.title : m_style.head,
            block.level == 1 ? m_style.text : m_style.blue, (block.level == 1 ? 20.0F : 16.0F) * m_style.scale, true, false };
        flow(block.spans, 0.0F, "", line);
    }

    [[nodiscard]] Face face_of(SpanKind kind, Face plain) const
    {
        switch (kind) {
        case SpanKind::plain:
            return plain;
        case SpanKind::emphasis:
            return Face::semibold;
        case SpanKind::code:
            return Face::mono;
        }
        return plain;
    }

    // Words in sequence; `line` is the pattern of the first one.
    void flow(const std::vector<Span>& spans, float indent, const std::string& mark, NotesLine line)
    {
        const float blank = room_for(" ", line.face, line.size);
        float x = indent;
        if (!mark.empty())
            line.pieces.push_back(
                { SpanKind::plain, indent - room_for(mark, line.face, line.size) - 0.35F * line.size, mark, 0.0F });
        bool blank_before = false;
        const auto break_line = [&] {
            m_lines.push_back(line);
            line.pieces.clear();
            line.before = 0.0F;
            x = indent;
        };
        for (const Span& span : spans) {
            const Face face = face_of(span.kind, line.face);
            std::string_view rest = span.text;
            while (!rest.empty()) {
                if (rest.front() == ' ') {
                    blank_before = true;
                    rest.remove_prefix(1);
                    continue;
                }
                const std::size_t length = std::min(rest.find(' '), rest.size());
                std::string word { rest.substr(0, length) };
                rest.remove_prefix(length);
                const float width = room_for(word, face, line.size);
                const float gap = blank_before && x > indent ? blank : 0.0F;
                if (x > indent && blank_before && x + gap + width > m_width)
                    break_line();
                else
                    x += gap;
                // Words of one style are one text: the painter spaces them more exactly than room_for().
                if (!line.pieces.empty() && x > indent && line.pieces.back().kind == span.kind) {
                    auto& run = line.pieces.back();
                    run.text += (gap > 0.0F ? " " : "") + word;
                    x = run.x + advance_of(run.text, face, line.size);
                } else {
                    line.pieces.push_back({ span.kind, x, std::move(word), 0.0F });
                    x = line.pieces.back().x + advance_of(line.pieces.back().text, face, line.size);
                }
                blank_before = false;
            }
        }
        if (!line.pieces.empty())
            m_lines.push_back(std::move(line));
    }

    void code(const Block& block, bool after_code)
    {
        NotesLine line { { { SpanKind::code, 0.6F * m_style.small, block.spans.front().text, 0.0F } }, Face::mono, m_style.small,
            m_style.text, after_code ? 0.0F : 8.0F * m_style.scale, false, true };
        m_lines.push_back(std::move(line));
    }

    // Columns as wide as their widest cell. If they do not fit, each has room for its longest word, in smaller text if necessary,
    // and they share the rest by what they lack.
    void measure_table(const std::vector<Block>& blocks, std::size_t first)
    {
        std::vector<float> least;
        for (const float size : { m_style.small, m_style.smallest }) {
            m_table_text = size;
            least = column_widths(blocks, first, [&](const std::string& cell) {
                float longest = 0.0F;
                for (const std::string_view word : text::split(cell, ' '))
                    longest = std::max(longest, room_for(std::string { word }, Face::semibold, size));
                return longest;
            });
            m_columns =
                column_widths(blocks, first, [&](const std::string& cell) { return room_for(cell, Face::semibold, size); });
            if (std::accumulate(least.begin(), least.end(), 0.0F) <= m_width)
                break;
        }
        const float wanted = std::accumulate(m_columns.begin(), m_columns.end(), 0.0F);
        const float needed = std::accumulate(least.begin(), least.end(), 0.0F);
        m_stacked = needed > m_width;
        if (wanted <= m_width || m_stacked)
            return;
        const float share = wanted > needed ? (m_width - needed) / (wanted - needed) : 0.0F;
        for (std::size_t c = 0; c < m_columns.size(); ++c)
            m_columns[c] = least[c] + share * (m_columns[c] - least[c]);
    }

    template <typename WidthOf>
    [[nodiscard]] std::vector<float> column_widths(
        const std::vector<Block>& blocks, std::size_t first, const WidthOf& width_of) const
    {
        std::vector<float> widths;
        for (std::size_t i = first; i < blocks.size() && blocks[i].kind == BlockKind::row; ++i) {
            widths.resize(std::max(widths.size(), blocks[i].cells.size()), 0.0F);
            for (std::size_t c = 0; c < blocks[i].cells.size(); ++c)
                widths[c] = std::max(widths[c], width_of(blocks[i].cells[c]) + m_table_text);
        }
        return widths;
    }

    // Of a table that is too wide for columns: its cells below each other, behind the names of their columns.
    void stacked_row(const Block& block)
    {
        if (block.level == 1)
            m_names = block.cells;
        for (std::size_t c = 0; block.level != 1 && c < block.cells.size(); ++c) {
            const bool named = c > 0 && c < m_names.size() && !m_names[c].empty();
            flow({ { SpanKind::plain, named ? m_names[c] + ": " + block.cells[c] : block.cells[c] } },
                c == 0 ? 0.0F : m_style.small, "", body(c == 0 ? 8.0F : 2.0F));
        }
    }

    // A cell that is wider than its column is wrapped.
    void row(const Block& block)
    {
        if (m_stacked)
            return stacked_row(block);
        NotesLine line = body(block.level == 1 ? 8.0F : 2.0F);
        line.size = m_table_text;
        if (block.level == 1) {
            line.face = Face::semibold;
            line.color = m_style.secondary;
            line.with_next = true;
        }
        constexpr std::size_t kMaxLines = 8; // of a cell
        std::vector<std::vector<std::string>> cells;
        std::size_t lines = 1;
        for (std::size_t c = 0; c < block.cells.size(); ++c) {
            const float width = std::max(m_columns[c] - m_table_text, m_table_text);
            cells.push_back(wrap_text(block.cells[c], line.face, line.size, width, kMaxLines));
            lines = std::max(lines, cells.back().size());
        }
        for (std::size_t i = 0; i < lines; ++i) {
            line.pieces.clear();
            float x = 0.0F;
            for (std::size_t c = 0; c < cells.size(); ++c) {
                if (i < cells[c].size() && !cells[c][i].empty())
                    line.pieces.push_back(
                        { SpanKind::plain, x, cells[c][i], std::max(m_columns[c] - 0.5F * m_table_text, 1.0F) });
                x += m_columns[c];
            }
            line.with_next = i + 1 < lines || block.level == 1;
            m_lines.push_back(line);
            line.before = 0.0F;
        }
    }

    float m_width;
    const Style& m_style;
    std::vector<NotesLine> m_lines;
    std::vector<float> m_columns;
    float m_table_text = 0.0F; // size
    bool m_stacked = false; // the table has no columns
    std::vector<std::string> m_names; // of its columns
};

float pitch_of(const NotesLine& line)
{
    return (line.face == Face::semibold && line.with_next ? 1.3F : 1.42F) * line.size;
}

struct PlacedLine {
    std::size_t line = 0;
    std::size_t column = 0; // across all pages
    float y = 0.0F; // vertical center, from the top of the column
};

std::vector<PlacedLine> place(const std::vector<NotesLine>& lines, float height)
{
    std::vector<PlacedLine> placed;
    std::size_t column = 0;
    float y = 0.0F;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const float before = y == 0.0F ? 0.0F : lines[i].before;
        float needed = before + pitch_of(lines[i]);
        if (lines[i].with_next && i + 1 < lines.size())
            needed += lines[i + 1].before + 2 * pitch_of(lines[i + 1]);
        if (y > 0.0F && y + needed > height) {
            ++column;
            y = 0.0F;
        } else {
            y += before;
        }
        placed.push_back({ i, column, y + pitch_of(lines[i]) / 2 });
        y += pitch_of(lines[i]);
    }
    return placed;
}

void draw_line(Canvas& canvas, const NotesLine& line, Rect place)
{
    const Style& style = canvas.style();
    if (line.on_well)
        canvas.fill({ place.x, place.y, place.width, place.height }, well_color(style));
    for (const Piece& piece : line.pieces) {
        const bool code = piece.kind == SpanKind::code;
        const Face face = code ? Face::mono : piece.kind == SpanKind::emphasis ? Face::semibold : line.face;
        const float room = std::max(piece.width > 0.0F ? piece.width : place.width - piece.x, style.small);
        canvas.label({ place.x + piece.x, place.y + place.height / 2 }, piece.text,
            { face, line.size, code && !line.on_well ? style.green : line.color, Align::left, room });
    }
}

} // namespace

PagedSheet notes_sheet(const std::string& notes, std::size_t page, Size window, const Style& style)
{
    const float padding = 26.0F * style.scale;
    const float foot = 2.2F * style.small;
    const float gap = 40.0F * style.scale;
    const float most_width = window.width - 2 * style.margin;
    const std::size_t columns = most_width - 2 * padding >= 2 * 420.0F * style.scale + gap ? 2 : 1;
    const float gaps = gap * static_cast<float>(columns - 1);
    const float column_width =
        std::min((most_width - 2 * padding - gaps) / static_cast<float>(columns), kMaxColumnWidth * style.scale);
    const float width = column_width * static_cast<float>(columns) + gaps + 2 * padding;
    const float height = window.height - 2 * style.margin;
    const float column_height = height - 2 * padding - foot;

    const auto lines = Typesetter { column_width, style }.run(lesson::parse_markdown(notes));
    const auto placed = place(lines, column_height);
    PagedSheet sheet;
    sheet.pages = placed.empty() ? 1 : placed.back().column / columns + 1;
    page = std::min(page, sheet.pages - 1);

    Canvas canvas({ width, height }, style);
    canvas.frame({ 0, 0, width, height }, style.panel, style.blue, style.radius);
    for (const PlacedLine& at : placed) {
        if (at.column / columns != page)
            continue;
        const NotesLine& line = lines[at.line];
        const float x = padding + (column_width + gap) * static_cast<float>(at.column % columns);
        const float pitch = pitch_of(line);
        draw_line(canvas, line, { x, padding + at.y - pitch / 2, column_width, pitch });
    }
    const bool last = page + 1 == sheet.pages;
    canvas.text({ width - padding, height - padding * 0.7F },
        trf("page {} of {} · N {}", page + 1, sheet.pages, last ? tr("closes") : tr("turns the page")),
        { Face::regular, style.small, style.secondary, Align::right, width - 2 * padding });
    sheet.picture = canvas.finish();
    return sheet;
}

DrawList notes_view(const Scope& scope)
{
    if (!scope.window.notes || !scope.model.setup->lesson)
        return veiled({ scope.size }, scope);
    return veiled(
        notes_sheet(scope.model.setup->lesson->shown_notes(), *scope.window.notes, scope.size, scope.style).picture, scope);
}

} // namespace warpstage::views

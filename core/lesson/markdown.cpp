#include "core/lesson/markdown.h"

#include "core/base/text.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace warpstage::lesson {

namespace {

constexpr std::string_view kFence = "```";

std::size_t indentation(std::string_view line)
{
    return std::min(line.find_first_not_of(' '), line.size());
}

struct ListMark {
    std::string shown;
    std::size_t length = 0; // up to the text
};

std::optional<ListMark> list_mark(std::string_view trimmed)
{
    if (trimmed.starts_with("* ") || trimmed.starts_with("- "))
        return ListMark { "•", 2 };
    std::size_t digits = 0;
    while (digits < trimmed.size() && trimmed[digits] >= '0' && trimmed[digits] <= '9')
        ++digits;
    if (digits > 0 && trimmed.substr(digits).starts_with(". "))
        return ListMark { std::string { trimmed.substr(0, digits + 1) }, digits + 2 };
    return std::nullopt;
}

// "|---|:--|"
bool is_rule(std::string_view row)
{
    return row.find_first_not_of("|-: ") == std::string_view::npos;
}

std::string without_marks(std::string_view text)
{
    std::string plain;
    for (const Span& span : parse_spans(text))
        plain += span.text;
    return plain;
}

std::vector<std::string> cells_of(std::string_view row)
{
    row.remove_prefix(1);
    if (row.ends_with('|'))
        row.remove_suffix(1);
    std::vector<std::string> cells;
    for (const auto cell : text::split(row, '|'))
        cells.push_back(without_marks(text::trim(cell)));
    return cells;
}

class Parser {
public:
    std::vector<Block> run(std::string_view text)
    {
        for (auto line : text::split(text, '\n')) {
            if (line.ends_with('\r'))
                line.remove_suffix(1);
            take(line);
        }
        close();
        return std::move(m_blocks);
    }

private:
    // A line of a paragraph that happens to begin with a number, "... what the padding does with\n776. The ...": only a list that
    // begins at 1 interrupts a paragraph (CommonMark 0.31, "List items").
    [[nodiscard]] bool is_within_sentence(const ListMark& mark) const
    {
        const bool numbered = mark.shown.ends_with('.');
        return m_open && m_open->kind == BlockKind::paragraph && numbered && mark.shown != "1.";
    }

    void take(std::string_view line)
    {
        const std::string_view trimmed = text::trim(line);
        if (trimmed.starts_with(kFence)) {
            close();
            m_in_code = !m_in_code;
        } else if (m_in_code) {
            m_blocks.push_back({ BlockKind::code, 0, {}, { { SpanKind::code, std::string { line } } }, {} });
        } else if (trimmed.empty()) {
            close();
        } else if (!m_open && indentation(line) >= 4) {
            m_blocks.push_back({ BlockKind::code, 0, {}, { { SpanKind::code, std::string { line.substr(4) } } }, {} });
        } else if (trimmed.starts_with('#')) {
            heading(trimmed);
        } else if (trimmed.starts_with('|')) {
            row(trimmed);
        } else if (const auto mark = list_mark(trimmed); mark && !is_within_sentence(*mark)) {
            close();
            const auto level = static_cast<std::uint32_t>(std::min<std::size_t>(indentation(line) / 2, 3));
            m_open = Block { BlockKind::item, level, mark->shown, {}, {} };
            m_text = trimmed.substr(mark->length);
        } else {
            if (!m_open)
                m_open = Block { BlockKind::paragraph, 0, {}, {}, {} };
            if (!m_text.empty())
                m_text += ' ';
            m_text += trimmed;
        }
    }

    void heading(std::string_view trimmed)
    {
        close();
        const std::size_t marks = std::min(trimmed.find_first_not_of('#'), trimmed.size());
        m_blocks.push_back({ BlockKind::heading, static_cast<std::uint32_t>(std::min<std::size_t>(marks, 3)), {},
            parse_spans(text::trim(trimmed.substr(marks))), {} });
    }

    void row(std::string_view trimmed)
    {
        close();
        if (is_rule(trimmed))
            return;
        const bool first = m_blocks.empty() || m_blocks.back().kind != BlockKind::row;
        m_blocks.push_back({ BlockKind::row, first ? 1U : 0U, {}, {}, cells_of(trimmed) });
    }

    void close()
    {
        if (!m_open)
            return;
        m_open->spans = parse_spans(m_text);
        m_blocks.push_back(*std::move(m_open));
        m_open.reset();
        m_text.clear();
    }

    std::vector<Block> m_blocks;
    std::optional<Block> m_open; // a paragraph or an item that is still open
    std::string m_text;
    bool m_in_code = false;
};

bool is_blank(char character)
{
    return character == ' ';
}

} // namespace

// An asterisk opens before a word and closes after one, so "2 * s" remains unchanged.
std::vector<Span> parse_spans(std::string_view text)
{
    std::vector<Span> spans;
    std::string plain;
    const auto flush = [&] {
        if (!plain.empty())
            spans.push_back({ SpanKind::plain, std::exchange(plain, {}) });
    };
    const auto marked = [&](std::size_t at, std::string_view mark, SpanKind kind) -> std::size_t {
        const std::size_t from = at + mark.size();
        if (from >= text.size() || (kind == SpanKind::emphasis && is_blank(text[from])))
            return 0;
        for (auto end = text.find(mark, from); end != std::string_view::npos; end = text.find(mark, end + 1)) {
            if (end == from || (kind == SpanKind::emphasis && is_blank(text[end - 1])))
                continue;
            flush();
            const auto inner = text.substr(from, end - from);
            if (kind == SpanKind::code) {
                spans.push_back({ kind, std::string { inner } });
            } else {
                // Code inside emphasis is code.
                for (Span& span : parse_spans(inner))
                    spans.push_back({ span.kind == SpanKind::code ? SpanKind::code : kind, std::move(span.text) });
            }
            return end + mark.size() - at;
        }
        return 0;
    };
    for (std::size_t at = 0; at < text.size();) {
        std::size_t taken = 0;
        if (text[at] == '`')
            taken = marked(at, "`", SpanKind::code);
        else if (text.substr(at).starts_with("**"))
            taken = marked(at, "**", SpanKind::emphasis);
        else if (text[at] == '*')
            taken = marked(at, "*", SpanKind::emphasis);
        if (taken == 0) {
            plain += text[at];
            taken = 1;
        }
        at += taken;
    }
    flush();
    return spans;
}

std::vector<Block> parse_markdown(std::string_view text)
{
    return Parser {}.run(text);
}

} // namespace warpstage::lesson

#include "app/console/source/differences_view.h"

#include "app/console/qt_text.h"
#include "app/console/source/source_text.h"
#include "core/base/text.h"
#include "core/base/words.h"

#include <Qsci/qscilexerdiff.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::console {

namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kAround = 3; // unchanged lines before and after a change
constexpr std::size_t kMaxCells = std::size_t { 1 } << 24; // limit of the table below; larger texts count as replaced

struct Edit {
    char sign = ' '; // ' ', '-' or '+'
    std::string_view line;
};

// The longest common subsequence of the lines between the equal beginning and the equal end (Wagner and Fischer, 1974).
std::vector<Edit> edits_of(const Lines& before, const Lines& after)
{
    std::size_t head = 0;
    while (head < before.size() && head < after.size() && before[head] == after[head])
        ++head;
    std::size_t tail = 0;
    while (tail < before.size() - head && tail < after.size() - head
        && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    const std::size_t rows = before.size() - head - tail;
    const std::size_t columns = after.size() - head - tail;

    std::vector<Edit> edits;
    for (std::size_t i = 0; i < head; ++i)
        edits.push_back({ ' ', before[i] });
    if ((rows + 1) * (columns + 1) <= kMaxCells) {
        const std::size_t width = columns + 1;
        std::vector<std::uint32_t> common((rows + 1) * width); // common lines from this row and column to the end
        for (std::size_t row = rows; row-- > 0;) {
            for (std::size_t column = columns; column-- > 0;)
                common[row * width + column] = before[head + row] == after[head + column]
                    ? common[(row + 1) * width + column + 1] + 1
                    : std::max(common[(row + 1) * width + column], common[row * width + column + 1]);
        }
        std::size_t row = 0;
        std::size_t column = 0;
        while (row < rows || column < columns) {
            if (row < rows && column < columns && before[head + row] == after[head + column]) {
                edits.push_back({ ' ', before[head + row] });
                ++row;
                ++column;
            } else if (row < rows
                && (column == columns || common[(row + 1) * width + column] >= common[row * width + column + 1])) {
                edits.push_back({ '-', before[head + row++] });
            } else {
                edits.push_back({ '+', after[head + column++] });
            }
        }
    } else {
        for (std::size_t row = 0; row < rows; ++row)
            edits.push_back({ '-', before[head + row] });
        for (std::size_t column = 0; column < columns; ++column)
            edits.push_back({ '+', after[head + column] });
    }
    for (std::size_t i = before.size() - tail; i < before.size(); ++i)
        edits.push_back({ ' ', before[i] });
    return edits;
}

Lines lines_of(std::string_view text)
{
    Lines lines = text::split(text, '\n');
    if (!lines.empty() && lines.back().empty())
        lines.pop_back(); // after the end of the last line
    return lines;
}

} // namespace

std::string unified_diff(std::string_view before, std::string_view after)
{
    const auto edits = edits_of(lines_of(before), lines_of(after));
    const auto changed = [&](std::size_t i) {
        return edits[i].sign != ' ';
    };
    std::string result;
    std::size_t old_line = 1; // of edits[done]
    std::size_t new_line = 1;
    std::size_t done = 0;
    const auto pass = [&](std::size_t until) {
        for (; done < until; ++done) {
            old_line += edits[done].sign != '+' ? 1U : 0U;
            new_line += edits[done].sign != '-' ? 1U : 0U;
        }
    };
    for (std::size_t i = 0; i < edits.size(); ++i) {
        if (!changed(i))
            continue;
        // Changes that are close together share a hunk.
        std::size_t last = i;
        for (std::size_t j = i; j < edits.size() && j <= last + 2 * kAround; ++j)
            last = changed(j) ? j : last;
        const std::size_t begin = std::max(done, i < kAround ? 0 : i - kAround);
        const std::size_t end = std::min(edits.size(), last + kAround + 1);
        pass(begin);
        const std::size_t old_begin = old_line;
        const std::size_t new_begin = new_line;
        pass(end);
        result += fmt::format("@@ -{},{} +{},{} @@\n", old_begin, old_line - old_begin, new_begin, new_line - new_begin);
        for (std::size_t j = begin; j < end; ++j)
            result += fmt::format("{}{}\n", edits[j].sign, edits[j].line);
        i = end - 1;
    }
    return result;
}

DifferencesView::DifferencesView(QWidget* parent)
    : QsciScintilla(parent)
    , m_lexer(new QsciLexerDiff(this))
{
    setReadOnly(true);
    setLexer(m_lexer);
    setAccessibleName(qtr("Differences from the lesson's source"));
}

void DifferencesView::set_style(const draw::Style& style, const QFont& font)
{
    m_lexer->setDefaultFont(font);
    for (int kind = 0; kind <= QsciLexerDiff::RemovingPatchRemoved; ++kind) {
        m_lexer->setFont(font, kind);
        m_lexer->setPaper(to_qt(style.panel), kind);
        m_lexer->setColor(to_qt(style.text), kind);
    }
    m_lexer->setPaper(to_qt(style.panel));
    m_lexer->setColor(to_qt(style.blue), QsciLexerDiff::Position);
    m_lexer->setColor(to_qt(style.vermilion), QsciLexerDiff::LineRemoved);
    m_lexer->setColor(to_qt(style.green), QsciLexerDiff::LineAdded);
    set_plain_style(*this, style, font);
}

void DifferencesView::compare(const std::string& original, const std::string& edited)
{
    const std::string differences = unified_diff(original, edited);
    setText(differences.empty() ? qtr("No differences from the lesson's source.") : to_qt(differences));
}

} // namespace warpstage::console

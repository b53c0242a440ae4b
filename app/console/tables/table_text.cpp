// Tables for the clipboard, as TSV, Markdown and LaTeX.
#include "app/console/tables/table.h"
#include "core/base/verify.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace warpstage::console {

namespace {

// The escape of a character that is special in a format.
struct Escape {
    std::string_view character;
    std::string_view text;
};

// A table format: begin, separator and end of each line, and the escapes.
struct Syntax {
    std::string_view begin;
    std::string_view between;
    std::string_view end;
    std::span<const Escape> escapes;
};

constexpr Escape kTsvEscapes[] { { "\t", " " }, { "\n", " " } };
constexpr Escape kMarkdownEscapes[] { { "|", "\\|" }, { "\n", " " }, { "\\", "\\\\" }, { "*", "\\*" }, { "_", "\\_" },
    { "`", "\\`" }, { "<", "&lt;" } };
constexpr Escape kLatexEscapes[] { { "\\", "\\textbackslash{}" }, { "&", "\\&" }, { "%", "\\%" }, { "$", "\\$" }, { "#", "\\#" },
    { "_", "\\_" }, { "{", "\\{" }, { "}", "\\}" }, { "~", "\\textasciitilde{}" }, { "^", "\\textasciicircum{}" },
    { "<", "\\textless{}" }, { ">", "\\textgreater{}" }, { "|", "\\textbar{}" }, { "\"", "\\textquotedbl{}" },
    { "µ", "\\textmu{}" }, { "\u2009", "\\," }, { "×", "$\\times$" }, { "–", "--" }, { "·", "\\textperiodcentered{}" },
    { "\n", " " } };

constexpr Syntax kTsv { "", "\t", "\n", kTsvEscapes };
constexpr Syntax kMarkdown { "| ", " | ", " |\n", kMarkdownEscapes };
constexpr Syntax kMarkdownRule { "|", "|", "|\n", {} };
constexpr Syntax kLatex { "", " & ", " \\\\\n", kLatexEscapes };

// From left to right, so that an escape is not escaped again.
std::string escaped(std::string_view text, std::span<const Escape> escapes)
{
    std::string result;
    while (!text.empty()) {
        const auto found = std::ranges::find_if(escapes, [&](const Escape& each) { return text.starts_with(each.character); });
        const bool known = found != escapes.end();
        result += known ? found->text : text.substr(0, 1);
        text.remove_prefix(known ? found->character.size() : 1);
    }
    return result;
}

template <typename Cells, typename TextOf> std::string line(const Syntax& syntax, const Cells& cells, TextOf text_of)
{
    std::string result;
    std::string_view before = syntax.begin;
    for (const auto& cell : cells) {
        result += std::exchange(before, syntax.between);
        result += escaped(std::invoke(text_of, cell), syntax.escapes);
    }
    return result.append(syntax.end);
}

std::string lines(const Syntax& syntax, const Table& table, std::span<const std::size_t> order, std::string Cell::*text)
{
    std::string result;
    for (const std::size_t row : order)
        result += line(syntax, table.rows[row], text);
    return result;
}

} // namespace

std::string table_text(const Table& table, std::span<const std::size_t> order, TableFormat format)
{
    switch (format) {
    case TableFormat::tsv:
        return line(kTsv, table.columns, &Column::plain_title) + lines(kTsv, table, order, &Cell::plain);
    case TableFormat::markdown: {
        const auto rule = [](const Column& column) {
            return column.kind == ColumnKind::number ? "---:" : "---";
        };
        return line(kMarkdown, table.columns, &Column::title) + line(kMarkdownRule, table.columns, rule)
            + lines(kMarkdown, table, order, &Cell::text);
    }
    case TableFormat::latex: {
        std::string alignment;
        for (const Column& column : table.columns)
            alignment += column.kind == ColumnKind::number ? 'r' : 'l';
        return "\\begin{tabular}{" + alignment + "}\n\\toprule\n" + line(kLatex, table.columns, &Column::title) + "\\midrule\n"
            + lines(kLatex, table, order, &Cell::text) + "\\bottomrule\n\\end{tabular}\n";
    }
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::console

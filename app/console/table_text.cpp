// Tables for the clipboard: a spreadsheet, a Markdown page, a paper.
#include "app/console/table.h"
#include "core/base/verify.h"

#include <string_view>
#include <utility>

namespace warpstage::console {

namespace {

// Every occurrence of each first word by its second, from left to right, so that what was put in is not replaced again.
template <std::size_t Count>
std::string replaced(std::string_view text, const std::pair<std::string_view, std::string_view> (&words)[Count])
{
    std::string result;
    while (!text.empty()) {
        const auto* found = &words[0];
        for (; found != words + Count; ++found) {
            if (text.starts_with(found->first))
                break;
        }
        const bool known = found != words + Count;
        result += known ? found->second : text.substr(0, 1);
        text.remove_prefix(known ? found->first.size() : 1);
    }
    return result;
}

std::string for_tsv(std::string_view text)
{
    constexpr std::pair<std::string_view, std::string_view> kWords[] { { "\t", " " }, { "\n", " " } };
    return replaced(text, kWords);
}

std::string for_markdown(std::string_view text)
{
    constexpr std::pair<std::string_view, std::string_view> kWords[] { { "|", "\\|" }, { "\n", " " }, { "\\", "\\\\" },
        { "*", "\\*" }, { "_", "\\_" }, { "`", "\\`" }, { "<", "&lt;" } };
    return replaced(text, kWords);
}

std::string for_latex(std::string_view text)
{
    constexpr std::pair<std::string_view, std::string_view> kWords[] { { "\\", "\\textbackslash{}" }, { "&", "\\&" },
        { "%", "\\%" }, { "$", "\\$" }, { "#", "\\#" }, { "_", "\\_" }, { "{", "\\{" }, { "}", "\\}" },
        { "~", "\\textasciitilde{}" }, { "^", "\\textasciicircum{}" }, { "<", "\\textless{}" }, { ">", "\\textgreater{}" },
        { "|", "\\textbar{}" }, { "\"", "\\textquotedbl{}" }, { "µ", "\\textmu{}" }, { "\u2009", "\\," }, { "×", "$\\times$" },
        { "–", "--" }, { "·", "\\textperiodcentered{}" }, { "\n", " " } };
    return replaced(text, kWords);
}

template <typename Cells, typename Words>
void add_line(std::string& result, const Cells& cells, std::string_view begin, std::string_view between, std::string_view end,
    const Words& words)
{
    result += begin;
    bool first = true;
    for (const auto& cell : cells) {
        if (!std::exchange(first, false))
            result += between;
        result += words(cell);
    }
    result += end;
}

std::string tsv(const Table& table, std::span<const std::size_t> order)
{
    std::string result;
    add_line(result, table.columns, "", "\t", "\n", [](const Column& column) { return for_tsv(column.plain_title); });
    for (const std::size_t row : order)
        add_line(result, table.rows[row], "", "\t", "\n", [](const Cell& cell) { return for_tsv(cell.plain); });
    return result;
}

std::string markdown(const Table& table, std::span<const std::size_t> order)
{
    std::string result;
    add_line(result, table.columns, "| ", " | ", " |\n", [](const Column& column) { return for_markdown(column.title); });
    add_line(result, table.columns, "|", "|", "|\n",
        [](const Column& column) { return std::string { column.kind == ColumnKind::number ? "---:" : "---" }; });
    for (const std::size_t row : order)
        add_line(result, table.rows[row], "| ", " | ", " |\n", [](const Cell& cell) { return for_markdown(cell.text); });
    return result;
}

std::string latex(const Table& table, std::span<const std::size_t> order)
{
    std::string result = "\\begin{tabular}{";
    for (const Column& column : table.columns)
        result += column.kind == ColumnKind::number ? 'r' : 'l';
    result += "}\n\\toprule\n";
    add_line(result, table.columns, "", " & ", " \\\\\n", [](const Column& column) { return for_latex(column.title); });
    result += "\\midrule\n";
    for (const std::size_t row : order)
        add_line(result, table.rows[row], "", " & ", " \\\\\n", [](const Cell& cell) { return for_latex(cell.text); });
    return result + "\\bottomrule\n\\end{tabular}\n";
}

} // namespace

std::string table_text(const Table& table, std::span<const std::size_t> order, TableFormat format)
{
    switch (format) {
    case TableFormat::tsv:
        return tsv(table, order);
    case TableFormat::markdown:
        return markdown(table, order);
    case TableFormat::latex:
        return latex(table, order);
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::console

#include "core/bench/layout.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::bench {

std::string lay_out(const Table& table, Layout layout, std::size_t names)
{
    const auto columns = table.head.size();
    std::vector<std::size_t> widths(columns);
    const auto widen = [&](const Row& row) {
        for (std::size_t i = 0; i < columns; ++i)
            widths[i] = std::max(widths[i], text::columns_of(row[i]));
    };
    widen(table.head);
    std::ranges::for_each(table.rows, widen);

    const bool markdown = layout == Layout::markdown;
    const auto line_of = [&](const Row& row) {
        std::string line = markdown ? "|" : "";
        for (std::size_t i = 0; i < columns; ++i) {
            const bool number = i >= names && i + 1 < columns;
            const auto cell = !markdown && i + 1 == columns
                ? row[i]
                : (number ? text::right_aligned(row[i], widths[i]) : text::left_aligned(row[i], widths[i]));
            line += markdown ? fmt::format(" {} |", cell) : fmt::format("{}{}", i == 0 ? "" : "  ", cell);
        }
        return text::without_trailing_spaces(std::move(line)) + "\n";
    };
    std::string lines = line_of(table.head);
    if (markdown) {
        lines += "|";
        for (std::size_t i = 0; i < columns; ++i)
            lines += i >= names && i + 1 < columns ? "--:|" : "--|";
        lines += "\n";
    }
    for (const auto& row : table.rows)
        lines += line_of(row);
    return text::plain_spaces(std::move(lines));
}

} // namespace warpstage::bench

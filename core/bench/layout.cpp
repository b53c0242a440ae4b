#include "core/bench/layout.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace warpstage::bench {

namespace {

// Characters, not bytes: UTF-8 continuation bytes do not count.
std::size_t width_of(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; }));
}

std::string padded(const std::string& text, std::size_t width, bool to_the_right)
{
    const std::string spaces(width - std::min(width, width_of(text)), ' ');
    return to_the_right ? spaces + text : text + spaces;
}

} // namespace

std::string lay_out(const Table& table, Layout layout, std::size_t names)
{
    const auto columns = table.head.size();
    std::vector<std::size_t> widths(columns);
    const auto widen = [&](const Row& row) {
        for (std::size_t i = 0; i < columns; ++i)
            widths[i] = std::max(widths[i], width_of(row[i]));
    };
    widen(table.head);
    std::ranges::for_each(table.rows, widen);

    const bool markdown = layout == Layout::markdown;
    const auto line_of = [&](const Row& row) {
        std::string line = markdown ? "|" : "";
        for (std::size_t i = 0; i < columns; ++i) {
            const bool number = i >= names && i + 1 < columns;
            const auto cell = !markdown && i + 1 == columns ? row[i] : padded(row[i], widths[i], number);
            line += markdown ? fmt::format(" {} |", cell) : fmt::format("{}{}", i == 0 ? "" : "  ", cell);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        return line + "\n";
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

// Text tables for a terminal or a Markdown document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::bench {

using Row = std::vector<std::string>;

struct Table {
    Row head;
    std::vector<Row> rows;
};

enum class Layout : std::uint8_t { text, markdown };

// The first `names` columns are names and the last one is a remark, left-aligned; the columns between them are numbers,
// right-aligned.
[[nodiscard]] std::string lay_out(const Table& table, Layout layout, std::size_t names = 2);

} // namespace warpstage::bench

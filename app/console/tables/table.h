// A table as data: what the console shows, sorts and puts on the clipboard. Knows no Qt.
#pragma once

#include "core/session/snapshot.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpstage::console {

enum class ColumnKind : std::uint8_t { words, number };

struct Column {
    std::string title; // "Median"
    std::string plain_title; // with the unit of the plain numbers: "Median (µs)"
    std::string meaning; // one sentence, or empty
    ColumnKind kind = ColumnKind::words;

    bool operator==(const Column&) const = default;
};

struct Cell {
    std::string text; // for people: "0.168 ms"
    std::string plain; // for a spreadsheet: "168.203"
    double order = 0.0; // of numbers; words are sorted as words

    bool operator==(const Cell&) const = default;
};

using Row = std::vector<Cell>;

struct Table {
    std::vector<Column> columns;
    std::vector<Row> rows; // each as long as `columns`

    bool operator==(const Table&) const = default;
};

// One row for each variant that ran, below it its kernels if it is the current one: minimum, median, maximum, runs, speed-up, and
// on which machine.
[[nodiscard]] Table timings_table(const session::Snapshot& snapshot);

// One row for each source line that ran in the recorded block, with Nsight Compute's figures. Columns in which every row is zero
// are left out.
[[nodiscard]] Table line_table(const session::Snapshot& snapshot);

enum class TableFormat : std::uint8_t { tsv, markdown, latex };

// The rows in the order of `order`, which holds indices into `rows`. TSV has plain numbers, the others what people read; in
// LaTeX, a tabular with booktabs' rules.
[[nodiscard]] std::string table_text(const Table& table, std::span<const std::size_t> order, TableFormat format);

} // namespace warpstage::console

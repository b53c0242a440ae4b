// A table as data, which the console shows, sorts and copies to the clipboard. Does not use Qt.
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
    std::string plain_title; // with the unit of the plain numbers, not translated: "Median (µs)"
    std::string meaning; // one sentence, or empty
    ColumnKind kind = ColumnKind::words;

    bool operator==(const Column&) const = default;
};

struct Cell {
    std::string text; // as shown: "0.168 ms"
    std::string plain; // for a spreadsheet: "168.203"
    double order = 0.0; // sort key of numbers; text is sorted as text

    bool operator==(const Cell&) const = default;
};

using Row = std::vector<Cell>;

struct Table {
    std::vector<Column> columns;
    std::vector<Row> rows; // each as long as `columns`

    bool operator==(const Table&) const = default;
};

// One row per variant that ran, followed by its kernels if it is the current variant: minimum, median, maximum, runs, speedup
// and device.
[[nodiscard]] Table timings_table(const session::Snapshot& snapshot);

// One row per source line that the recorded block executed, with the metrics of Nsight Compute. Columns that are zero in every
// row are left out.
[[nodiscard]] Table line_table(const session::Snapshot& snapshot);

// One row per exercise of the class and requirement: how many students meet it. Empty without a class server.
[[nodiscard]] Table class_table(const session::Snapshot& snapshot);

enum class TableFormat : std::uint8_t { tsv, markdown, latex };

// The rows in the order of `order`, which holds indices into `rows`. TSV has plain numbers, the other formats have the shown
// text; LaTeX is a tabular with the rules of booktabs.
[[nodiscard]] std::string table_text(const Table& table, std::span<const std::size_t> order, TableFormat format);

} // namespace warpstage::console

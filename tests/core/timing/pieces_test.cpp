// The kernels of `measure_gpu pieces` (tests/timing/device/pieces.cu), estimated and measured on an H200.
#include "tests/core/timing/models.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace warpstage::timing {
namespace {

struct PieceRow {
    std::string kernel;
    unsigned mebibytes = 0;
    double measured = 0.0; // microseconds
    double estimated = 0.0;
};

std::vector<PieceRow> measured_pieces()
{
    std::vector<PieceRow> rows;
    std::ifstream stream(std::string(WARPSTAGE_FIXTURES) + "/timing/pieces_h200.csv");
    for (std::string line; std::getline(stream, line);) {
        PieceRow row;
        std::istringstream columns(line);
        char comma = 0;
        if (std::getline(columns, row.kernel, ',') && columns >> row.mebibytes >> comma >> row.measured)
            rows.push_back(row);
    }
    return rows;
}

// Rows of tiles of a matrix of 16 KiB wide rows, by the name of a kernel behind `word`: "128_columns".
unsigned tile_rows(const std::string& kernel, const std::string& word, unsigned mebibytes)
{
    const auto at = kernel.find(word);
    const unsigned piece = static_cast<unsigned>(std::stoul(kernel.substr(at + word.size())));
    return mebibytes * 256 / (16384 / piece);
}

Launch piece_launch(const PieceRow& row)
{
    const unsigned bytes = row.mebibytes << 20;
    const std::string data = fmt::format(":u8[{}]=out", bytes);
    Launch launch { "pieces", row.kernel.c_str(), "", "256", {} };
    if (row.kernel.starts_with("read"))
        launch.arguments = { "from" + data, "sink:u32[1]=out",
            fmt::format("u32={}", tile_rows(row.kernel, "read_", row.mebibytes)) };
    else if (row.kernel.starts_with("written"))
        launch.arguments = { "to" + data, "u32=0", fmt::format("u32={}", tile_rows(row.kernel, "written_", row.mebibytes)) };
    else
        launch.arguments = { "from" + data, "to" + data, fmt::format("u32={}", tile_rows(row.kernel, "from_", row.mebibytes)),
            fmt::format("u32={}", tile_rows(row.kernel, "to_", row.mebibytes)) };
    return launch;
}

double error_of(const PieceRow& row)
{
    return std::abs(row.estimated / row.measured - 1.0);
}

// Those of 256 MiB in pieces of these bytes; all of them with WARPSTAGE_PIECES=FILE, which writes a table.
bool is_compared(const PieceRow& row)
{
    if (std::getenv("WARPSTAGE_PIECES") != nullptr)
        return true;
    const auto has = [&](const char* piece) {
        return row.kernel.find(piece) != std::string::npos;
    };
    return row.mebibytes == 256 && (has("_64_") || has("_128_") || has("_256_"));
}

TEST(Pieces, AreEstimatedAsMeasured)
{
    std::vector<PieceRow> rows = measured_pieces();
    ASSERT_GE(rows.size(), 100);
    std::erase_if(rows, [](const PieceRow& row) { return !is_compared(row); });
    std::vector<double> copies;
    std::string table;
    for (PieceRow& row : rows) {
        Models models;
        const std::string grid = fmt::format("{}", row.mebibytes * 256);
        Launch launch = piece_launch(row);
        launch.grid = grid.c_str();
        const auto* const model = models.of(launch);
        ASSERT_NE(model, nullptr) << row.kernel;
        row.estimated = static_cast<double>(model->estimate.time.count()) / 1e3;
        table += fmt::format("{:60} {:4} MiB {:8.2f} us measured {:8.2f} us estimated {:+5.1f} %\n", row.kernel, row.mebibytes,
            row.measured, row.estimated, 100 * (row.estimated / row.measured - 1));
        const bool copied = row.kernel.starts_with("copied");
        if (copied)
            copies.push_back(error_of(row));
        if (std::getenv("WARPSTAGE_PIECES") == nullptr) {
            EXPECT_LE(error_of(row), copied ? 0.085 : 0.15) << table;
        }
    }
    if (const char* const file = std::getenv("WARPSTAGE_PIECES"))
        std::ofstream(file) << table;
    ASSERT_GE(copies.size(), 20);
    std::ranges::nth_element(copies, copies.begin() + static_cast<std::ptrdiff_t>(copies.size() / 2));
    EXPECT_LE(copies[copies.size() / 2], 0.03) << table;
}

} // namespace
} // namespace warpstage::timing

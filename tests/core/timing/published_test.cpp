// Compares the model with the tables of the lectures: GeForce GTX 280 and Tesla K40c. No value of the model comes from a table.
#include "core/timing/published_estimate.h"
#include "tests/core/lesson/shipped_lessons.h"
#include "tests/core/timing/estimates.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace warpstage::timing {
namespace {

std::vector<PublishedEstimate> estimates()
{
    const auto published = lesson::PublishedFigures::load(std::filesystem::path(WARPSTAGE_ASSETS) / "published.toml");
    EXPECT_TRUE(published) << published.error().message;
    std::vector<PublishedEstimate> rows;
    for (const auto& lesson : lesson::shipped_lessons()->lessons()) {
        const auto programs = std::make_shared<const engine::VmPrograms>(lesson);
        for (const auto& figure : estimable_figures(*published, *lesson))
            rows.push_back(estimate_published(programs, figure));
    }
    return rows;
}

// In arbitrary units: the reciprocal of a throughput.
double published_time(const PublishedEstimate& row)
{
    return row.figure.unit == "ms" ? row.figure.value : 1.0 / row.figure.value;
}

TEST(Published, TheTablesOfTheLecturesAreEstimated)
{
    const auto rows = estimates();
    ASSERT_EQ(rows.size(), 30);
    std::vector<double> errors;
    std::string table;
    std::map<std::string, std::vector<const PublishedEstimate*>> tables;
    for (const PublishedEstimate& row : rows) {
        ASSERT_GT(row.estimated, 0.0) << row.figure.variant << ": " << row.reason;
        EXPECT_FALSE(row.is_off()) << row.figure.lesson << ' ' << row.figure.variant << ": " << row.factor();
        errors.push_back(std::abs(row.factor() - 1.0));
        std::string name = row.figure.lesson;
        for (const auto& [id, value] : row.figure.parameters)
            name += " " + id + "=" + value;
        tables[name].push_back(&row);
        table += fmt::format("{:30} {:14} {:8.3g} published {:8.3g} estimated {:5.2f}\n", name, row.figure.variant,
            row.figure.value, row.estimated, row.factor());
    }
    SCOPED_TRACE(table);
    std::ranges::sort(errors);
    RecordProperty("median_error", fmt::format("{:.3f}", errors[errors.size() / 2]));
    EXPECT_LE(errors[errors.size() / 2], 0.20);
    EXPECT_EQ(tables.size(), 6) << "transpose, reduction, n-body with two sizes, matrix product in float and double";
    // Pairs that differ by at least 5 % have the published order.
    for (const auto& [name, of_table] : tables) {
        for (const PublishedEstimate* a : of_table) {
            for (const PublishedEstimate* b : of_table) {
                if (published_time(*a) * 1.05 < published_time(*b)) {
                    EXPECT_LE(published_time(*a) * a->factor(), 1.01 * published_time(*b) * b->factor())
                        << name << ": " << a->figure.variant << " and " << b->figure.variant;
                }
            }
        }
    }
}

// The Czech lecture: with 4096 rows the padding changes almost nothing, because all blocks queue at one partition.
TEST(Published, PartitionCampingHidesBankConflicts)
{
    const arch::Gpu& gpu = *arch::find_gpu("GTX 280");
    const auto time = [&](const std::string& variant) {
        return time_of({ "transpose", variant, { { "n", "4096" } } }, gpu);
    };
    EXPECT_NEAR(time("padded") / time("tiled"), 1.0, 0.05);
    EXPECT_LT(time("diagonal"), 0.5 * time("padded"));
}

// Ruetsch and Micikevicius, Optimizing Matrix Transpose in CUDA (NVIDIA, 2009): GTX 280, 2048 x 2048, in GB/s. The same tile and
// the same blocks; no value of the model comes from this table, either.
TEST(Published, TheTransposesOfTheSdkCampAsMeasured)
{
    const arch::Gpu& gpu = *arch::find_gpu("GTX 280");
    struct Measured {
        const char* variant;
        double gigabytes_per_second;
    };
    constexpr std::array kMeasured { Measured { "copy", 96.9 }, Measured { "tiled_copy", 80.9 }, Measured { "diagonal", 69.5 },
        Measured { "padded", 16.6 }, Measured { "tiled", 16.5 }, Measured { "naive", 2.2 } };
    double last = 1e9;
    for (const auto& [variant, measured] : kMeasured) {
        const double estimated = 2.0 * 4.0 * 2048 * 2048 / time_of({ "transpose", variant, { { "n", "2048" } } }, gpu);
        EXPECT_LT(std::abs(std::log(estimated / measured)), std::log(kPublishedFactor)) << variant << ": " << estimated;
        EXPECT_LE(estimated, 1.01 * last) << variant;
        last = estimated;
    }
}

// The Czech lecture: textures reduce transfers from global memory. A GTX 280 has no other cache for it.
TEST(Published, TexturesSaveTransfersOfAGtx280)
{
    const arch::Gpu& gpu = *arch::find_gpu("GTX 280");
    const auto time = [&](const std::string& variant) {
        return time_of({ "memories", variant, { { "width", "1024" } } }, gpu);
    };
    EXPECT_LT(time("blur_texture"), 0.7 * time("blur_global"));
}

// A kernel that no GPU of the capability can run has no time.
TEST(Published, ShufflesAndReduxAreNotEstimatedForAGtx280)
{
    const arch::Gpu& gpu = *arch::find_gpu("GTX 280");
    for (const auto& [variant, capability] : { std::pair { "shuffle", "CC 3.0" }, std::pair { "redux", "CC 8.0" } }) {
        const auto estimate = estimate_of({ "reduction", variant, { { "n", "2^16" } } }, gpu);
        ASSERT_FALSE(estimate) << variant;
        EXPECT_NE(estimate.error().message.find(capability), std::string::npos) << estimate.error().message;
        EXPECT_NE(estimate.error().message.find("GeForce GTX 280 has CC 1.3"), std::string::npos) << estimate.error().message;
    }
}

// Guide 2.3: 8 products of __mul24 and 2 of 32 bits per cycle; the loops have other instructions, too.
TEST(Published, Mul24IsFasterOnlyOnCC1)
{
    const auto ratio = [](const char* name) {
        const arch::Gpu& gpu = *arch::find_gpu(name);
        return time_of({ "throughput", "multiply32", { { "n", "2^18" }, { "rounds", "64" } } }, gpu)
            / time_of({ "throughput", "multiply24", { { "n", "2^18" }, { "rounds", "64" } } }, gpu);
    };
    EXPECT_GT(ratio("GTX 280"), 1.3);
    EXPECT_LT(ratio("C2050"), 1.05);
}

// The same operations in double precision take longer on every GPU.
TEST(Published, DoublePrecisionIsNotFasterThanSingle)
{
    for (const char* name : { "K40c", "GTX 980", "H200" }) {
        const arch::Gpu& gpu = *arch::find_gpu(name);
        EXPECT_GT(time_of({ "nbody", "double" }, gpu), time_of({ "nbody", "shared" }, gpu)) << name;
    }
}

TEST(Published, ARowThatIsOffSaysSo)
{
    PublishedEstimate row;
    row.figure.value = 10.0;
    row.figure.unit = "ms";
    row.estimated = 15.9;
    EXPECT_FALSE(row.is_off());
    row.estimated = 16.1;
    EXPECT_TRUE(row.is_off());
    row.estimated = 6.2;
    EXPECT_TRUE(row.is_off());
    row.figure.unit = "GB/s"; // a smaller throughput is a longer time
    EXPECT_DOUBLE_EQ(row.factor(), 10.0 / 6.2);
    row.estimated = 0.0;
    EXPECT_FALSE(row.is_off());
}

} // namespace
} // namespace warpstage::timing

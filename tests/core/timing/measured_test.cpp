// Compares the model with an H200: every kernel of the lessons with its measured time.
#include "tests/core/timing/estimates.h"
#include "tests/core/timing/measured.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

namespace warpstage::timing {
namespace {

// Concordant minus discordant pairs, among pairs with different measured times. Differences below 3 % or 0.2 us do not count:
// samples of a kernel that takes only its launch time (3.0 to 3.3 us) vary by that much.
std::optional<double> kendall_tau(const std::vector<MeasuredRow>& rows)
{
    int pairs = 0;
    int sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t k = i + 1; k < rows.size(); ++k) {
            const auto [least, most] = std::minmax(rows[i].measured, rows[k].measured);
            if (most < 1.03 * least || most - least < 200.0)
                continue;
            ++pairs;
            const double agreement = (rows[i].measured - rows[k].measured) * (rows[i].estimated - rows[k].estimated);
            sum += agreement > 0.0 ? 1 : agreement < 0.0 ? -1 : 0;
        }
    }
    if (pairs == 0)
        return {};
    return static_cast<double>(sum) / pairs;
}

TEST(Measured, TheModelAgreesWithAnH200)
{
    const arch::Gpu& gpu = *arch::find_gpu("H200");
    auto rows = measured_rows("h200.csv");
    ASSERT_GE(rows.size(), 100);
    std::vector<double> errors;
    std::map<std::string, std::vector<MeasuredRow>> by_lesson;
    std::string table;
    std::size_t near = 0;
    for (MeasuredRow& row : rows) {
        const auto estimate = estimate_of(row.lesson_case, gpu);
        if (!estimate) { // a fault on the virtual machine that does not stop an H200
            EXPECT_EQ(row.lesson_case.variant, "barrier_in_branch") << estimate.error().message;
            continue;
        }
        row.estimated = static_cast<double>(estimate->time.count());
        ASSERT_GT(row.estimated, 0.0);
        errors.push_back(std::abs(row.factor() - 1.0));
        near += row.factor() <= 1.6 && row.factor() >= 1.0 / 1.6 ? 1U : 0U;
        by_lesson[row.lesson_case.lesson].push_back(row);
        table += fmt::format("{:12} {:24} {:10.1f} us measured {:10.1f} us estimated {:5.2f}\n", row.lesson_case.lesson,
            row.lesson_case.variant, row.measured / 1e3, row.estimated / 1e3, row.factor());
    }
    SCOPED_TRACE(table);
    ASSERT_GE(errors.size(), 100);

    std::ranges::nth_element(errors, errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2));
    const double median = errors[errors.size() / 2];
    const double share = static_cast<double>(near) / static_cast<double>(errors.size());
    double taus = 0.0;
    std::size_t lessons = 0;
    for (const auto& [lesson, of_lesson] : by_lesson) {
        if (const auto tau = kendall_tau(of_lesson)) {
            RecordProperty("tau_" + lesson, fmt::format("{:.3f}", *tau));
            taus += *tau;
            ++lessons;
        }
    }
    ASSERT_GT(lessons, 5);
    RecordProperty("median_error", fmt::format("{:.3f}", median));
    RecordProperty("within_1.6", fmt::format("{:.3f}", share));
    RecordProperty("mean_tau", fmt::format("{:.3f}", taus / static_cast<double>(lessons)));
    EXPECT_LE(median, 0.25);
    EXPECT_GE(share, 0.8);
    EXPECT_GE(taus / static_cast<double>(lessons), 0.85);
}

} // namespace
} // namespace warpstage::timing

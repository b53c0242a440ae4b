// Functions that are not inlined: recursion and tables of functions.
#include "tests/kernels/textbook_case.h"

#include <algorithm>
#include <cmath>

namespace warpstage::kernels::test {

namespace {

TextbookCase adaptive_simpson()
{
    constexpr int kIntegrals = 40;
    constexpr double kBegin = -1.0;
    constexpr double kStep = 0.05;
    constexpr double kTolerance = 1e-9;
    return { "AdaptiveSimpson", "recursion",
        [=] {
            problem::Plan plan;
            const auto integrals = add_buffer(plan, "integrals", std::vector<double>(kIntegrals, 0.0));
            plan.step = { problem::KernelLaunch {
                "integrate", { 2 }, { 32 }, 0, { integrals, kBegin, kStep, kTolerance, std::int32_t { kIntegrals } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<double> expected;
            for (int i = 0; i < kIntegrals; ++i) {
                const double end = kBegin + (i + 1) * kStep;
                expected.push_back((std::atan(5.0 * end) - std::atan(5.0 * kBegin)) / 5.0);
            }
            return first_difference(numbers_of<double>(contents[0]), expected, 0.0, kTolerance);
        } };
}

TextbookCase quicksort()
{
    constexpr std::size_t kRows = 48;
    constexpr std::size_t kColumns = 25;
    const auto input = random_integers(kRows * kColumns, -1000, 1000, 28);
    return { "Quicksort", "recursion",
        [=] {
            problem::Plan plan;
            const auto values = add_buffer(plan, "values", input);
            plan.step = { problem::KernelLaunch {
                "sort_rows", { 1 }, { kRows }, 0, { values, static_cast<std::int32_t>(kColumns) } } };
            return plan;
        },
        [=](const Contents& contents) {
            auto expected = input;
            for (std::size_t row = 0; row < kRows; ++row) {
                const auto begin = expected.begin() + static_cast<std::ptrdiff_t>(row * kColumns);
                std::sort(begin, begin + kColumns);
            }
            return first_difference(numbers_of<int>(contents[0]), expected);
        } };
}

TextbookCase function_table()
{
    constexpr int kElements = 100;
    const auto which = random_integers(kElements, 0, 3, 29);
    const auto a = random_integers(kElements, -1000, 1000, 30);
    const auto b = random_integers(kElements, -1000, 1000, 31);
    return { "FunctionTable", "recursion",
        [=] {
            problem::Plan plan;
            const auto selectors = add_buffer(plan, "which", which);
            const auto first = add_buffer(plan, "a", a);
            const auto second = add_buffer(plan, "b", b);
            const auto result = add_buffer(plan, "result", std::vector<int>(kElements, 0));
            plan.step = { problem::KernelLaunch {
                "apply", { 1 }, { 128 }, 0, { selectors, first, second, result, std::int32_t { kElements } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<int> expected;
            for (std::size_t i = 0; i < kElements; ++i) {
                const std::vector<int> results { a[i] + b[i], a[i] - b[i], a[i] * b[i], std::max(a[i], b[i]) };
                expected.push_back(results[static_cast<std::size_t>(which[i])]);
            }
            return first_difference(numbers_of<int>(contents[3]), expected);
        } };
}

} // namespace

std::vector<TextbookCase> recursion_cases()
{
    return { adaptive_simpson(), quicksort(), function_table() };
}

} // namespace warpstage::kernels::test

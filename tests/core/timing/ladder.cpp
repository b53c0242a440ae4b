#include "tests/core/timing/ladder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace warpstage::timing {

namespace {

std::string joined(const std::vector<std::string_view>& words)
{
    std::string text;
    for (const std::string_view word : words)
        text += (text.empty() ? "" : "/") + std::string { word };
    return text;
}

std::string percent(double ratio)
{
    return ratio == 0.0 ? "" : fmt::format("{:+.0f}%", 100.0 * (ratio - 1.0));
}

void write_table(const std::vector<LadderOutcome>& outcomes, const char* variable)
{
    const char* file = std::getenv(variable);
    if (file == nullptr)
        return;
    std::ofstream stream(file);
    stream << "| step | removed cause | rank | first | pred. | next |\n|---|---|--:|---|--:|--:|\n";
    for (const LadderOutcome& outcome : outcomes)
        stream << fmt::format("|{}|{}|{}|{}|{}|{}{}|\n", outcome.step, joined(outcome.removes),
            outcome.rank == 0 ? "–" : std::to_string(outcome.rank), outcome.rank == 1 ? "" : outcome.first,
            percent(outcome.predicted), percent(outcome.reached), outcome.measured ? "" : " e");
}

} // namespace

void LadderOutcome::look_up(const Why& why)
{
    const auto& causes = why.causes;
    first = causes.empty() ? "" : causes[0].cause.kind->id;
    second = causes.size() < 2 ? "" : causes[1].cause.kind->id;
    for (std::size_t i = 0; i < causes.size() && rank == 0; ++i) {
        if (std::ranges::find(removes, causes[i].cause.kind->id) == removes.end() || causes[i].behind)
            continue;
        rank = i + 1;
        predicted = 1.0 - causes[i].share;
    }
}

double LadderOutcome::factor() const
{
    return predicted > 0.0 && reached > 0.0 ? std::exp(std::abs(std::log(predicted / reached))) : 0.0;
}

void expect_hits(std::vector<LadderOutcome>& outcomes, const char* table)
{
    // Worst first: not in the list, then by rank, then by the error of the prediction.
    std::ranges::stable_sort(outcomes, [](const LadderOutcome& a, const LadderOutcome& b) {
        const auto rank = [](const LadderOutcome& outcome) {
            return outcome.rank == 0 ? std::size_t { 1000 } : outcome.hits() ? std::size_t { 0 } : outcome.rank;
        };
        return rank(a) != rank(b) ? rank(a) > rank(b) : a.factor() > b.factor();
    });
    write_table(outcomes, table);
    const auto hits = std::ranges::count_if(outcomes, &LadderOutcome::hits);
    for (const LadderOutcome& outcome : outcomes)
        if (!outcome.hits())
            fmt::print("miss: {}: rank {}, first {}, second {}\n", outcome.step, outcome.rank, outcome.first, outcome.second);
    const auto near =
        std::ranges::count_if(outcomes, [](const LadderOutcome& outcome) { return outcome.hits() && outcome.factor() <= 1.6; });
    fmt::print("{} of {} steps: first or second; {} of these within a factor of 1.6\n", hits, outcomes.size(), near);
    constexpr double kLeast = 0.8;
    EXPECT_GE(static_cast<double>(hits), kLeast * static_cast<double>(outcomes.size()));
}

} // namespace warpstage::timing

#include "core/exercise/finding.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace warpstage::exercise {

namespace {

template <typename ValueOf>
std::vector<std::pair<std::uint32_t, double>> largest_lines(const analysis::StepTraffic& traffic, const ValueOf& value_of)
{
    constexpr std::size_t kMax = 8;
    std::vector<std::pair<std::uint32_t, double>> lines;
    for (const auto& line : traffic.lines)
        if (const double value = value_of(line.counters); value > 0.0 && line.line != 0)
            lines.emplace_back(line.line, value);
    std::ranges::stable_sort(lines, std::greater {}, &std::pair<std::uint32_t, double>::second);
    lines.resize(std::min(lines.size(), kMax));
    return lines;
}

} // namespace

Finding passed(std::string message)
{
    return { Verdict::passed, std::move(message), 0 };
}

Finding failed(std::string message, std::uint32_t line)
{
    return { Verdict::failed, text::sentence(std::move(message)), line };
}

Finding not_checked()
{
    return { Verdict::not_checked, "It counts only if the result is right.", 0 };
}

Finding metric_finding(const Requirement& requirement, const analysis::StepTraffic& traffic)
{
    const auto value_of = [&](const analysis::Counters& counters) {
        double sum = 0.0;
        for (const auto* const metric : requirement.metrics)
            sum += metric->value(counters);
        return sum;
    };
    const auto& metric = *requirement.metrics.front();
    const double value = value_of(traffic.total);
    const bool too_high = requirement.at_most && value > *requirement.at_most;
    const bool too_low = requirement.at_least && value < *requirement.at_least;
    const double limit = too_low || !requirement.at_most ? *requirement.at_least : *requirement.at_most;
    Measure measure { value, limit, std::string { metric.unit } };
    if (metric.whole)
        measure.lines = largest_lines(traffic, value_of);
    auto words = fmt::format("{}: {} {}", label_of(requirement), analysis::value_text(metric, value), metric.unit);
    if (!too_high && !too_low) {
        auto finding = passed(words + ".");
        finding.measure = std::move(measure);
        return finding;
    }
    words += fmt::format(", {} {}", too_high ? "at most" : "at least", analysis::value_text(metric, limit));
    const auto line = too_high && !measure.lines.empty() ? measure.lines.front().first : 0;
    if (line != 0)
        words += fmt::format("; {} in line {}", analysis::value_text(metric, measure.lines.front().second), line);
    auto finding = failed(std::move(words), line);
    finding.measure = std::move(measure);
    return finding;
}

} // namespace warpstage::exercise

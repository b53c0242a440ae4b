#include "core/arch/access_comparison.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::arch {

namespace {

std::uint32_t value_of(const AccessCounts& prediction, AccessCounter counter)
{
    return prediction.at(static_cast<std::size_t>(counter));
}

// The counters of the file; if it has none, those of both memories.
std::vector<AccessCounter> counters_to_show(const AccessFile& rules)
{
    if (!rules.counters.empty())
        return rules.counters;
    return { AccessCounter::wavefronts, AccessCounter::bank_conflicts, AccessCounter::sectors, AccessCounter::transactions };
}

std::string row_text(
    const AccessFile& rules, const AccessRow& row, const AccessCounts& prediction, std::size_t name_width, ShownCounts shown)
{
    std::string text =
        fmt::format("{:>6}  {:<3} {:>2} B  {:<{}}  {:08x}", row.line, row.operation, row.bytes, row.name, name_width, row.lanes);
    for (const AccessCounter counter : counters_to_show(rules))
        text += fmt::format("  {:>{}}", value_of(prediction, counter), name_of(counter).size());
    for (std::size_t i = 0; i < rules.counters.size(); ++i) {
        if (shown == ShownCounts::all || value_of(prediction, rules.counters[i]) != row.counted[i])
            text += fmt::format("  {} counted: {}", name_of(rules.counters[i]), row.counted[i]);
    }
    return text + '\n';
}

std::string heading(const AccessFile& rules, std::size_t name_width)
{
    std::string text = fmt::format("{:>6}  {:<3} {:>2}    {:<{}}  {:<8}", "line", "op", "", "name", name_width, "lanes");
    for (const AccessCounter counter : counters_to_show(rules))
        text += fmt::format("  {}", name_of(counter));
    return text + '\n';
}

} // namespace

AccessComparison compare_with_rules(const AccessFile& rules, const Traits& traits, ShownCounts shown)
{
    std::size_t name_width = 4;
    for (const AccessRow& row : rules.rows)
        name_width = std::max(name_width, row.name.size());
    const std::string head = heading(rules, name_width);
    AccessComparison comparison { head };
    std::string differing;
    std::vector<std::size_t> agreeing(rules.counters.size());
    for (const AccessRow& row : rules.rows) {
        const auto prediction = predict(traits, row);
        const std::string line = row_text(rules, row, prediction, name_width, shown);
        comparison.text += line;
        bool all_agree = true;
        for (std::size_t i = 0; i < rules.counters.size(); ++i) {
            const bool agrees = value_of(prediction, rules.counters[i]) == row.counted[i];
            agreeing[i] += agrees ? 1U : 0U;
            all_agree = all_agree && agrees;
        }
        comparison.differing_rows += all_agree ? 0U : 1U;
        differing += all_agree ? "" : line;
    }
    if (rules.counters.empty()) {
        comparison.text +=
            fmt::format("\n{} rows predicted; the file has no counter columns to compare with.\n", rules.rows.size());
        return comparison;
    }
    comparison.text += "\nrows that agree: ";
    for (std::size_t i = 0; i < agreeing.size(); ++i)
        comparison.text +=
            fmt::format("{}{} {} of {}", i == 0 ? "" : ", ", name_of(rules.counters[i]), agreeing[i], rules.rows.size());
    comparison.text += '\n';
    if (comparison.differing_rows != 0)
        comparison.text +=
            fmt::format("\n{} of {} rows differ\n{}{}", comparison.differing_rows, rules.rows.size(), head, differing);
    return comparison;
}

} // namespace warpstage::arch

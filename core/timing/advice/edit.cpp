#include "core/timing/advice/edit.h"

#include "core/base/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>

namespace warpstage::timing {

std::vector<ChangedLines> changed_lines(std::string_view before, std::string_view after)
{
    const auto from = text::split(before, '\n');
    const auto to = text::split(after, '\n');
    std::size_t inserted = to.size() > from.size() ? to.size() - from.size() : 0; // not found yet
    std::vector<ChangedLines> changes;
    bool changed = false; // the previous line is
    std::size_t i = 0;
    for (std::size_t k = 0; k < to.size(); ++k) {
        if (i < from.size() && from[i] == to[k]) {
            changed = false;
            ++i;
            continue;
        }
        if (!changed)
            changes.push_back({ static_cast<std::uint32_t>(i + 1) });
        changed = true;
        changes.back().after.emplace_back(to[k]);
        const bool is_new = i == from.size() || (inserted > 0 && k + 1 < to.size() && to[k + 1] == from[i]);
        if (is_new)
            inserted -= inserted > 0 ? 1 : 0;
        else
            changes.back().before.emplace_back(from[i++]);
    }
    return changes;
}

std::string to_text(const std::vector<ChangedLines>& changes)
{
    std::string words;
    for (const ChangedLines& change : changes) {
        for (const std::string& line : change.before)
            words += fmt::format("  {:>5} - {}\n", change.line, text::trim(line));
        for (const std::string& line : change.after)
            words += fmt::format("  {:>5} + {}\n", change.line, text::trim(line));
    }
    return words;
}

nlohmann::json to_json(const std::vector<ChangedLines>& changes)
{
    auto json = nlohmann::json::array();
    for (const ChangedLines& change : changes)
        json.push_back({ { "line", change.line }, { "before", change.before }, { "after", change.after } });
    return json;
}

std::vector<ChangedLines> changed_lines_of(const nlohmann::json& json)
{
    std::vector<ChangedLines> changes;
    for (const auto& change : json)
        changes.push_back({ change.at("line").get<std::uint32_t>(), change.at("before").get<std::vector<std::string>>(),
            change.at("after").get<std::vector<std::string>>() });
    return changes;
}

} // namespace warpstage::timing

#include "core/lesson/files/described_limit_file.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace warpstage::lesson {

std::vector<problem::DescribedDemand> read_limit(TomlReader& reader, const toml::table& parent)
{
    const auto* const table = reader.table(parent, "limit");
    if (table == nullptr)
        return {};
    const std::vector<std::string> words { problem::kResourceWords.begin(), problem::kResourceWords.end() };
    std::vector<problem::DescribedDemand> demands;
    for (const auto& [key, node] : *table) {
        const auto line = line_of(node);
        const auto found = std::ranges::find(problem::kResourceWords, key.str());
        if (found == problem::kResourceWords.end()) {
            reader.fail(line, fmt::format("`limit` accepts {}, not `{}`.", text::alternatives(words), key.str()));
            continue;
        }
        if (auto amount = reader.expression(node, key.str()))
            demands.push_back(
                { static_cast<problem::Resource>(found - problem::kResourceWords.begin()), *std::move(amount), line });
    }
    return demands;
}

} // namespace warpstage::lesson

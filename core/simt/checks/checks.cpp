#include "core/simt/checks/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace warpstage::simt {

namespace {

std::string all_names()
{
    std::string names;
    for (const NamedChecks& known : kNamedChecks)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", known.name);
    return names;
}

} // namespace

Result<Checks> find_checks(std::string_view list)
{
    Checks all;
    const bool is_single = list.find(',') == std::string_view::npos;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string_view name = list.substr(begin, end - begin);
        if (name.empty())
            return Error { fmt::format("The list of checks `{}` lacks a name. The names are: {}.", list, all_names()) };
        const auto* const known = std::ranges::find(kNamedChecks, name, &NamedChecks::name);
        if (known == kNamedChecks.end())
            return Error { fmt::format("Unknown check `{}`. A list separated by commas may contain: {}.", name, all_names()) };
        if (!known->checks.any() && !is_single)
            return Error { fmt::format("`{}` contains `{}` and other checks.", list, name) };
        all.memory = all.memory || known->checks.memory;
        all.races = std::max(all.races, known->checks.races);
        begin = end + 1;
    }
    return all;
}

} // namespace warpstage::simt

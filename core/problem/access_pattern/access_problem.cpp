#include "core/problem/access_pattern/access_problem.h"

#include "core/problem/access_pattern/access_threads.h"

#include <fmt/format.h>

namespace warpstage::problem {

Result<void> AccessProblem::accepts(const Variant& variant) const
{
    const bool explorer = explores(variant);
    std::vector<SettingRule> rules { { "kernel", Presence::required, {} } };
    if (!explorer) {
        rules.push_back({ "index", Presence::required, {} });
        const auto others = rules_of_pattern();
        rules.insert(rules.end(), others.begin(), others.end());
    }
    if (auto accepted = check_settings(variant, rules); !accepted || explorer)
        return accepted;
    if (auto checked = check_index(setting(variant, "index")); !checked)
        return Error { fmt::format("Variant `{}`: {}", variant.id, checked.error().message) };
    return {};
}

std::vector<std::string> AccessProblem::kernels(const Variant& variant) const
{
    if (!explores(variant))
        return { std::string { setting(variant, "kernel") } };
    std::vector<std::string> names;
    for (const auto& bytes : access_widths()) {
        for (const auto* const operation : { "load", "store" })
            names.push_back(explorer_kernel(variant, operation, bytes));
    }
    return names;
}

} // namespace warpstage::problem

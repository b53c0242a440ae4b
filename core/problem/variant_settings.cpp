#include "core/problem/variant_settings.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::problem {

namespace {

Error unknown_setting(const Variant& variant, std::string_view name, std::span<const SettingRule> rules)
{
    std::vector<std::string> names;
    for (const auto& rule : rules)
        names.push_back(rule.name);
    if (const auto near = text::nearest(name, names); !near.empty())
        return { fmt::format("Variant `{}` has an unknown setting `{}`. Did you mean `{}`?", variant.id, name, near) };
    return { fmt::format("Variant `{}` has an unknown setting `{}`. Use {}.", variant.id, name, text::alternatives(names)) };
}

} // namespace

Result<void> check_settings(const Variant& variant, std::span<const SettingRule> rules)
{
    for (const auto& [name, value] : variant.settings) {
        if (std::none_of(rules.begin(), rules.end(), [&known = name](const SettingRule& rule) { return rule.name == known; }))
            return unknown_setting(variant, name, rules);
    }
    for (const auto& rule : rules) {
        const auto found = variant.settings.find(rule.name);
        if (found == variant.settings.end()) {
            if (rule.presence == Presence::optional)
                continue;
            return Error { fmt::format("Variant `{}` requires the setting `{}`{}.", variant.id, rule.name,
                rule.values.empty() ? "" : ": " + text::alternatives(rule.values)) };
        }
        const auto& value = found->second;
        if (value.empty())
            return Error { fmt::format("Variant `{}` has an empty setting `{}`.", variant.id, rule.name) };
        if (!rule.values.empty() && std::find(rule.values.begin(), rule.values.end(), value) == rule.values.end())
            return Error { fmt::format("Variant `{}` has {} = `{}`, but it must be {}.", variant.id, rule.name, value,
                text::alternatives(rule.values)) };
    }
    return {};
}

std::string_view setting(const Variant& variant, std::string_view name, std::string_view otherwise)
{
    const auto found = variant.settings.find(name);
    return found == variant.settings.end() ? otherwise : std::string_view { found->second };
}

std::string kernel_of(const Variant& variant, std::string_view name, std::string_view template_arguments)
{
    std::string kernel { setting(variant, name) };
    if (!template_arguments.empty())
        kernel += fmt::format("<{}>", template_arguments);
    if (const auto build = setting(variant, "build"); !build.empty())
        kernel += fmt::format("@{}", build);
    return kernel;
}

} // namespace warpstage::problem

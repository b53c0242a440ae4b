// Checks the settings of a lesson's variant uniformly for all problems.
#pragma once

#include "core/base/result.h"
#include "core/problem/problem.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

enum class Presence : std::uint8_t { required, optional };

struct SettingRule {
    std::string name;
    Presence presence = Presence::required;
    std::vector<std::string> values; // allowed values; empty: any non-empty text
};

// Errors: a missing setting, an unknown one (with a similar name), or an invalid value.
[[nodiscard]] Result<void> check_settings(const Variant& variant, std::span<const SettingRule> rules);

// The value of a setting, or `otherwise` if the variant omits it.
[[nodiscard]] std::string_view setting(const Variant& variant, std::string_view name, std::string_view otherwise = {});

// The display name of the kernel in setting `name`: "reduce6<256>" with template arguments "256", followed by "@" and the setting
// `build` if the variant has one (see lesson::Lesson::find_kernel()).
[[nodiscard]] std::string kernel_of(const Variant& variant, std::string_view name, std::string_view template_arguments = {});

} // namespace warpstage::problem

// What a variant of a lesson must and may say, checked in one way by every problem.
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
    std::vector<std::string> values; // allowed ones; empty: any text but the empty one
};

// Errors: a setting that is missing, unknown (with the nearest one) or has a value that is not allowed.
[[nodiscard]] Result<void> check_settings(const Variant& variant, std::span<const SettingRule> rules);

// The value of a setting, or `otherwise` where the variant leaves it out.
[[nodiscard]] std::string_view setting(const Variant& variant, std::string_view name, std::string_view otherwise = {});

// The display name of the kernel that the setting `name` names: "reduce6<256>" with template arguments "256", and followed by
// "@" and the setting `build` where the variant has one (see lesson::Lesson::find_kernel()).
[[nodiscard]] std::string kernel_of(const Variant& variant, std::string_view name, std::string_view template_arguments = {});

} // namespace warpstage::problem

// The settings with which a variant runs on a device: values that the user has set; for tunable parameters that the user has not
// set, the values found by `warpstage tune`, else values that suit the device.
#pragma once

#include "core/lesson/lesson.h"
#include "core/lesson/measured/tuned.h"
#include "core/problem/parameter.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>

namespace warpstage::lesson {

struct MachineFacts {
    std::string name; // "NVIDIA H200"
    std::uint32_t multiprocessors = 0; // 0: not a GPU
};

struct ChosenSettings {
    problem::Settings settings;
    std::string tuned; // "bodies=8 slices=66": the tuned values in use; empty: none
    std::string mistake; // a tuned value that the problem does not accept; empty: none
};

// `settings`: all parameters. `set_by_user`: those that the user has set. An invalid combination leaves the settings unchanged.
[[nodiscard]] ChosenSettings choose_settings(const Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const std::set<std::string, std::less<>>& set_by_user, const MachineFacts& machine,
    const TunedSettings& tuned);

} // namespace warpstage::lesson

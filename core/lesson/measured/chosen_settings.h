// The settings that a variant runs with on a machine: what the user has said; of the tunable parameters about which nobody has
// said anything, what `warpstage tune` has found, else what suits the machine.
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
    std::string tuned; // "bodies=8 slices=66": what was found by tuning and is used; empty: nothing
    std::string mistake; // a value of the tuned settings that the problem does not take; empty: none
};

// `settings` with every parameter; `said`: those of them that the user has set. What does not fit together is left as it was.
[[nodiscard]] ChosenSettings choose_settings(const Lesson& lesson, const problem::Variant& variant,
    const problem::Settings& settings, const std::set<std::string, std::less<>>& said, const MachineFacts& machine,
    const TunedSettings& tuned);

} // namespace warpstage::lesson

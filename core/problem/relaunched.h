// A problem in which launches of a kernel have another shape: a launch that is edited, as a text of kernels is.
#pragma once

#include "core/problem/launch_change.h"
#include "core/problem/problem.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::problem {

// For all launches of this kernel in the plans of this variant.
struct Relaunch {
    std::string variant; // id
    std::string kernel; // display name
    LaunchChange change = LaunchChange::larger_blocks;

    bool operator==(const Relaunch&) const = default;
};

// For files and messages: variant, kernel, and the name of the change.
using RelaunchWords = std::array<std::string, 3>;
[[nodiscard]] RelaunchWords to_words(const Relaunch& relaunch);
// Nothing: no such change.
[[nodiscard]] std::optional<Relaunch> relaunch_of(const RelaunchWords& words);

// The changes of launches in the plans of the problem, in order.
[[nodiscard]] std::vector<Relaunch> relaunches_of(const Problem& problem);

// Everything else is that of `problem`, which must not be null.
[[nodiscard]] std::shared_ptr<const Problem> relaunched(std::shared_ptr<const Problem> problem, Relaunch relaunch);

} // namespace warpstage::problem

// One described launch with its numbers: shape, arguments, and as often as its repeat rule says.
#pragma once

#include "core/problem/described/description.h"

#include <functional>
#include <string>
#include <vector>

namespace warpstage::problem {

// "reduce<{block}>" with the choice of `block`. `choice` is asked for each name between braces.
[[nodiscard]] std::string filled_in(const std::string& text, const std::function<std::string(const std::string& name)>& choice);

// Appends the launches, or copies, to the plan's step. `first`: the index of what stands for buffer 0. `kernel`: with its choices
// filled in. Errors, as sentences without place: expressions that fail, a shape that no GPU launches, a repeat rule that goes
// round or never ends.
[[nodiscard]] Result<void> append_launches(
    Plan& plan, const DescribedLaunch& launch, const std::string& kernel, Scope scope, BufferIndex first, std::size_t most);

} // namespace warpstage::problem

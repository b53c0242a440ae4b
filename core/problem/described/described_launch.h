// One described launch with evaluated expressions: shape, arguments, and the launches of its repeat rule.
#pragma once

#include "core/problem/described/description.h"

#include <functional>
#include <string>
#include <vector>

namespace warpstage::problem {

// "reduce<{block}>" with the value of `block`. `choice` is called for each name in braces.
[[nodiscard]] std::string filled_in(const std::string& text, const std::function<std::string(const std::string& name)>& choice);

// Appends the launches or copies to the plan's time step. `first`: index of buffer 0. `kernel`: with its choices filled in.
// Errors, without location: expressions that fail, an invalid launch shape, a repeat rule that repeats a value or never ends.
[[nodiscard]] Result<void> append_launches(
    Plan& plan, const DescribedLaunch& launch, const std::string& kernel, Scope scope, BufferIndex first, std::size_t most);

} // namespace warpstage::problem

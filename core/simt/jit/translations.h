// Which operations are translated, by the key of their operator (operators/operator_table.h): each file of this folder has a
// list.
#pragma once

#include "core/simt/jit/translator.h"

#include <span>

namespace warpstage::simt::jit {

[[nodiscard]] std::span<const Translation> integer_translations();
[[nodiscard]] std::span<const Translation> number_translations();
[[nodiscard]] std::span<const Translation> comparison_translations();
[[nodiscard]] std::span<const Translation> move_translations();
[[nodiscard]] std::span<const Translation> memory_translations();

} // namespace warpstage::simt::jit

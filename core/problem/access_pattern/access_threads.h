// Access patterns: the element that each thread accesses, as an expression of its index ("(tid%4)*33 + tid/4", "tid ^ (tid>>3)"),
// and the active threads. The names are tid, lane, warp, B (threads per block) and the constants of the problem.
#pragma once

#include "core/base/result.h"
#include "core/problem/expressions/expression.h"
#include "core/problem/parameter.h"
#include "core/problem/problem.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::problem {

// In AccessPattern::indices, and for the kernels: an inactive thread.
inline constexpr std::int32_t kInactive = -1;

struct AccessLaunch {
    std::string_view pattern; // an expression
    std::string_view active; // see check_active()
    std::size_t threads = 0;
    std::int64_t block = 32; // threads of one
    Names constants {};
    std::size_t elements = 0; // the first index that is too large
    std::string_view memory; // "shared memory": the name of the elements in messages
};

// One index per thread. Errors: see Expression, with the thread; a negative index, one that is too large.
[[nodiscard]] Result<std::vector<std::int32_t>> access_indices(const AccessLaunch& launch);

// One past the largest index; 0 if no thread is active.
[[nodiscard]] std::size_t elements_touched(std::span<const std::int32_t> indices);
[[nodiscard]] std::size_t active_threads(std::span<const std::int32_t> indices);

// Errors: not an expression, or an unknown name.
[[nodiscard]] Result<void> check_pattern(std::string_view text, std::span<const std::string_view> constants);

// A single 0x... is a mask of the lanes of each warp; any other text is an expression that is not 0 for active threads. Errors:
// neither.
[[nodiscard]] Result<void> check_active(std::string_view text, std::span<const std::string_view> constants);

// Parameters of an explorer that both problems share, in addition to `pattern`: active, bytes, operation.
[[nodiscard]] std::vector<Parameter> explorer_parameters(Result<void> (*check_active)(std::string_view));
[[nodiscard]] const std::vector<std::string>& access_widths(); // "1" to "16"

// A variant with only a kernel is the explorer.
[[nodiscard]] bool explores(const Variant& variant);
// "explore_load<4>"
[[nodiscard]] std::string explorer_kernel(const Variant& variant, std::string_view operation, std::string_view bytes);

} // namespace warpstage::problem

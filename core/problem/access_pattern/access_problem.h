// Common part of the problems whose variants are access patterns: a kernel with a fixed pattern, or the explorer, which accepts
// any pattern.
#pragma once

#include "core/problem/problem.h"
#include "core/problem/variant_settings.h"

#include <string_view>
#include <vector>

namespace warpstage::problem {

class AccessProblem : public Problem {
public:
    [[nodiscard]] Result<void> accepts(const Variant& variant) const final;
    [[nodiscard]] std::vector<std::string> kernels(const Variant& variant) const final;
    [[nodiscard]] std::uint32_t check_steps() const final { return 1; }

protected:
    // In addition to `kernel` and `index`, for a variant with a fixed pattern.
    [[nodiscard]] virtual std::vector<SettingRule> rules_of_pattern() const = 0;
    // Errors: not an expression of the names that the problem defines.
    [[nodiscard]] virtual Result<void> check_index(std::string_view text) const = 0;
};

} // namespace warpstage::problem

// What the problems have in common whose variants are access patterns: a kernel that has its pattern written into it, or the
// explorer, which takes any.
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
    // Besides `kernel` and `index`, of a variant with its pattern written into it.
    [[nodiscard]] virtual std::vector<SettingRule> rules_of_pattern() const = 0;
    // Errors: no expression of the names that the problem knows.
    [[nodiscard]] virtual Result<void> check_index(std::string_view text) const = 0;
};

} // namespace warpstage::problem

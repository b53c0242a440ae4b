#include "core/simt/checks/checks.h"

#include <algorithm>

namespace warpstage::simt {

std::optional<Checks> find_checks(std::string_view name)
{
    const auto* found =
        std::find_if(kNamedChecks.begin(), kNamedChecks.end(), [name](const NamedChecks& known) { return known.name == name; });
    if (found == kNamedChecks.end())
        return std::nullopt;
    return found->checks;
}

} // namespace warpstage::simt

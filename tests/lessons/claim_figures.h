// The metrics of `expect` in a claims.toml; README.md lists them.
#pragma once

#include "core/arch/traits.h"
#include "tests/lessons/recorded_variant.h"

#include <optional>
#include <string>
#include <string_view>

namespace warpstage::lessons {

// `at`: only for the first executed source line that contains the text; "": for the whole block. Empty: unknown metric or line.
[[nodiscard]] std::optional<double> figure_of(
    const RecordedVariant& recorded, const arch::Traits& traits, std::string_view at, const std::string& metric);

} // namespace warpstage::lessons

// The names of the special registers (PTX ISA, section 10).
#pragma once

#include "core/ptx/ast.h"

#include <optional>
#include <string_view>

namespace warpstage::ptx {

// "%tid.x" -> tid_x; empty for any other word.
[[nodiscard]] std::optional<SpecialRegister> parse_special_register(std::string_view word);

} // namespace warpstage::ptx

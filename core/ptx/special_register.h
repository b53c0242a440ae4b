// The names of the special registers (PTX ISA, section 10).
#pragma once

#include "core/ptx/ast.h"

#include <optional>
#include <string_view>

namespace warpstage::ptx {

// "%tid.x" -> tid_x; nothing for a word that is none, or one that warpstage does not know.
[[nodiscard]] std::optional<SpecialRegister> parse_special_register(std::string_view word);

} // namespace warpstage::ptx

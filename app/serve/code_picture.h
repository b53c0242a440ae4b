// The QR code of an address, for the page of the class and for a terminal.
#pragma once

#include "core/base/result.h"

#include <string>

namespace warpstage::serve {

// SVG. Errors: no library for QR codes, or an address that is too long.
[[nodiscard]] Result<std::string> code_picture(const std::string& link);
// Lines of block elements, light on the dark ground of a terminal, two rows of modules in one; empty: there is no code.
[[nodiscard]] std::string code_lines(const std::string& link);

} // namespace warpstage::serve

// Text for web pages.
#pragma once

#include <string>
#include <string_view>

namespace warpstage::html {

// The text as content of an element or of an attribute in double quotation marks.
[[nodiscard]] std::string escaped(std::string_view text);

} // namespace warpstage::html

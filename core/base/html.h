// Text for web pages.
#pragma once

#include <string>
#include <string_view>

namespace warpstage::html {

// The text as content of an element or of an attribute in double quotation marks.
[[nodiscard]] std::string escaped(std::string_view text);

struct Style {
    std::string address {}; // of a style sheet beside the page; empty: none
    std::string text {}; // in the page
};
// A page in English, without scripts, that loads only its style sheet. Title and heading are plain text, `body` is HTML.
[[nodiscard]] std::string page(std::string_view title, const Style& style, std::string_view body);

} // namespace warpstage::html

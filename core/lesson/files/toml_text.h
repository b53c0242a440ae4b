// Parses TOML that other people wrote.
#pragma once

#include <string_view>

// The parser is compiled header-only and without exceptions.
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace warpstage::lesson {

// `name` appears in the positions of errors. TOML 1.0 allows characters outside ASCII in strings and comments only; the parser of
// Debian 12 (toml++ 3.3) has undefined behavior for some of them elsewhere, thus they are an error before it sees the text.
[[nodiscard]] toml::parse_result parse_toml(std::string_view text, std::string_view name);

} // namespace warpstage::lesson

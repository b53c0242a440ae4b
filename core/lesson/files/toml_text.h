// Parses TOML that other people wrote.
#pragma once

#include <string_view>

// The parser is compiled header-only and without exceptions.
#define TOML_EXCEPTIONS 0
#if __has_include(<toml++/impl/preprocessor.hpp>) // since toml++ 3.4
#include <toml++/impl/preprocessor.hpp>
#else
#include <toml++/impl/preprocessor.h>
#endif
// The parser lets the compiler assume what a text may violate, such as `[.x]`. Without the assumption it reports an error.
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT_ASSUME(expression) static_assert(true)
#include <toml++/toml.h>

namespace warpstage::lesson {

// `name` appears in the positions of errors. A text that exceeds the limits of core/base/text_limits.h is an error. TOML 1.0
// allows characters outside ASCII in strings and comments only; the parser of Debian 12 (toml++ 3.3) has undefined behavior for
// some of them elsewhere, thus they are an error before it sees the text.
[[nodiscard]] toml::parse_result parse_toml(std::string_view text, std::string_view name);

} // namespace warpstage::lesson

// Common parts of the tests of core/ptx: fixtures, small inline modules, and the listing described in README.md of the fixtures.
#pragma once

#include "core/ptx/ast.h"
#include "core/ptx/parser.h"

#include <string>
#include <string_view>

namespace warpstage::ptx::test {

// The text of tests/fixtures/ptx/<file>; the test fails if it cannot be read.
[[nodiscard]] std::string fixture(std::string_view file);

// The header of a module.
inline constexpr std::string_view kHeader = ".version 9.0\n.target sm_75\n.address_size 64\n";

// A module whose only kernel, `kernel`, has this body. It declares %p<9> %r<9> %rd<9> %f<9>, a parameter `in`, a global array
// `table` of 64 bytes and a shared array `tile` of 128; the body begins in line kBodyLine.
inline constexpr int kBodyLine = 8;
[[nodiscard]] std::string module_with(std::string_view body);

// The parsed module; the test fails with the parser's error if it is rejected.
[[nodiscard]] Module parsed(std::string_view text);
// The only kernel of module_with(body).
[[nodiscard]] Function kernel_with(std::string_view body);
// The parse error of the text; the test fails if the text is accepted.
[[nodiscard]] std::string refusal(std::string_view text);

[[nodiscard]] std::string listing(const Module& module);

} // namespace warpstage::ptx::test

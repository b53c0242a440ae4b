// What the CUDA compiler says about a text, as data: where, how bad, in which words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::gpu {

struct Diagnostic {
    enum class Severity : std::uint8_t { error, warning, note };

    std::string file; // as the compiler was given it; empty where it names none ("At end of source")
    std::uint32_t line = 0; // 1-based; 0: none
    std::uint32_t column = 0; // 1-based, in characters of the source line; 0: the compiler marked none
    Severity severity = Severity::error;
    std::string text; // may go on over several lines
    std::string source_line; // as the compiler shows it; empty where it shows none
};

[[nodiscard]] std::string_view name_of(Diagnostic::Severity severity);

// The log of NVRTC 11 to 13: "file(3): error: words", continued by indented lines, then the source line and a line with a caret.
// What is no diagnostic (counts, remarks) is left out.
[[nodiscard]] std::vector<Diagnostic> parse_nvrtc_log(std::string_view log);

// "saxpy.cu:3:12: error: identifier "x" is undefined", the source line, and a caret under the column.
[[nodiscard]] std::string to_text(const Diagnostic& diagnostic);

} // namespace warpstage::gpu

// Messages of the CUDA compiler as data: location, severity, text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::gpu {

struct Diagnostic {
    enum class Severity : std::uint8_t { error, warning, note };

    std::string file; // name given to the compiler; empty if the message has none ("At end of source")
    std::uint32_t line = 0; // 1-based; 0: none
    std::uint32_t column = 0; // 1-based, in characters of the source line; 0: not marked by the compiler
    Severity severity = Severity::error;
    std::string text; // may have several lines
    std::string source_line; // source line printed by the compiler; empty if none
};

[[nodiscard]] std::string_view name_of(Diagnostic::Severity severity);

// The log of NVRTC and nvcc 11 to 13: "file(3): error: words", continued by indented lines, then the source line and a line with
// a caret; and that of nvcc's host compiler, "file:3:12: fatal error: words". Other lines (counts, remarks) are omitted.
[[nodiscard]] std::vector<Diagnostic> parse_nvrtc_log(std::string_view log);

// "saxpy.cu:3:12: error: identifier "x" is undefined", the source line, and a caret under the column.
[[nodiscard]] std::string to_text(const Diagnostic& diagnostic);

} // namespace warpstage::gpu

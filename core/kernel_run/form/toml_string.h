// Texts in the files that this folder writes.
#pragma once

#include <string>
#include <string_view>

namespace warpstage::kernel_run {

// A basic string of TOML with its quotes. Control characters are left out.
[[nodiscard]] inline std::string toml_string(std::string_view words)
{
    std::string text = "\"";
    for (const char c : words) {
        if (c == '"' || c == '\\')
            text += '\\';
        if (static_cast<unsigned char>(c) >= ' ')
            text += c;
    }
    return text + "\"";
}

} // namespace warpstage::kernel_run

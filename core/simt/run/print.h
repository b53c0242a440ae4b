// printf of the device: format and arguments are in the memory of the printing thread.
#pragma once

#include "core/simt/operation.h"

#include <cstdint>
#include <string>

namespace warpstage::simt {

struct PrintedText {
    std::string text;
    std::uint32_t arguments = 0; // number taken from the list; the result of vprintf
};

// `format` and `arguments` are generic addresses. The arguments follow one another, each aligned to its size (CUDA's va_list). An
// unknown conversion is printed unchanged; unreadable memory is printed as "(invalid address)".
[[nodiscard]] PrintedText print_format(WarpState& state, unsigned lane, std::uint64_t format, std::uint64_t arguments);

// A string that ends in a zero byte, or "(invalid address)".
[[nodiscard]] std::string read_text(WarpState& state, unsigned lane, std::uint64_t address);

} // namespace warpstage::simt

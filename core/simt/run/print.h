// printf of the device: the format and the arguments lie in the memory of the thread that prints.
#pragma once

#include "core/simt/operation.h"

#include <cstdint>
#include <string>

namespace warpstage::simt {

struct PrintedText {
    std::string text;
    std::uint32_t arguments = 0; // taken from the list; what vprintf returns
};

// `format` and `arguments` are generic addresses. The arguments follow one another, each aligned to its size (CUDA's va_list). A
// conversion that printf does not have is printed as it stands; what cannot be read is printed as "(invalid address)".
[[nodiscard]] PrintedText print_format(WarpState& state, unsigned lane, std::uint64_t format, std::uint64_t arguments);

// A string that ends in a zero byte, or "(invalid address)".
[[nodiscard]] std::string read_text(WarpState& state, unsigned lane, std::uint64_t address);

} // namespace warpstage::simt

// How a function is shown to people: as its name stands in the CUDA source.
#pragma once

#include <string>

namespace warpstage::ptx {

// "_Z7reduce6ILj256EEvPKiPij" -> "reduce6<256>": without return type, parameters, the mark of an anonymous namespace and the
// suffixes of integers. A name that is not mangled (extern "C") stays as it is.
[[nodiscard]] std::string display_name(const std::string& mangled);

} // namespace warpstage::ptx

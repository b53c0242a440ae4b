// The PTX of several translation units as one text, as nvlink joins their machine code (nvcc -rdc=true).
#pragma once

#include <span>
#include <string>

namespace warpstage::ptx {

// Names without linkage that two texts use are renamed in the second one, files are numbered through, and of weak definitions
// the first one stays. Expects the layout that nvcc writes: no block comments. A single text stays as it is.
[[nodiscard]] std::string link(std::span<const std::string> texts);

} // namespace warpstage::ptx

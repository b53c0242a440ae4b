// Kernels that tests of `warpstage run` use, and the command that runs one of them.
#pragma once

#include <string>

namespace warpstage::cli {

inline const std::string kFixtures = std::string { WARPSTAGE_FIXTURES } + "/kernel_run/";
// Without the arguments `x` and `y`.
inline const std::string kSaxpy = "run --engine vm " + kFixtures + "saxpy.ptx --grid 4 --block 256 --arg n:s32=1000 --arg f32=2 ";

} // namespace warpstage::cli

// Location of the test kernels.
#pragma once

#include <string>

namespace warpstage::kernel_run {

inline const std::string kFixtures = std::string { WARPSTAGE_FIXTURES } + "/kernel_run/";

} // namespace warpstage::kernel_run

// The number of memory allocations of this test program, counted by its operator new.
#pragma once

#include <cstddef>

namespace warpstage::arch {

std::size_t allocations();

} // namespace warpstage::arch

// How often this test program has asked for memory: its operator new counts.
#pragma once

#include <cstddef>

namespace warpstage::arch {

std::size_t allocations();

} // namespace warpstage::arch

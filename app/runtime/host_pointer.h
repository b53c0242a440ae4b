#pragma once

#include <cstdint>
#include <string>

namespace warpstage::runtime {

// What a kernel finds at an address of this process, for a message: "host memory (malloc), which kernels cannot access". Empty if
// nothing is mapped there.
[[nodiscard]] std::string describe_host_pointer(std::uint64_t address);

} // namespace warpstage::runtime

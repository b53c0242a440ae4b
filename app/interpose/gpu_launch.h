// The memory of the GPU, read with functions of the CUDA Runtime API.
#pragma once

#include "core/capture/reachable.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace warpstage::interpose {

// Waits for all work of the device. False: a launch before has failed.
[[nodiscard]] bool synchronize();
// Copies device, managed or pinned memory.
[[nodiscard]] bool read_memory(std::uint64_t address, std::span<std::byte> content);
// Copies the value of a variable, by the address of its host variable.
[[nodiscard]] bool read_variable(const void* host, std::span<std::byte> content);
// The address of a `__device__` variable; 0: unknown.
[[nodiscard]] std::uint64_t address_of_variable(const void* host);

// "NVIDIA H200", and 90 for compute capability 9.0, of the current device.
[[nodiscard]] std::string device_name();
[[nodiscard]] std::uint32_t compute_capability();
// Whether an operation in the stream becomes a node of a graph.
[[nodiscard]] bool is_capturing(void* stream);

} // namespace warpstage::interpose

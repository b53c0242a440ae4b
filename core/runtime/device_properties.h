// What the virtual device says about itself: cudaDeviceProp and the attributes of cudaDeviceGetAttribute.
#pragma once

#include "core/arch/gpus.h"
#include "core/arch/traits.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace warpstage::runtime {

// The GPU that the virtual device stands for.
struct Hardware {
    const arch::Traits& traits;
    const arch::Gpu& gpu;

    [[nodiscard]] std::uint64_t memory_bytes() const;
};

// The layout of cudaDeviceProp depends on the major version of the runtime library.
enum class RuntimeVersion : std::uint8_t { cuda_12, cuda_13 };
[[nodiscard]] std::size_t properties_bytes(RuntimeVersion version);

// "H200 (warpstage virtual device)".
[[nodiscard]] std::string device_name(const Hardware& hardware);

// Fills a cudaDeviceProp of properties_bytes(). Members that are not known are 0.
void write_properties(std::span<std::byte> properties, RuntimeVersion version, const Hardware& hardware);

// The value of a cudaDeviceAttr; 0 for one without a meaning here, nothing for an invalid number.
[[nodiscard]] std::optional<int> attribute(int number, const Hardware& hardware);

} // namespace warpstage::runtime

#include "core/runtime/device_properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace warpstage::runtime {

namespace {

constexpr int kNone = -1; // no member or no attribute

// A property: its cudaDeviceAttr, its offset in cudaDeviceProp of CUDA 12 and of CUDA 13, its size in bytes, its value. Source:
// driver_types.h of CUDA 12.8 and 13.0.
struct Property {
    int attribute;
    int offset_12;
    int offset_13;
    std::size_t bytes;
    std::uint64_t (*value)(const Hardware& hardware);
};

template <std::uint64_t kValue> std::uint64_t constant(const Hardware& /*hardware*/)
{
    return kValue;
}

std::uint64_t clock_kilohertz(const Hardware& h)
{
    return std::uint64_t { h.gpu.clock_megahertz } * 1000;
}

// From bandwidth and width of the bus, with two transfers per clock, as the driver counts: within 1 % of its number for an H200.
std::uint64_t memory_kilohertz(const Hardware& h)
{
    if (h.gpu.memory_bus_bits == 0)
        return 0;
    return static_cast<std::uint64_t>(h.gpu.memory_gigabytes_per_second * 1e9 * 8 / (2.0 * h.gpu.memory_bus_bits) / 1000.0);
}

// GPUs of data centers have it, and it is on unless it is switched off.
std::uint64_t has_error_correction(const Hardware& h)
{
    return h.gpu.name.starts_with("GeForce") ? 0 : 1;
}

// A largest size of textures or surfaces, from compute capability 6.0 on (CUDA C++ Programming Guide, "Technical Specifications
// per Compute Capability"). CUDA 13 removed members before the first of these.
template <std::uint64_t kValue> constexpr Property size_limit(int attribute, int offset_12)
{
    return { attribute, offset_12, offset_12 - 16, 4, constant<kValue> };
}

constexpr std::uint64_t kSharedBytes = 48 * 1024; // without opt-in

std::uint64_t shared_optin(const Hardware& h)
{
    return h.traits.limits.shared_bytes_per_block;
}

std::uint64_t has_clusters(const Hardware& h)
{
    return h.traits.capability.major >= 9 ? 1 : 0;
}

// The part of the L2 cache that programs can set aside: three quarters, as of the A100 (CUDA C++ Programming Guide, "L2 Cache
// Set-Aside").
std::uint64_t persisting_l2(const Hardware& h)
{
    return h.traits.capability.major >= 8 ? std::uint64_t { h.gpu.l2_kibibytes } * 1024 / 4 * 3 : 0;
}

// clang-format off
constexpr std::array kProperties {
    Property { kNone, 288, 288, 8, [](const Hardware& h) { return h.memory_bytes(); } },
    Property { 8, 296, 296, 8, constant<kSharedBytes> },
    Property { 12, 304, 304, 4, [](const Hardware& h) { return std::uint64_t { h.traits.limits.registers_per_block }; } },
    Property { 10, 308, 308, 4, constant<32> },
    Property { 11, 312, 312, 8, constant<0x7fffffff> },
    Property { 1, 320, 320, 4, [](const Hardware& h) { return std::uint64_t { h.traits.limits.threads_per_block }; } },
    Property { 2, 324, 324, 4, constant<1024> },
    Property { 3, 328, 328, 4, constant<1024> },
    Property { 4, 332, 332, 4, constant<64> },
    Property { 5, 336, 336, 4, constant<0x7fffffff> },
    Property { 6, 340, 340, 4, constant<65535> },
    Property { 7, 344, 344, 4, constant<65535> },
    Property { 13, 348, kNone, 4, clock_kilohertz },
    Property { 9, 352, 352, 8, constant<65536> },
    Property { 75, 360, 360, 4, [](const Hardware& h) { return std::uint64_t { h.traits.capability.major }; } },
    Property { 76, 364, 364, 4, [](const Hardware& h) { return std::uint64_t { h.traits.capability.minor }; } },
    Property { 14, 368, 368, 8, constant<512> }, // textureAlignment
    Property { kNone, 376, 376, 8, constant<32> }, // texturePitchAlignment
    Property { 15, 384, kNone, 4, constant<1> }, // deviceOverlap
    Property { 16, 388, 384, 4, [](const Hardware& h) { return std::uint64_t { h.gpu.multiprocessors }; } },
    Property { 19, 400, 392, 4, constant<1> }, // canMapHostMemory
    Property { 21, 408, 396, 4, constant<131072> }, // maxTexture1D
    size_limit<131072>(22, 420), size_limit<65536>(23, 424), // maxTexture2D
    size_limit<32768>(45, 448), size_limit<32768>(46, 452), // maxTexture2DGather
    size_limit<16384>(24, 456), size_limit<16384>(25, 460), size_limit<16384>(26, 464), // maxTexture3D
    size_limit<32768>(52, 480), // maxTextureCubemap
    size_limit<32768>(42, 484), size_limit<2048>(43, 488), // maxTexture1DLayered
    size_limit<32768>(27, 492), size_limit<32768>(28, 496), size_limit<2048>(29, 500), // maxTexture2DLayered
    size_limit<32768>(53, 504), size_limit<2046>(54, 508), // maxTextureCubemapLayered
    size_limit<32768>(55, 512), // maxSurface1D
    size_limit<131072>(56, 516), size_limit<65536>(57, 520), // maxSurface2D
    size_limit<16384>(58, 524), size_limit<16384>(59, 528), size_limit<16384>(60, 532), // maxSurface3D
    size_limit<32768>(61, 536), size_limit<2048>(62, 540), // maxSurface1DLayered
    size_limit<32768>(63, 544), size_limit<32768>(64, 548), size_limit<2048>(65, 552), // maxSurface2DLayered
    size_limit<32768>(66, 556), // maxSurfaceCubemap
    size_limit<32768>(67, 560), size_limit<2046>(68, 564), // maxSurfaceCubemapLayered
    Property { 30, 568, 552, 8, constant<512> }, // surfaceAlignment
    Property { 31, 576, 560, 4, constant<1> }, // concurrentKernels
    Property { 33, 584, 568, 4, constant<1> }, // pciBusID
    Property { 32, 580, 564, 4, has_error_correction },
    Property { 40, 600, 584, 4, constant<3> }, // asyncEngineCount, of an H200
    Property { 41, 604, 588, 4, constant<1> }, // unifiedAddressing
    Property { 36, 608, kNone, 4, memory_kilohertz },
    Property { 37, 612, 592, 4, [](const Hardware& h) { return std::uint64_t { h.gpu.memory_bus_bits }; } },
    Property { 38, 616, 596, 4, [](const Hardware& h) { return std::uint64_t { h.gpu.l2_kibibytes } * 1024; } },
    Property { 39, 624, 604, 4, [](const Hardware& h) { return std::uint64_t { h.traits.limits.threads() }; } },
    Property { 78, 628, 608, 4, constant<1> }, // streamPrioritiesSupported
    Property { 79, 632, 612, 4, constant<1> }, // globalL1CacheSupported
    Property { 80, 636, 616, 4, constant<1> }, // localL1CacheSupported
    Property { 81, 640, 624, 8, [](const Hardware& h) { return std::uint64_t { h.traits.limits.shared_bytes }; } },
    Property { 82, 648, 632, 4, [](const Hardware& h) { return std::uint64_t { h.traits.limits.registers }; } },
    Property { 83, 652, 636, 4, constant<1> }, // managedMemory
    Property { 87, 668, kNone, 4, constant<2> }, // singleToDoublePrecisionPerfRatio
    Property { 89, 676, 656, 4, constant<1> }, // concurrentManagedAccess
    Property { 90, 680, 660, 4, constant<1> }, // computePreemptionSupported
    Property { 91, 684, 664, 4, constant<1> }, // canUseHostPointerForRegisteredMem
    Property { 95, 688, 668, 4, constant<1> }, // cooperativeLaunch
    Property { 97, 696, 672, 8, shared_optin },
    Property { 106, 712, 688, 4, [](const Hardware& h) { return std::uint64_t { h.traits.limits.blocks }; } },
    Property { 111, 720, 696, 8, [](const Hardware& h) { return std::uint64_t { h.traits.limits.shared_reserved }; } },
    Property { 99, 728, 704, 4, constant<1> }, // hostRegisterSupported
    Property { 115, 744, 720, 4, constant<1> }, // memoryPoolsSupported
    Property { 120, 772, 748, 4, has_clusters },
    Property { 108, 620, 600, 4, persisting_l2 },
    Property { 109, 716, 692, 4, [](const Hardware& h) { return persisting_l2(h) == 0 ? 0U : (std::uint64_t { 128 } << 20); } },
    Property { 102, kNone, kNone, 4, constant<1> }, // virtual memory management (driver API)
};
// clang-format on

constexpr std::size_t kNameBytes = 256;
constexpr int kLastAttribute = 148; // cudaDevAttrMax of CUDA 13

} // namespace

std::uint64_t Hardware::memory_bytes() const
{
    return static_cast<std::uint64_t>(gpu.memory_gigabytes * (std::uint64_t { 1 } << 30));
}

std::string device_name(const Hardware& hardware)
{
    return fmt::format("{} (warpstage virtual device)", hardware.gpu.name);
}

std::size_t properties_bytes(RuntimeVersion version)
{
    return version == RuntimeVersion::cuda_12 ? 1032 : 1008;
}

void write_properties(std::span<std::byte> properties, RuntimeVersion version, const Hardware& hardware)
{
    std::ranges::fill(properties, std::byte { 0 });
    const std::string name = device_name(hardware);
    std::memcpy(properties.data(), name.data(), std::min(name.size(), kNameBytes - 1));
    for (const Property& property : kProperties) {
        const int offset = version == RuntimeVersion::cuda_12 ? property.offset_12 : property.offset_13;
        if (offset == kNone)
            continue;
        const std::uint64_t value = property.value(hardware);
        std::memcpy(properties.data() + offset, &value, property.bytes);
    }
}

std::optional<int> attribute(int number, const Hardware& hardware)
{
    if (number <= 0 || number >= kLastAttribute)
        return std::nullopt;
    const auto found = std::ranges::find(kProperties, number, &Property::attribute);
    if (found == kProperties.end())
        return 0;
    constexpr std::uint64_t kMax = std::numeric_limits<int>::max();
    return static_cast<int>(std::min(found->value(hardware), kMax));
}

} // namespace warpstage::runtime

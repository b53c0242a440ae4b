#include "core/gpu/tensor_map.h"

#include "core/gpu/driver/driver_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace warpstage::gpu {

namespace {

// CUtensorMapSwizzle: none, 32, 64 and 128 bytes.
int swizzle_of(const TensorMapDescription& map)
{
    constexpr int kSmallest = 4; // 32 is 2 to the 5th: 1
    return map.swizzle == 0 ? 0 : std::countr_zero(map.swizzle) - kSmallest;
}

} // namespace

Result<TensorMapBits> driver_form(Context& context, const TensorMap& map, std::string_view what)
{
    constexpr std::uint32_t kFirst = 9; // compute capability 9.0
    constexpr int kNoInterleave = 0;
    constexpr int kPromotionTo256Bytes = 3; // of sectors in L2, as CUTLASS does
    const auto& device = context.device();
    if (device.capability_major < kFirst)
        return Error { fmt::format("{} requires compute capability 9.0, but {} has {}.{}.", what, device.name,
            device.capability_major, device.capability_minor) };
    const auto encode = context.functions().tensor_map_encode;
    if (encode == nullptr)
        return Error { fmt::format("{} requires a driver for CUDA 12.0 or later. Update it, or use the virtual machine.", what) };
    const auto& description = map.description;
    std::array<cuuint64_t, kMaxTensorRank> sizes {};
    std::array<cuuint64_t, kMaxTensorRank> strides {}; // from dimension 1 on
    std::array<cuuint32_t, kMaxTensorRank> box {};
    std::array<cuuint32_t, kMaxTensorRank> steps {};
    std::ranges::copy(description.sizes, sizes.begin());
    std::copy(description.strides.begin() + 1, description.strides.end(), strides.begin());
    std::ranges::copy(description.box, box.begin());
    std::ranges::copy(description.steps, steps.begin());
    constexpr std::size_t kAlignment = 64;
    alignas(kAlignment) TensorMapBits bits {};
    const auto status = encode(bits.data(), static_cast<int>(description.element), description.rank,
        std::bit_cast<void*>(map.address), sizes.data(), strides.data(), box.data(), steps.data(), kNoInterleave,
        swizzle_of(description), kPromotionTo256Bytes, description.fills_with_nan ? 1 : 0);
    if (status != CUDA_SUCCESS)
        return context.failure(status, fmt::format("Creating {}", what));
    return bits;
}

} // namespace warpstage::gpu

// Tensor maps of the driver API, which kernels pass to copies of whole boxes (TMA).
#include "app/runtime/driver/driver.h"
#include "core/base/objects/tensor_map.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <limits>
#include <optional>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

// CUtensorMapDataType: the first ones are those of TensorElement; then three kinds of 32-bit floats.
std::optional<TensorElement> element_of(int type)
{
    constexpr int kLastFloat = 12; // CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ
    if (type < 0 || type > kLastFloat)
        return std::nullopt;
    return type < static_cast<int>(kTensorElements) ? static_cast<TensorElement>(type) : TensorElement::f32;
}

Failure not_supported(const char* what)
{
    return { Status::not_supported, fmt::format("`cuTensorMapEncodeTiled`: {} is not supported on the virtual device.", what) };
}

struct TiledTensor {
    int type;
    std::uint32_t rank;
    const void* address;
    const std::uint64_t* sizes;
    const std::uint64_t* strides; // bytes; without that of the innermost dimension
    const std::uint32_t* box;
    const std::uint32_t* steps;
    int interleave;
    int swizzle;
    int fill;
};

Failure encode(void* result, const TiledTensor& given)
{
    constexpr int kLastSwizzle = 3; // CU_TENSOR_MAP_SWIZZLE_128B
    const bool missing = result == nullptr || given.address == nullptr || given.sizes == nullptr || given.box == nullptr
        || given.steps == nullptr || (given.strides == nullptr && given.rank > 1);
    if (missing || given.rank == 0 || given.rank > kMaxTensorRank)
        return { Status::invalid_value, {} };
    const auto element = element_of(given.type);
    if (!element)
        return not_supported("an element of less than 8 bits");
    if (given.interleave != 0)
        return not_supported("an interleaved layout");
    if (given.swizzle < 0 || given.swizzle > kLastSwizzle)
        return not_supported("a swizzle of atoms of 32 or 64 bytes");
    TensorMapDescription map;
    map.element = *element;
    map.rank = static_cast<std::uint8_t>(given.rank);
    map.swizzle = static_cast<std::uint8_t>(given.swizzle == 0 ? 0 : 16U << static_cast<unsigned>(given.swizzle));
    map.fills_with_nan = given.fill != 0;
    for (std::uint32_t i = 0; i < given.rank; ++i) {
        constexpr std::uint64_t kMaxSize = std::uint64_t { 1 } << 32;
        if (given.sizes[i] == 0 || given.sizes[i] >= kMaxSize || given.box[i] > std::numeric_limits<std::uint16_t>::max()
            || given.steps[i] > std::numeric_limits<std::uint8_t>::max())
            return { Status::invalid_value, {} };
        map.sizes.at(i) = static_cast<std::uint32_t>(given.sizes[i]);
        map.box.at(i) = static_cast<std::uint16_t>(given.box[i]);
        map.steps.at(i) = static_cast<std::uint8_t>(given.steps[i]);
        map.strides.at(i) = i == 0 ? map.element_bytes() : given.strides[i - 1];
    }
    const auto address = std::bit_cast<std::uint64_t>(given.address);
    if (auto checked = check_tensor_map(map, address, std::numeric_limits<std::uint64_t>::max(), "The tensor map"); !checked)
        return { Status::invalid_value, checked.error().message };
    const TensorMapBits bits = encoded({ map, address });
    std::memcpy(result, bits.data(), bits.size());
    return { Status::success, {} };
}

} // namespace

WARPSTAGE_API Status cuTensorMapEncodeTiled(void* result, int type, std::uint32_t rank, void* address, const std::uint64_t* sizes,
    const std::uint64_t* strides, const std::uint32_t* box, const std::uint32_t* steps, int interleave, int swizzle,
    int /*promotion*/, int fill)
{
    return in_context([&] {
        return call([&](Device&) {
            return encode(result, { type, rank, address, sizes, strides, box, steps, interleave, swizzle, fill });
        });
    });
}

WARPSTAGE_API Status cuTensorMapReplaceAddress(void* map, void* address)
{
    return in_context([&] {
        return call([&](Device&) {
            if (map == nullptr || address == nullptr)
                return Status::invalid_value;
            TensorMapBits bits {};
            std::memcpy(bits.data(), map, bits.size());
            auto known = decoded_tensor_map(bits);
            if (!known)
                return Status::invalid_value;
            known->address = std::bit_cast<std::uint64_t>(address);
            bits = encoded(*known);
            std::memcpy(map, bits.data(), bits.size());
            return Status::success;
        });
    });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)

// Arrays, texture and surface objects of the driver API.
#include "app/runtime/driver/driver.h"
#include "app/runtime/runtime_functions.h"

#include <algorithm>
#include <array>
#include <iterator>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

// CUDA_ARRAY_DESCRIPTOR.
struct ArrayDescription {
    std::size_t width;
    std::size_t height;
    int format; // CUarray_format
    unsigned int channels;
};

// CUDA_ARRAY3D_DESCRIPTOR.
struct ArrayDescription3D {
    std::size_t width;
    std::size_t height;
    std::size_t depth;
    int format;
    unsigned int channels;
    unsigned int flags;
};

// CUDA_RESOURCE_DESC.
struct DriverResource {
    int type;
    union {
        Array* array;
        struct {
            void* pointer;
            int format;
            unsigned int channels;
            std::size_t bytes;
        } linear;
        struct {
            void* pointer;
            int format;
            unsigned int channels;
            std::size_t width;
            std::size_t height;
            std::size_t pitch;
        } pitched;
        int reserved[32];
    } resource;
    unsigned int flags;
};

// CUDA_TEXTURE_DESC.
struct DriverTexture {
    int address_mode[3];
    int filter_mode;
    unsigned int flags;
    unsigned int max_anisotropy;
    int mipmap_filter;
    float mipmap_bias;
    float min_mipmap;
    float max_mipmap;
    float border[4];
    int reserved[12];

    static constexpr unsigned int kReadAsInteger = 1;
    static constexpr unsigned int kNormalizedCoordinates = 2;
    static constexpr unsigned int kSrgb = 16;
};

// CUarray_format with its bits and cudaChannelFormatKind.
struct FormatRow {
    int number;
    int bits;
    int kind;
};

constexpr FormatRow kFormats[] {
    { 0x01, 8, ChannelFormat::kUnsigned },
    { 0x02, 16, ChannelFormat::kUnsigned },
    { 0x03, 32, ChannelFormat::kUnsigned },
    { 0x08, 8, ChannelFormat::kSigned },
    { 0x09, 16, ChannelFormat::kSigned },
    { 0x0a, 32, ChannelFormat::kSigned },
    { 0x10, 16, ChannelFormat::kFloat },
    { 0x20, 32, ChannelFormat::kFloat },
};

// No bits: an unknown format.
ChannelFormat channel_format(int number, unsigned int channels)
{
    const auto* const row = std::ranges::find(kFormats, number, &FormatRow::number);
    const bool known = row != std::end(kFormats) && (channels == 1 || channels == 2 || channels == 4);
    const auto bits = [&](unsigned int channel) {
        return known && channel < channels ? row->bits : 0;
    };
    return { bits(0), bits(1), bits(2), bits(3), known ? row->kind : ChannelFormat::kUnsigned };
}

int format_number(const ChannelFormat& format)
{
    const auto* const row = std::ranges::find_if(
        kFormats, [&](const FormatRow& known) { return known.bits == format.x && known.kind == format.format; });
    return row == std::end(kFormats) ? 0 : row->number;
}

unsigned int channel_count(const ChannelFormat& format)
{
    return 1U + (format.y != 0 ? 1U : 0U) + (format.z != 0 ? 1U : 0U) + (format.w != 0 ? 1U : 0U);
}

Status create_array(Array** result, const ArrayDescription3D& description)
{
    return in_context([&] {
        const ChannelFormat format = channel_format(description.format, description.channels);
        return cudaMalloc3DArray(
            result, &format, { description.width, description.height, description.depth }, description.flags);
    });
}

ResourceDescription runtime_resource(const DriverResource& given)
{
    ResourceDescription result;
    result.type = given.type;
    if (given.type == ResourceDescription::kArray) {
        result.resource.array = given.resource.array;
    } else if (given.type == ResourceDescription::kLinear) {
        const auto& linear = given.resource.linear;
        result.resource.linear = { linear.pointer, channel_format(linear.format, linear.channels), linear.bytes };
    } else if (given.type == ResourceDescription::kPitched) {
        const auto& pitched = given.resource.pitched;
        result.resource.pitched = { pitched.pointer, channel_format(pitched.format, pitched.channels), pitched.width,
            pitched.height, pitched.pitch };
    }
    return result;
}

ChannelFormat format_of(const ResourceDescription& resource)
{
    switch (resource.type) {
    case ResourceDescription::kArray:
        return resource.resource.array == nullptr ? ChannelFormat {} : resource.resource.array->format;
    case ResourceDescription::kLinear:
        return resource.resource.linear.format;
    default:
        return resource.resource.pitched.format;
    }
}

TextureModes runtime_modes(const DriverTexture& given, const ChannelFormat& format)
{
    TextureModes result;
    std::ranges::copy(given.address_mode, std::begin(result.address_mode));
    std::ranges::copy(given.border, std::begin(result.border));
    result.filter_mode = given.filter_mode;
    constexpr int kShortBits = 16;
    const bool is_short_integer = format.format != ChannelFormat::kFloat && format.x <= kShortBits;
    result.read_mode = is_short_integer && (given.flags & DriverTexture::kReadAsInteger) == 0 ? 1 : 0;
    result.normalized_coordinates = (given.flags & DriverTexture::kNormalizedCoordinates) != 0 ? 1 : 0;
    result.srgb = (given.flags & DriverTexture::kSrgb) != 0 ? 1 : 0;
    return result;
}

} // namespace

WARPSTAGE_API Status cuArrayCreate_v2(Array** result, const ArrayDescription* given)
{
    if (given == nullptr)
        return Status::invalid_value;
    return create_array(result, { given->width, given->height, 0, given->format, given->channels, 0 });
}

WARPSTAGE_API Status cuArray3DCreate_v2(Array** result, const ArrayDescription3D* given)
{
    if (given == nullptr)
        return Status::invalid_value;
    return create_array(result, *given);
}

WARPSTAGE_API Status cuArrayDestroy(Array* array)
{
    return in_context([&] { return cudaFreeArray(array); });
}

WARPSTAGE_API Status cuArray3DGetDescriptor_v2(ArrayDescription3D* result, const Array* array)
{
    if (result == nullptr)
        return Status::invalid_value;
    return in_context([&] {
        if (array == nullptr)
            return Status::invalid_handle;
        *result = { array->extent.width, array->extent.height, array->extent.depth, format_number(array->format),
            channel_count(array->format), array->flags };
        return Status::success;
    });
}

WARPSTAGE_API Status cuArrayGetDescriptor_v2(ArrayDescription* result, const Array* array)
{
    if (result == nullptr)
        return Status::invalid_value;
    ArrayDescription3D all {};
    const Status status = cuArray3DGetDescriptor_v2(&all, array);
    *result = { all.width, all.height, all.format, all.channels };
    return status;
}

WARPSTAGE_API Status cuTexObjectCreate(
    std::uint64_t* result, const DriverResource* resource, const DriverTexture* texture, const void* /*view*/)
{
    if (resource == nullptr || texture == nullptr)
        return Status::invalid_value;
    return in_context([&] {
        const ResourceDescription converted = runtime_resource(*resource);
        const TextureModes modes = runtime_modes(*texture, format_of(converted));
        return cudaCreateTextureObject(result, &converted, &modes, nullptr);
    });
}

WARPSTAGE_API Status cuTexObjectDestroy(std::uint64_t handle)
{
    return in_context([&] { return cudaDestroyTextureObject(handle); });
}

WARPSTAGE_API Status cuSurfObjectCreate(std::uint64_t* result, const DriverResource* resource)
{
    if (resource == nullptr)
        return Status::invalid_value;
    return in_context([&] {
        const ResourceDescription converted = runtime_resource(*resource);
        return cudaCreateSurfaceObject(result, &converted);
    });
}

WARPSTAGE_API Status cuSurfObjectDestroy(std::uint64_t handle)
{
    return in_context([&] { return cudaDestroySurfaceObject(handle); });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)

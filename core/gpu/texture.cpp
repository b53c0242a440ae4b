#include "core/gpu/texture.h"

#include "core/gpu/driver/driver_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace warpstage::gpu {

namespace {

CUarray_format format_of(TextureElement element)
{
    switch (element) {
    case TextureElement::u8:
        return CU_AD_FORMAT_UNSIGNED_INT8;
    case TextureElement::s8:
        return CU_AD_FORMAT_SIGNED_INT8;
    case TextureElement::u16:
        return CU_AD_FORMAT_UNSIGNED_INT16;
    case TextureElement::s16:
        return CU_AD_FORMAT_SIGNED_INT16;
    case TextureElement::u32:
        return CU_AD_FORMAT_UNSIGNED_INT32;
    case TextureElement::s32:
        return CU_AD_FORMAT_SIGNED_INT32;
    case TextureElement::f16:
        return CU_AD_FORMAT_HALF;
    case TextureElement::f32:
        return CU_AD_FORMAT_FLOAT;
    }
    VERIFY_NOT_REACHED();
}

CUaddress_mode mode_of(AddressMode mode)
{
    switch (mode) {
    case AddressMode::wrap:
        return CU_TR_ADDRESS_MODE_WRAP;
    case AddressMode::clamp:
        return CU_TR_ADDRESS_MODE_CLAMP;
    case AddressMode::mirror:
        return CU_TR_ADDRESS_MODE_MIRROR;
    case AddressMode::border:
        return CU_TR_ADDRESS_MODE_BORDER;
    }
    VERIFY_NOT_REACHED();
}

CUDA_RESOURCE_DESC resource_of(const TextureDescription& texture, DeviceAddress address, CUarray array)
{
    CUDA_RESOURCE_DESC resource {};
    switch (texture.shape) {
    case TextureShape::linear:
        resource.resType = CU_RESOURCE_TYPE_LINEAR;
        resource.res.linear.devPtr = address;
        resource.res.linear.format = format_of(texture.element);
        resource.res.linear.numChannels = texture.channels;
        resource.res.linear.sizeInBytes = texture.bytes();
        break;
    case TextureShape::pitched:
        resource.resType = CU_RESOURCE_TYPE_PITCH2D;
        resource.res.pitch2D.devPtr = address;
        resource.res.pitch2D.format = format_of(texture.element);
        resource.res.pitch2D.numChannels = texture.channels;
        resource.res.pitch2D.width = texture.width;
        resource.res.pitch2D.height = texture.height;
        resource.res.pitch2D.pitchInBytes = texture.row_bytes();
        break;
    case TextureShape::array_1d:
    case TextureShape::array_2d:
        resource.resType = CU_RESOURCE_TYPE_ARRAY;
        resource.res.array.hArray = array;
        break;
    }
    return resource;
}

CUDA_TEXTURE_DESC sampling_of(const TextureDescription& texture)
{
    CUDA_TEXTURE_DESC sampling {};
    sampling.addressMode[0] = mode_of(texture.address[0]);
    sampling.addressMode[1] = mode_of(texture.address[1]);
    sampling.addressMode[2] = CU_TR_ADDRESS_MODE_CLAMP;
    sampling.filterMode = texture.filter == FilterMode::linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    // Without this flag integers are converted to floats between 0 and 1.
    if (texture.read == ReadMode::element)
        sampling.flags |= CU_TRSF_READ_AS_INTEGER;
    if (texture.coordinates == Coordinates::normalized)
        sampling.flags |= CU_TRSF_NORMALIZED_COORDINATES;
    return sampling;
}

// tex2Dgather() requires an array created for it (CUDA C++ Programming Guide, "Texture Gather"), with a lower maximum size.
bool can_be_gathered(const TextureDescription& texture)
{
    constexpr std::uint64_t kMaxGathered = 32768;
    return texture.shape == TextureShape::array_2d && std::max(texture.width, texture.height) <= kMaxGathered;
}

} // namespace

Result<Texture> Texture::create(
    std::shared_ptr<Context> context, const TextureDescription& description, DeviceAddress address, std::string_view what)
{
    Texture texture { std::move(context) };
    texture.m_description = description;
    texture.m_address = address;
    const bool is_array = description.shape == TextureShape::array_1d || description.shape == TextureShape::array_2d;
    if (is_array) {
        if (auto done = texture.create_array(what); !done)
            return done.error();
    }
    if (auto done = texture.create_object(what); !done)
        return done.error();
    return texture;
}

Texture::Texture(std::shared_ptr<Context> context)
    : m_context(std::move(context))
{
}

Texture::Texture(Texture&& other) noexcept
    : m_context(std::move(other.m_context))
    , m_description(other.m_description)
    , m_address(other.m_address)
    , m_array(std::exchange(other.m_array, nullptr))
    , m_handle(std::exchange(other.m_handle, 0))
{
}

Texture& Texture::operator=(Texture&& other) noexcept
{
    std::swap(m_context, other.m_context);
    std::swap(m_description, other.m_description);
    std::swap(m_address, other.m_address);
    std::swap(m_array, other.m_array);
    std::swap(m_handle, other.m_handle);
    return *this;
}

Texture::~Texture()
{
    if (m_context == nullptr)
        return;
    if (m_handle != 0)
        m_context->functions().texture_destroy(m_handle);
    if (m_array != nullptr)
        m_context->functions().array_destroy(m_array);
}

Result<void> Texture::create_array(std::string_view what)
{
    CUDA_ARRAY3D_DESCRIPTOR array {};
    array.Width = m_description.width;
    array.Height = m_description.has_two_dimensions() ? m_description.height : 0;
    array.Format = format_of(m_description.element);
    array.NumChannels = m_description.channels;
    array.Flags = can_be_gathered(m_description) ? CUDA_ARRAY3D_TEXTURE_GATHER : 0;
    if (const auto status = m_context->functions().array_create(&m_array, &array); status != CUDA_SUCCESS)
        return m_context->failure(
            status, fmt::format("Allocating an array of {} x {} texels for {}", m_description.width, m_description.height, what));
    return {};
}

Result<void> Texture::create_object(std::string_view what)
{
    const CUDA_RESOURCE_DESC resource = resource_of(m_description, m_address, m_array);
    const CUDA_TEXTURE_DESC sampling = sampling_of(m_description);
    CUtexObject object = 0;
    if (const auto status = m_context->functions().texture_create(&object, &resource, &sampling, nullptr); status != CUDA_SUCCESS)
        return m_context->failure(status, fmt::format("Creating {} on the GPU", what));
    m_handle = object;
    return {};
}

Result<void> Texture::fill(Stream& stream)
{
    if (m_array == nullptr)
        return {};
    CUDA_MEMCPY2D copy {};
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = m_address;
    copy.srcPitch = m_description.row_bytes();
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = m_array;
    copy.WidthInBytes = m_description.width * m_description.texel_bytes();
    copy.Height = m_description.height;
    if (const auto status = m_context->functions().copy_rows_async(&copy, stream.handle()); status != CUDA_SUCCESS)
        return m_context->failure(status, fmt::format("Copying {} bytes into an array", m_description.bytes()));
    return {};
}

} // namespace warpstage::gpu

#include "core/gpu/texture.h"

#include "core/gpu/driver/driver_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
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
    case TextureShape::array_3d:
    case TextureShape::layered_1d:
    case TextureShape::layered_2d:
    case TextureShape::cube:
    case TextureShape::layered_cube:
        resource.resType = CU_RESOURCE_TYPE_ARRAY;
        resource.res.array.hArray = array;
        break;
    }
    return resource;
}

CUDA_TEXTURE_DESC sampling_of(const TextureDescription& texture)
{
    CUDA_TEXTURE_DESC sampling {};
    std::ranges::transform(texture.address, std::begin(sampling.addressMode), mode_of);
    sampling.filterMode = texture.filter == FilterMode::linear ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
    // Without this flag integers are converted to floats between 0 and 1.
    if (texture.read == ReadMode::element)
        sampling.flags |= CU_TRSF_READ_AS_INTEGER;
    if (texture.coordinates == Coordinates::normalized || texture.is_cube())
        sampling.flags |= CU_TRSF_NORMALIZED_COORDINATES;
    return sampling;
}

unsigned array_flags(const TextureDescription& texture)
{
    // tex2Dgather() requires an array created for it (CUDA C++ Programming Guide, "Texture Gather"), with a lower maximum size.
    constexpr std::uint64_t kMaxGathered = 32768;
    unsigned flags = 0;
    if (texture.shape == TextureShape::array_2d && std::max(texture.width, texture.height) <= kMaxGathered)
        flags |= CUDA_ARRAY3D_TEXTURE_GATHER;
    if (texture.is_layered())
        flags |= CUDA_ARRAY3D_LAYERED;
    if (texture.is_cube())
        flags |= CUDA_ARRAY3D_CUBEMAP;
    if (texture.is_surface())
        flags |= CUDA_ARRAY3D_SURFACE_LDST;
    return flags;
}

// All texels; memory and array are filled in by the direction of the copy.
CUDA_MEMCPY3D whole_box(const TextureDescription& texture)
{
    CUDA_MEMCPY3D box {};
    box.WidthInBytes = texture.width * texture.texel_bytes();
    box.Height = texture.height;
    box.Depth = texture.planes();
    return box;
}

} // namespace

Result<Texture> Texture::create(
    std::shared_ptr<Context> context, const TextureDescription& description, DeviceAddress address, std::string_view what)
{
    Texture texture { std::move(context) };
    texture.m_description = description;
    texture.m_address = address;
    if (description.is_array()) {
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
    if (m_handle != 0 && m_description.is_surface())
        m_context->functions().surface_destroy(m_handle);
    else if (m_handle != 0)
        m_context->functions().texture_destroy(m_handle);
    if (m_array != nullptr)
        m_context->functions().array_destroy(m_array);
}

Result<void> Texture::create_array(std::string_view what)
{
    CUDA_ARRAY3D_DESCRIPTOR array {};
    array.Width = m_description.width;
    array.Height = m_description.dimensions() > 1 ? m_description.height : 0;
    const bool has_planes = m_description.dimensions() > 2 || m_description.is_layered() || m_description.is_cube();
    array.Depth = has_planes ? m_description.planes() : 0;
    array.Format = format_of(m_description.element);
    array.NumChannels = m_description.channels;
    array.Flags = array_flags(m_description);
    if (const auto status = m_context->functions().array_create(&m_array, &array); status != CUDA_SUCCESS)
        return m_context->failure(status,
            fmt::format("Allocating an array of {} x {} x {} texels for {}", m_description.width, m_description.height,
                m_description.planes(), what));
    return {};
}

Result<void> Texture::create_object(std::string_view what)
{
    const CUDA_RESOURCE_DESC resource = resource_of(m_description, m_address, m_array);
    const auto& driver = m_context->functions();
    const CUDA_TEXTURE_DESC sampling = sampling_of(m_description);
    // Both kinds of handles are 64-bit numbers.
    CUtexObject object = 0;
    const auto status = m_description.is_surface() ? driver.surface_create(&object, &resource)
                                                   : driver.texture_create(&object, &resource, &sampling, nullptr);
    if (status != CUDA_SUCCESS)
        return m_context->failure(status, fmt::format("Creating {} on the GPU", what));
    m_handle = object;
    return {};
}

Result<void> Texture::fill(Stream& stream)
{
    if (m_array == nullptr)
        return {};
    CUDA_MEMCPY3D box = whole_box(m_description);
    box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    box.srcDevice = m_address;
    box.srcPitch = m_description.row_bytes();
    box.srcHeight = m_description.height;
    box.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    box.dstArray = m_array;
    if (const auto status = m_context->functions().copy_box_async(&box, stream.handle()); status != CUDA_SUCCESS)
        return m_context->failure(status, fmt::format("Copying {} bytes into an array", m_description.bytes()));
    return {};
}

Result<void> Texture::store(Stream& stream)
{
    if (!m_description.is_surface())
        return {};
    CUDA_MEMCPY3D box = whole_box(m_description);
    box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    box.srcArray = m_array;
    box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    box.dstDevice = m_address;
    box.dstPitch = m_description.row_bytes();
    box.dstHeight = m_description.height;
    if (const auto status = m_context->functions().copy_box_async(&box, stream.handle()); status != CUDA_SUCCESS)
        return m_context->failure(status, fmt::format("Copying {} bytes out of an array", m_description.bytes()));
    return {};
}

} // namespace warpstage::gpu

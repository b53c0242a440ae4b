#include "core/runtime/textures.h"

#include <fmt/format.h>

#include <bit>
#include <optional>

namespace warpstage::runtime {

namespace {

std::optional<TextureElement> element_of(const ChannelFormat& format)
{
    switch (format.x) {
    case 8:
        return format.format == ChannelFormat::kSigned ? TextureElement::s8 : TextureElement::u8;
    case 16:
        return format.format == ChannelFormat::kFloat ? TextureElement::f16
            : format.format == ChannelFormat::kSigned ? TextureElement::s16
                                                      : TextureElement::u16;
    case 32:
        return format.format == ChannelFormat::kFloat ? TextureElement::f32
            : format.format == ChannelFormat::kSigned ? TextureElement::s32
                                                      : TextureElement::u32;
    default:
        return std::nullopt;
    }
}

std::uint32_t channels_of(const ChannelFormat& format)
{
    return 1U + (format.y != 0 ? 1U : 0U) + (format.z != 0 ? 1U : 0U) + (format.w != 0 ? 1U : 0U);
}

Failure unsupported(const char* what)
{
    return { Status::not_supported, fmt::format("The virtual machine does not support {}.", what) };
}

} // namespace

Textures::Textures(Memory& memory)
    : m_memory(memory)
{
}

Failure Textures::create(std::uint64_t* result, const ResourceDescription& resource, const TextureModes& modes)
{
    TextureDescription texture;
    simt::DeviceAddress memory = 0;
    ChannelFormat format {};
    if (resource.type == ResourceDescription::kArray) {
        const Array* array = resource.resource.array;
        if (array == nullptr)
            return { Status::invalid_handle, {} };
        if (array->extent.depth != 0)
            return unsupported("textures with three dimensions, layers or cube faces");
        format = array->format;
        texture.shape = array->extent.height == 0 ? TextureShape::array_1d : TextureShape::array_2d;
        texture.width = array->extent.width;
        texture.height = array->rows();
        memory = array->address;
    } else if (resource.type == ResourceDescription::kLinear) {
        const auto& linear = resource.resource.linear;
        format = linear.format;
        texture.shape = TextureShape::linear;
        texture.width = format.bytes() == 0 ? 0 : linear.bytes / format.bytes();
        memory = std::bit_cast<simt::DeviceAddress>(linear.pointer);
    } else if (resource.type == ResourceDescription::kPitched) {
        const auto& pitched = resource.resource.pitched;
        format = pitched.format;
        texture.shape = TextureShape::pitched;
        texture.width = pitched.width;
        texture.height = pitched.height;
        texture.pitch = pitched.pitch;
        memory = std::bit_cast<simt::DeviceAddress>(pitched.pointer);
    } else {
        return unsupported("textures with mipmaps");
    }
    const auto element = element_of(format);
    if (!element)
        return { Status::invalid_channels, {} };
    texture.element = *element;
    texture.channels = channels_of(format);
    for (std::size_t i = 0; i < texture.address.size(); ++i)
        texture.address[i] = static_cast<AddressMode>(modes.address_mode[i]);
    texture.filter = static_cast<FilterMode>(modes.filter_mode);
    texture.read = static_cast<ReadMode>(modes.read_mode);
    texture.coordinates = modes.normalized_coordinates != 0 ? Coordinates::normalized : Coordinates::texels;
    // As on a GPU, repetition requires normalized coordinates; else it is clamping (CUDA Runtime API, cudaTextureDesc).
    for (AddressMode& mode : texture.address) {
        const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
        if (repeats && texture.coordinates == Coordinates::texels)
            mode = AddressMode::clamp;
    }
    const simt::DeviceMemory::Region* region = m_memory.vm().nearest(memory);
    if (region == nullptr || memory - region->base >= region->size)
        return { Status::invalid_value, {} };
    if (const auto fits = check_texture(texture, region->size - (memory - region->base), "the texture"); !fits)
        return { Status::invalid_value, fits.error().message };
    *result = m_table.add(texture, memory);
    m_objects.emplace(*result, TextureObject { resource, modes });
    return { Status::success, {} };
}

Status Textures::destroy(std::uint64_t handle)
{
    if (m_objects.erase(handle) == 0)
        return handle == 0 ? Status::success : Status::invalid_handle;
    if (m_nothing == 0)
        m_nothing = m_memory.vm().allocate("destroyed texture", sizeof(float));
    TextureDescription nothing;
    nothing.shape = TextureShape::linear;
    m_table.replace(handle, nothing, m_nothing);
    return Status::success;
}

const TextureObject* Textures::find(std::uint64_t handle) const
{
    const auto found = m_objects.find(handle);
    return found == m_objects.end() ? nullptr : &found->second;
}

} // namespace warpstage::runtime

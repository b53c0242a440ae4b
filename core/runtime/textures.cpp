#include "core/runtime/textures.h"

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

TextureShape shape_of(const Array& array)
{
    const bool layered = (array.flags & Array::kLayered) != 0;
    if ((array.flags & Array::kCube) != 0)
        return layered ? TextureShape::layered_cube : TextureShape::cube;
    if (layered)
        return array.extent.height == 0 ? TextureShape::layered_1d : TextureShape::layered_2d;
    if (array.extent.depth != 0)
        return TextureShape::array_3d;
    return array.extent.height == 0 ? TextureShape::array_1d : TextureShape::array_2d;
}

} // namespace

Textures::Textures(Memory& memory)
    : m_memory(memory)
{
}

Textures::Layout Textures::layout_of(const ResourceDescription& resource)
{
    Layout layout;
    TextureDescription& texture = layout.texture;
    ChannelFormat format {};
    if (resource.type == ResourceDescription::kArray) {
        const Array* array = resource.resource.array;
        if (array == nullptr)
            return { {}, 0, { Status::invalid_handle, {} } };
        format = array->format;
        texture.shape = shape_of(*array);
        texture.width = array->extent.width;
        texture.height = array->rows();
        texture.depth = texture.is_cube() ? array->slices() / kCubeFaces : array->slices();
        layout.memory = array->address;
    } else if (resource.type == ResourceDescription::kLinear) {
        const auto& linear = resource.resource.linear;
        format = linear.format;
        texture.shape = TextureShape::linear;
        texture.width = format.bytes() == 0 ? 0 : linear.bytes / format.bytes();
        layout.memory = std::bit_cast<simt::DeviceAddress>(linear.pointer);
    } else if (resource.type == ResourceDescription::kPitched) {
        const auto& pitched = resource.resource.pitched;
        format = pitched.format;
        texture.shape = TextureShape::pitched;
        texture.width = pitched.width;
        texture.height = pitched.height;
        texture.pitch = pitched.pitch;
        layout.memory = std::bit_cast<simt::DeviceAddress>(pitched.pointer);
    } else {
        return { {}, 0, { Status::not_supported, "The virtual machine does not support textures with mipmaps." } };
    }
    const auto element = element_of(format);
    if (!element)
        return { {}, 0, { Status::invalid_channels, {} } };
    texture.element = *element;
    texture.channels = channels_of(format);
    return layout;
}

Failure Textures::add(std::uint64_t* result, const Layout& layout, const TextureObject& object)
{
    const simt::DeviceMemory::Region* region = m_memory.vm().nearest(layout.memory);
    if (region == nullptr || layout.memory - region->base >= region->size)
        return { Status::invalid_value, {} };
    const char* const what = object.use == TextureUse::surface ? "the surface" : "the texture";
    if (const auto fits = check_texture(layout.texture, region->size - (layout.memory - region->base), what); !fits)
        return { Status::invalid_value, fits.error().message };
    *result = m_table.add(layout.texture, layout.memory);
    m_objects.emplace(*result, object);
    return { Status::success, {} };
}

Failure Textures::create(std::uint64_t* result, const ResourceDescription& resource, const TextureModes& modes)
{
    Layout layout = layout_of(resource);
    if (layout.failure.status != Status::success)
        return layout.failure;
    TextureDescription& texture = layout.texture;
    for (std::size_t i = 0; i < texture.address.size(); ++i)
        texture.address[i] = static_cast<AddressMode>(modes.address_mode[i]);
    texture.filter = static_cast<FilterMode>(modes.filter_mode);
    texture.read = static_cast<ReadMode>(modes.read_mode);
    const bool normalized = modes.normalized_coordinates != 0 || texture.is_cube();
    texture.coordinates = normalized ? Coordinates::normalized : Coordinates::texels;
    // As on a GPU, repetition requires normalized coordinates; else it is clamping (CUDA Runtime API, cudaTextureDesc).
    for (AddressMode& mode : texture.address) {
        const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
        if (repeats && texture.coordinates == Coordinates::texels)
            mode = AddressMode::clamp;
    }
    return add(result, layout, { TextureUse::texture, resource, modes });
}

Failure Textures::create_surface(std::uint64_t* result, const ResourceDescription& resource)
{
    if (resource.type != ResourceDescription::kArray)
        return { Status::invalid_value, {} };
    Layout layout = layout_of(resource);
    if (layout.failure.status != Status::success)
        return layout.failure;
    if ((resource.resource.array->flags & Array::kSurface) == 0)
        return { Status::invalid_value, "A surface requires an array that was created with cudaArraySurfaceLoadStore." };
    layout.texture.use = TextureUse::surface;
    if (layout.texture.is_cube())
        layout.texture.coordinates = Coordinates::normalized;
    return add(result, layout, { TextureUse::surface, resource, {} });
}

Status Textures::destroy(std::uint64_t handle, TextureUse use)
{
    if (find(handle, use) == nullptr)
        return handle == 0 ? Status::success : Status::invalid_handle;
    m_objects.erase(handle);
    if (m_nothing == 0)
        m_nothing = m_memory.vm().allocate("destroyed texture", sizeof(float));
    TextureDescription nothing;
    nothing.shape = TextureShape::linear;
    m_table.replace(handle, nothing, m_nothing);
    return Status::success;
}

const TextureObject* Textures::find(std::uint64_t handle, TextureUse use) const
{
    const auto found = m_objects.find(handle);
    return found == m_objects.end() || found->second.use != use ? nullptr : &found->second;
}

} // namespace warpstage::runtime

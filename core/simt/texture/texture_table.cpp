#include "core/simt/texture/texture_table.h"

#include <fmt/format.h>

namespace warpstage::simt {

std::uint64_t TextureTable::add(const TextureDescription& description, DeviceAddress memory)
{
    m_textures.push_back({ description, memory });
    return kFirstTexture + m_textures.size() - 1;
}

void TextureTable::replace(std::uint64_t handle, const TextureDescription& description, DeviceAddress memory)
{
    m_textures.at(handle - kFirstTexture) = { description, memory };
}

const TextureView* find_texture(const WarpState& state, std::uint64_t handle)
{
    const std::uint64_t index = handle - kFirstTexture;
    return index < state.textures.count ? state.textures.first + index : nullptr;
}

Result<std::vector<TextureView>> bind(const TextureTable& table, const DeviceMemory& memory)
{
    std::vector<TextureView> views;
    for (const TextureTable::Texture& texture : table.textures()) {
        const DeviceMemory::Region* region = memory.nearest(texture.memory);
        if (region == nullptr || texture.memory - region->base >= region->size) {
            views.push_back({ texture.description, texture.memory, nullptr });
            continue;
        }
        const std::uint64_t offset = texture.memory - region->base;
        const std::string what = fmt::format("texture {} of buffer `{}`", views.size() + 1, region->name);
        if (const auto fits = check_texture(texture.description, region->size - offset, what); !fits)
            return fits.error();
        views.push_back({ texture.description, texture.memory, region->data + offset });
    }
    return views;
}

} // namespace warpstage::simt

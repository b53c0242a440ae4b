// The texture objects of a launch. A kernel gets a handle of 64 bits, as a parameter or in memory.
#pragma once

#include "core/base/texture_description.h"
#include "core/simt/device_memory.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpstage::simt {

// On a GPU handles are small numbers; here they can be told from everything else, and no memory lies there.
inline constexpr std::uint64_t kFirstTexture = 0x7e57'0000'0000'0001U;

class TextureTable {
public:
    struct Texture {
        TextureDescription description;
        DeviceAddress memory = 0; // of the first texel; an array is read where its rows lie close together
    };

    // The handle.
    [[nodiscard]] std::uint64_t add(const TextureDescription& description, DeviceAddress memory);
    [[nodiscard]] std::span<const Texture> textures() const { return m_textures; }

private:
    std::vector<Texture> m_textures;
};

// A texture as fetches see it. Only whole buffers of the launch's memory lie behind one, so no fetch can leave it.
struct TextureView {
    TextureDescription description;
    DeviceAddress memory = 0;
    const std::byte* texels = nullptr;
};

// Errors: a description that no GPU would take, or memory that no buffer holds.
[[nodiscard]] Result<std::vector<TextureView>> bind(const TextureTable& table, const DeviceMemory& memory);

} // namespace warpstage::simt

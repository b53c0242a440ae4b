// The texture and surface objects of a launch. A kernel receives a 64-bit handle, as a parameter or in memory.
#pragma once

#include "core/base/objects/texture_description.h"
#include "core/simt/device_memory.h"
#include "core/simt/operation.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpstage::simt {

// On a GPU handles are small numbers; these differ from all other numbers, and no memory has such an address.
inline constexpr std::uint64_t kFirstTexture = 0x7e57'0000'0000'0001U;

class TextureTable {
public:
    struct Texture {
        TextureDescription description;
        DeviceAddress memory = 0; // address of the first texel; the rows of an array are contiguous
    };

    // Returns the handle.
    [[nodiscard]] std::uint64_t add(const TextureDescription& description, DeviceAddress memory);
    // The texture of this handle becomes another one.
    void replace(std::uint64_t handle, const TextureDescription& description, DeviceAddress memory);
    [[nodiscard]] std::span<const Texture> textures() const { return m_textures; }

private:
    std::vector<Texture> m_textures;
};

// A texture as used by fetches. Its memory is entirely within a buffer of the launch, so no fetch can be out of bounds, or it has
// been freed: then no fetch is allowed.
struct TextureView {
    TextureDescription description;
    DeviceAddress memory = 0;
    std::byte* texels = nullptr; // written by surface stores; null: freed
};

// Null for what is not a handle of the launch.
[[nodiscard]] const TextureView* find_texture(const WarpState& state, std::uint64_t handle);

// Errors: an invalid description, or a texture that is larger than the rest of its buffer.
[[nodiscard]] Result<std::vector<TextureView>> bind(const TextureTable& table, const DeviceMemory& memory);

} // namespace warpstage::simt

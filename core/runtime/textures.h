// The texture and surface objects of a program.
#pragma once

#include "core/runtime/abi.h"
#include "core/runtime/memory.h"
#include "core/runtime/modules.h"
#include "core/simt/texture/texture_table.h"

#include <cstdint>
#include <map>

namespace warpstage::runtime {

struct TextureObject {
    TextureUse use = TextureUse::texture;
    ResourceDescription resource {};
    TextureModes modes {}; // of a texture
};

class Textures {
public:
    explicit Textures(Memory& memory);

    // The handle in `result`. A failure has a sentence where a GPU could create the texture and the virtual machine cannot.
    [[nodiscard]] Failure create(std::uint64_t* result, const ResourceDescription& resource, const TextureModes& modes);
    // The memory must be an array with the flag kSurface.
    [[nodiscard]] Failure create_surface(std::uint64_t* result, const ResourceDescription& resource);
    [[nodiscard]] Status destroy(std::uint64_t handle, TextureUse use);
    // Null if there is no such object.
    [[nodiscard]] const TextureObject* find(std::uint64_t handle, TextureUse use) const;
    [[nodiscard]] const simt::TextureTable& table() const { return m_table; }

private:
    // Memory and layout of the resource; the modes are those of a new TextureDescription.
    struct Layout {
        TextureDescription texture;
        simt::DeviceAddress memory = 0;
        Failure failure { Status::success, {} };
    };
    [[nodiscard]] static Layout layout_of(const ResourceDescription& resource);
    [[nodiscard]] Failure add(std::uint64_t* result, const Layout& layout, const TextureObject& object);

    Memory& m_memory;
    simt::TextureTable m_table;
    simt::DeviceAddress m_nothing = 0; // one texel, for destroyed textures; 0: not allocated
    std::map<std::uint64_t, TextureObject> m_objects;
};

} // namespace warpstage::runtime

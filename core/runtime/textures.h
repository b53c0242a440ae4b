// The texture objects of a program.
#pragma once

#include "core/runtime/abi.h"
#include "core/runtime/memory.h"
#include "core/runtime/modules.h"
#include "core/simt/texture/texture_table.h"

#include <cstdint>
#include <map>

namespace warpstage::runtime {

struct TextureObject {
    ResourceDescription resource;
    TextureModes modes;
};

class Textures {
public:
    explicit Textures(Memory& memory);

    // The handle in `result`. A failure has a sentence where a GPU could create the texture and the virtual machine cannot.
    [[nodiscard]] Failure create(std::uint64_t* result, const ResourceDescription& resource, const TextureModes& modes);
    [[nodiscard]] Status destroy(std::uint64_t handle);
    // Null if there is no such texture.
    [[nodiscard]] const TextureObject* find(std::uint64_t handle) const;
    [[nodiscard]] const simt::TextureTable& table() const { return m_table; }

private:
    Memory& m_memory;
    simt::TextureTable m_table;
    simt::DeviceAddress m_nothing = 0; // one texel, for destroyed textures; 0: not allocated
    std::map<std::uint64_t, TextureObject> m_objects;
};

} // namespace warpstage::runtime

// A texture or surface object on the GPU: kernels read linear memory, or an array filled from it, through the texture units; they
// write an array of a surface, which is copied back into the memory.
#pragma once

#include "core/base/objects/texture_description.h"
#include "core/base/result.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/handles.h"
#include "core/gpu/stream.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace warpstage::gpu {

class Texture {
public:
    // For memory at `address` with description.bytes() bytes, which must outlive it and pass check_texture(). An array is empty
    // until it is filled. `what` names it in error messages: "texture `image`".
    [[nodiscard]] static Result<Texture> create(
        std::shared_ptr<Context> context, const TextureDescription& description, DeviceAddress address, std::string_view what);

    Texture(Texture&& other) noexcept;
    Texture& operator=(Texture&& other) noexcept;
    // No kernel may be reading it.
    ~Texture();

    // The value of a kernel's cudaTextureObject_t or cudaSurfaceObject_t parameter.
    [[nodiscard]] std::uint64_t handle() const { return m_handle; }
    [[nodiscard]] DeviceAddress address() const { return m_address; }

    // Enqueues a copy of the memory into the array; no effect without an array.
    [[nodiscard]] Result<void> fill(Stream& stream);
    // Enqueues a copy of what kernels wrote into a surface back into the memory; no effect for a texture.
    [[nodiscard]] Result<void> store(Stream& stream);

private:
    explicit Texture(std::shared_ptr<Context> context);

    [[nodiscard]] Result<void> create_array(std::string_view what);
    [[nodiscard]] Result<void> create_object(std::string_view what);

    std::shared_ptr<Context> m_context; // null when moved from
    TextureDescription m_description;
    DeviceAddress m_address = 0;
    ArrayHandle m_array = nullptr;
    std::uint64_t m_handle = 0; // 0: none
};

} // namespace warpstage::gpu

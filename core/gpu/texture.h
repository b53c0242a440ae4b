// A texture object of the GPU: how kernels read memory, or an array that is filled from memory, through the texture units.
#pragma once

#include "core/base/result.h"
#include "core/base/texture_description.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/handles.h"
#include "core/gpu/stream.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace warpstage::gpu {

class Texture {
public:
    // Of memory that starts at `address` and holds description.bytes(), which must outlive it; check_texture() has no objection.
    // An array is empty until it is filled. `what` names it in the sentence of an error: "texture `image`".
    [[nodiscard]] static Result<Texture> create(
        std::shared_ptr<Context> context, const TextureDescription& description, DeviceAddress address, std::string_view what);

    Texture(Texture&& other) noexcept;
    Texture& operator=(Texture&& other) noexcept;
    // No kernel may read it any more.
    ~Texture();

    // What a kernel gets for a cudaTextureObject_t.
    [[nodiscard]] std::uint64_t handle() const { return m_handle; }
    [[nodiscard]] DeviceAddress address() const { return m_address; }

    // Copies what lies in the memory into the array when the stream comes here; nothing to do where there is none.
    [[nodiscard]] Result<void> fill(Stream& stream);

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

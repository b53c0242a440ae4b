// OpenGL buffers that kernels write directly. They are identified by OpenGL names, so no OpenGL header is needed.
#pragma once

#include "core/base/result.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/handles.h"
#include "core/gpu/stream.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace warpstage::gpu {

// A registration. The OpenGL context that owns the buffer must be current when it is created, mapped, unmapped and destroyed, and
// the buffer must neither be deleted nor reallocated in the meantime.
class GraphicsBuffer {
public:
    // `what` names it in error messages. Errors: OpenGL runs on another GPU or in software, or no context is current.
    [[nodiscard]] static Result<std::shared_ptr<GraphicsBuffer>> register_gl(
        std::shared_ptr<Context> context, unsigned gl_name, std::string_view what);

    GraphicsBuffer(const GraphicsBuffer&) = delete;
    GraphicsBuffer& operator=(const GraphicsBuffer&) = delete;
    ~GraphicsBuffer();

    [[nodiscard]] GraphicsHandle handle() const { return m_handle; }

private:
    GraphicsBuffer(std::shared_ptr<Context> context, GraphicsHandle handle);

    std::shared_ptr<Context> m_context;
    GraphicsHandle m_handle = nullptr;
};

// Buffers mapped for the stream: OpenGL must not access them until they are unmapped. Mapping and unmapping are stream-ordered:
// earlier OpenGL work completes first, later OpenGL work waits for the stream.
class GraphicsMapping {
public:
    [[nodiscard]] static Result<GraphicsMapping> map(Stream& stream, std::span<const std::shared_ptr<GraphicsBuffer>> buffers);

    GraphicsMapping(GraphicsMapping&& other) noexcept;
    GraphicsMapping& operator=(GraphicsMapping&& other) = delete;
    ~GraphicsMapping(); // unmaps all mapped buffers

    struct Range {
        DeviceAddress address = 0; // may differ from one mapping to the next
        std::size_t bytes = 0;
    };
    // In the order of `buffers`.
    [[nodiscard]] const std::vector<Range>& ranges() const { return m_ranges; }

    [[nodiscard]] Result<void> unmap();

private:
    GraphicsMapping(Stream& stream, std::span<const std::shared_ptr<GraphicsBuffer>> buffers);

    Stream* m_stream = nullptr;
    std::vector<std::shared_ptr<GraphicsBuffer>> m_buffers; // empty when unmapped
    std::vector<GraphicsHandle> m_handles;
    std::vector<Range> m_ranges;
};

} // namespace warpstage::gpu

// What was enqueued in a stream, kept as a CUDA graph: replayed, all of it costs the processor one call, and the GPU less from
// one kernel to the next. Source: CUDA C++ Programming Guide, "CUDA Graphs", "Stream Capture".
#pragma once

#include "core/base/result.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/handles.h"
#include "core/gpu/stream.h"

#include <functional>
#include <memory>

namespace warpstage::gpu {

class Graph {
public:
    // Calls `enqueue`, which may only launch kernels, copy and clear on this stream; nothing of it runs. Errors: that of
    // `enqueue`, something that cannot be recorded.
    [[nodiscard]] static Result<Graph> record(Stream& stream, const std::function<Result<void>()>& enqueue);

    Graph(Graph&& other) noexcept;
    Graph& operator=(Graph&& other) = delete;
    ~Graph();

    // Enqueues everything that was recorded.
    [[nodiscard]] Result<void> launch(Stream& stream);

private:
    Graph(std::shared_ptr<Context> context, GraphHandle handle);

    std::shared_ptr<Context> m_context; // null when moved from
    GraphHandle m_handle = nullptr;
};

} // namespace warpstage::gpu

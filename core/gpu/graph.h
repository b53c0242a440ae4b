// Work captured from a stream as a CUDA graph: a replay takes one call of the processor, and less time between kernels on the
// GPU. Source: CUDA C++ Programming Guide, "CUDA Graphs", "Stream Capture".
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
    // Calls `enqueue`, which may only launch kernels, copy and clear on this stream; nothing is executed. Errors: that of
    // `enqueue`, operations that cannot be captured.
    [[nodiscard]] static Result<Graph> record(Stream& stream, const std::function<Result<void>()>& enqueue);

    Graph(Graph&& other) noexcept;
    Graph& operator=(Graph&& other) = delete;
    ~Graph();

    // Enqueues the captured work.
    [[nodiscard]] Result<void> launch(Stream& stream);

private:
    Graph(std::shared_ptr<Context> context, GraphHandle handle);

    std::shared_ptr<Context> m_context; // null when moved from
    GraphHandle m_handle = nullptr;
};

} // namespace warpstage::gpu

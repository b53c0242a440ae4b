#include "core/gpu/graph.h"

#include "core/gpu/driver/driver_functions.h"

#include <utility>

namespace warpstage::gpu {

Result<Graph> Graph::record(Stream& stream, const std::function<Result<void>()>& enqueue)
{
    const auto& context = stream.context();
    const auto& functions = context->functions();
    // Relaxed: other threads of the process may allocate memory in the meantime.
    if (const auto status = functions.stream_begin_capture(stream.handle(), CU_STREAM_CAPTURE_MODE_RELAXED);
        status != CUDA_SUCCESS)
        return context->failure(status, "Starting the capture of a CUDA graph");
    const auto enqueued = enqueue();
    // The capture must always be ended, or the stream remains unusable.
    CUgraph recorded = nullptr;
    const auto ended = functions.stream_end_capture(stream.handle(), &recorded);
    CUgraphExec handle = nullptr;
    auto status = ended;
    if (ended == CUDA_SUCCESS) {
        if (enqueued)
            status = functions.graph_instantiate(&handle, recorded, 0);
        functions.graph_destroy(recorded);
    }
    if (!enqueued)
        return enqueued.error();
    if (status != CUDA_SUCCESS)
        return context->failure(status, "Capturing a CUDA graph");
    return Graph { context, handle };
}

Graph::Graph(std::shared_ptr<Context> context, GraphHandle handle)
    : m_context(std::move(context))
    , m_handle(handle)
{
}

Graph::Graph(Graph&& other) noexcept = default;

Graph::~Graph()
{
    if (m_context != nullptr)
        m_context->functions().graph_exec_destroy(m_handle);
}

Result<void> Graph::launch(Stream& stream)
{
    if (const auto status = m_context->functions().graph_launch(m_handle, stream.handle()); status != CUDA_SUCCESS)
        return m_context->failure(status, "Launching a CUDA graph");
    return {};
}

} // namespace warpstage::gpu

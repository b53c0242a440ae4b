// Streams, events and launches of the fake driver.
#include "tests/core/gpu/fake_driver/state.h"

namespace fake {

CUresult stream_create(CUstream* stream, unsigned int /*flags*/)
{
    if (const auto status = enter_context("cuStreamCreate"); status != CUDA_SUCCESS)
        return status;
    auto created = std::make_unique<CUstream_st>();
    *stream = created.get();
    state().streams.emplace(*stream, std::move(created));
    return CUDA_SUCCESS;
}

CUresult stream_destroy(CUstream stream)
{
    drain(stream);
    state().streams.erase(stream);
    return enter_context("cuStreamDestroy");
}

CUresult stream_wait_event(CUstream stream, CUevent event, unsigned int /*flags*/)
{
    if (const auto status = enter_context("cuStreamWaitEvent"); status != CUDA_SUCCESS)
        return status;
    if (event->recorded)
        stream->work.emplace_back([event] { return event->reached ? CUDA_SUCCESS : drain(event->stream); });
    return CUDA_SUCCESS;
}

CUresult stream_synchronize(CUstream stream)
{
    if (const auto status = enter_context("cuStreamSynchronize"); status != CUDA_SUCCESS)
        return status;
    if (stream->recording != nullptr)
        return violation("cuStreamSynchronize while a graph is recorded", CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    return drain(stream);
}

CUresult event_create(CUevent* event, unsigned int flags)
{
    if (const auto status = enter_context("cuEventCreate"); status != CUDA_SUCCESS)
        return status;
    auto created = std::make_unique<CUevent_st>();
    created->timing = (flags & CU_EVENT_DISABLE_TIMING) == 0;
    *event = created.get();
    state().events.emplace(*event, std::move(created));
    return CUDA_SUCCESS;
}

CUresult event_destroy(CUevent event)
{
    drain_all(); // the event may still be in a stream
    state().events.erase(event);
    return enter_context("cuEventDestroy");
}

CUresult event_record(CUevent event, CUstream stream)
{
    if (const auto status = enter_context("cuEventRecord"); status != CUDA_SUCCESS)
        return status;
    event->recorded = true;
    event->reached = false;
    event->queries_left = state().switches.pending;
    event->stream = stream;
    stream->add([event] {
        event->reached = true;
        event->milliseconds = state().milliseconds;
        return CUDA_SUCCESS;
    });
    return CUDA_SUCCESS;
}

CUresult event_query(CUevent event)
{
    if (const auto status = enter_context("cuEventQuery"); status != CUDA_SUCCESS)
        return status;
    if (event->reached || !event->recorded)
        return CUDA_SUCCESS;
    if (event->queries_left-- > 0)
        return CUDA_ERROR_NOT_READY;
    return drain(event->stream);
}

CUresult event_synchronize(CUevent event)
{
    if (const auto status = enter_context("cuEventSynchronize"); status != CUDA_SUCCESS)
        return status;
    return event->recorded ? drain(event->stream) : CUDA_SUCCESS;
}

CUresult event_elapsed_time(float* milliseconds, CUevent from, CUevent to)
{
    if (const auto status = enter_context("cuEventElapsedTime"); status != CUDA_SUCCESS)
        return status;
    if (!from->timing || !to->timing || !from->recorded || !to->recorded)
        return CUDA_ERROR_INVALID_HANDLE;
    if (!from->reached || !to->reached)
        return CUDA_ERROR_NOT_READY;
    *milliseconds = static_cast<float>(to->milliseconds - from->milliseconds);
    return CUDA_SUCCESS;
}

CUresult launch_kernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z, unsigned int block_x,
    unsigned int block_y, unsigned int block_z, unsigned int shared_bytes, CUstream stream, void** arguments, void** /*extra*/)
{
    if (const auto status = enter_context("cuLaunchKernel"); status != CUDA_SUCCESS)
        return status;
    const auto threads = std::size_t { block_x } * block_y * block_z;
    const auto blocks = std::size_t { grid_x } * grid_y * grid_z;
    if (threads == 0 || threads > 1024 || blocks == 0 || shared_bytes > static_cast<unsigned>(function->dynamic_shared))
        return CUDA_ERROR_INVALID_VALUE;
    auto work = kernel_work(function->name, arguments);
    if (!work)
        return CUDA_ERROR_INVALID_HANDLE;
    stream->add([work = std::move(work)] {
        state().milliseconds += state().switches.kernel_milliseconds;
        return work();
    });
    return CUDA_SUCCESS;
}

} // namespace fake

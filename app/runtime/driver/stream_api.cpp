// Streams, events, callbacks and captured graphs of the driver API.
#include "app/runtime/driver/driver.h"
#include "app/runtime/runtime_functions.h"

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

extern "C" Status cuCtxGetCurrent(Context** result);

WARPSTAGE_API Status cuStreamCreateWithPriority(Stream** result, unsigned int flags, int priority)
{
    return in_context([&] { return cudaStreamCreateWithPriority(result, flags, priority); });
}

WARPSTAGE_API Status cuStreamCreate(Stream** result, unsigned int flags)
{
    return cuStreamCreateWithPriority(result, flags, 0);
}

WARPSTAGE_API Status cuStreamDestroy_v2(Stream* stream)
{
    return in_context([&] { return cudaStreamDestroy(stream); });
}

WARPSTAGE_API Status cuStreamSynchronize(Stream* stream)
{
    return in_context([&] { return cudaStreamSynchronize(stream); });
}

WARPSTAGE_API Status cuStreamQuery(Stream* stream)
{
    return in_context([&] { return cudaStreamQuery(stream); });
}

WARPSTAGE_API Status cuStreamGetPriority(Stream* stream, int* priority)
{
    return in_context([&] { return cudaStreamGetPriority(stream, priority); });
}

WARPSTAGE_API Status cuStreamGetFlags(Stream* stream, unsigned int* flags)
{
    return in_context([&] { return cudaStreamGetFlags(stream, flags); });
}

// Any number that no other stream has.
WARPSTAGE_API Status cuStreamGetId(Stream* stream, unsigned long long* id)
{
    if (id == nullptr)
        return Status::invalid_value;
    *id = reinterpret_cast<std::uintptr_t>(stream);
    return check_context();
}

WARPSTAGE_API Status cuStreamGetCtx(Stream* /*stream*/, Context** result)
{
    return cuCtxGetCurrent(result);
}

WARPSTAGE_API Status cuStreamWaitEvent(Stream* stream, Event* event, unsigned int flags)
{
    return in_context([&] { return cudaStreamWaitEvent(stream, event, flags); });
}

WARPSTAGE_API Status cuStreamAttachMemAsync(Stream* /*stream*/, void* /*pointer*/, std::size_t /*bytes*/, unsigned int /*flags*/)
{
    return check_context();
}

WARPSTAGE_API Status cuStreamAddCallback(Stream* stream, void (*function)(Stream*, Status, void*), void* data, unsigned int flags)
{
    return in_context([&] { return cudaStreamAddCallback(stream, function, data, flags); });
}

WARPSTAGE_API Status cuLaunchHostFunc(Stream* stream, void (*function)(void*), void* data)
{
    return in_context([&] { return cudaLaunchHostFunc(stream, function, data); });
}

WARPSTAGE_API Status cuEventCreate(Event** result, unsigned int flags)
{
    return in_context([&] { return cudaEventCreateWithFlags(result, flags); });
}

WARPSTAGE_API Status cuEventDestroy_v2(Event* event)
{
    return in_context([&] { return cudaEventDestroy(event); });
}

WARPSTAGE_API Status cuEventRecord(Event* event, Stream* stream)
{
    return in_context([&] { return cudaEventRecord(event, stream); });
}

WARPSTAGE_API Status cuEventRecordWithFlags(Event* event, Stream* stream, unsigned int /*flags*/)
{
    return cuEventRecord(event, stream);
}

WARPSTAGE_API Status cuEventQuery(Event* event)
{
    return in_context([&] { return cudaEventQuery(event); });
}

WARPSTAGE_API Status cuEventSynchronize(Event* event)
{
    return in_context([&] { return cudaEventSynchronize(event); });
}

WARPSTAGE_API Status cuEventElapsedTime(float* milliseconds, Event* begin, Event* end)
{
    return in_context([&] { return cudaEventElapsedTime(milliseconds, begin, end); });
}

WARPSTAGE_API Status cuEventElapsedTime_v2(float* milliseconds, Event* begin, Event* end)
{
    return cuEventElapsedTime(milliseconds, begin, end);
}

WARPSTAGE_API Status cuStreamBeginCapture_v2(Stream* stream, int mode)
{
    return in_context([&] { return cudaStreamBeginCapture(stream, mode); });
}

WARPSTAGE_API Status cuStreamEndCapture(Stream* stream, Graph** result)
{
    return in_context([&] { return cudaStreamEndCapture(stream, result); });
}

WARPSTAGE_API Status cuStreamIsCapturing(Stream* stream, int* status)
{
    return in_context([&] { return cudaStreamIsCapturing(stream, status); });
}

WARPSTAGE_API Status cuGraphInstantiateWithFlags(ExecutableGraph** result, Graph* graph, unsigned long long flags)
{
    return in_context([&] { return cudaGraphInstantiateWithFlags(result, graph, flags); });
}

WARPSTAGE_API Status cuGraphLaunch(ExecutableGraph* graph, Stream* stream)
{
    return in_context([&] { return cudaGraphLaunch(graph, stream); });
}

WARPSTAGE_API Status cuGraphDestroy(Graph* graph)
{
    return in_context([&] { return cudaGraphDestroy(graph); });
}

WARPSTAGE_API Status cuGraphExecDestroy(ExecutableGraph* graph)
{
    return in_context([&] { return cudaGraphExecDestroy(graph); });
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)

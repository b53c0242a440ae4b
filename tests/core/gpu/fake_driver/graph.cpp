// Graphs of the fake driver: lists of work. A kernel in a graph takes half of its normal time.
#include "tests/core/gpu/fake_driver/state.h"

#include <utility>

namespace fake {

CUresult stream_begin_capture(CUstream stream, CUstreamCaptureMode /*mode*/)
{
    if (const auto status = enter_context("cuStreamBeginCapture"); status != CUDA_SUCCESS)
        return status;
    if (stream->recording != nullptr)
        return violation("cuStreamBeginCapture of a stream that records already", CUDA_ERROR_ILLEGAL_STATE);
    stream->recording = std::make_unique<CUgraph_st>();
    return CUDA_SUCCESS;
}

CUresult stream_end_capture(CUstream stream, CUgraph* graph)
{
    auto recorded = std::move(stream->recording);
    if (const auto status = enter_context("cuStreamEndCapture"); status != CUDA_SUCCESS)
        return status;
    if (recorded == nullptr)
        return violation("cuStreamEndCapture of a stream that does not record", CUDA_ERROR_ILLEGAL_STATE);
    *graph = recorded.get();
    state().recorded_graphs.emplace(*graph, std::move(recorded));
    return CUDA_SUCCESS;
}

CUresult graph_instantiate(CUgraphExec* instance, CUgraph graph, unsigned long long /*flags*/)
{
    if (const auto status = enter_context("cuGraphInstantiateWithFlags"); status != CUDA_SUCCESS)
        return status;
    auto made = std::make_unique<CUgraphExec_st>();
    made->work = graph->work;
    *instance = made.get();
    state().graphs.emplace(*instance, std::move(made));
    return CUDA_SUCCESS;
}

CUresult graph_launch(CUgraphExec instance, CUstream stream)
{
    if (const auto status = enter_context("cuGraphLaunch"); status != CUDA_SUCCESS)
        return status;
    for (const auto& work : instance->work) {
        stream->add([work] {
            const auto before = state().milliseconds;
            const auto status = work();
            state().milliseconds = before + (state().milliseconds - before) / 2.0;
            return status;
        });
    }
    return CUDA_SUCCESS;
}

CUresult graph_exec_destroy(CUgraphExec instance)
{
    drain_all(); // it may still be in a stream
    if (state().graphs.erase(instance) == 0)
        return violation("cuGraphExecDestroy of a graph that does not live", CUDA_ERROR_INVALID_VALUE);
    return enter_context("cuGraphExecDestroy");
}

CUresult graph_destroy(CUgraph graph)
{
    if (state().recorded_graphs.erase(graph) == 0)
        return violation("cuGraphDestroy of a graph that does not live", CUDA_ERROR_INVALID_VALUE);
    return enter_context("cuGraphDestroy");
}

} // namespace fake

// The capture of streams into a graph, and what it forbids. Return codes are those of an H200 (tests/programs/capture_rules.cu).
#pragma once

#include "core/runtime/graph.h"

#include <thread>
#include <vector>

namespace warpstage::runtime {

// cudaStreamCaptureMode: who may call functions that can disturb a capture while it lasts, for example cudaMalloc.
enum class CaptureMode : int {
    global, // no thread
    of_thread, // no call of the thread that began it
    relaxed, // all
};

[[nodiscard]] constexpr bool is_capture_mode(int mode)
{
    return mode >= static_cast<int>(CaptureMode::global) && mode <= static_cast<int>(CaptureMode::relaxed);
}

struct Capture {
    Graph* graph = nullptr;
    CaptureMode mode = CaptureMode::global;
    std::thread::id thread; // that began it
    const void* origin = nullptr; // the stream in which it began
    bool invalidated = false; // by a call that it does not permit
    bool ended = false;
};

// cudaStreamCaptureStatus of a stream. Null: it is not being captured.
[[nodiscard]] int status_of(const Capture* capture);

// Whether the calling thread, whose own mode is `own`, may not call functions that can disturb the capture.
[[nodiscard]] bool forbids_unsafe_calls(const Capture& capture, CaptureMode own);

// Whether all nodes are among `reached` or among the nodes on which those depend.
[[nodiscard]] bool are_joined(const std::vector<Node*>& nodes, const std::vector<Node*>& reached);

// Adds the nodes that are not there yet.
void add_nodes(std::vector<Node*>& nodes, const std::vector<Node*>& more);

} // namespace warpstage::runtime

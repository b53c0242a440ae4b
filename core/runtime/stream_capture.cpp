#include "core/runtime/stream_capture.h"

#include <algorithm>
#include <set>

namespace warpstage::runtime {

int status_of(const Capture* capture)
{
    constexpr int kActive = 1;
    constexpr int kInvalidated = 2;
    return capture == nullptr ? 0 : capture->invalidated ? kInvalidated : kActive;
}

bool forbids_unsafe_calls(const Capture& capture, CaptureMode own)
{
    if (own == CaptureMode::relaxed)
        return false;
    if (capture.thread == std::this_thread::get_id())
        return capture.mode != CaptureMode::relaxed;
    return own == CaptureMode::global && capture.mode == CaptureMode::global;
}

bool are_joined(const std::vector<Node*>& nodes, const std::vector<Node*>& reached)
{
    std::set<const Node*> known(reached.begin(), reached.end());
    std::vector<const Node*> next(reached.begin(), reached.end());
    while (!next.empty()) {
        const Node* const node = next.back();
        next.pop_back();
        for (const Node* dependency : node->dependencies) {
            if (known.insert(dependency).second)
                next.push_back(dependency);
        }
    }
    return std::ranges::all_of(nodes, [&](const Node* node) { return known.contains(node); });
}

void add_nodes(std::vector<Node*>& nodes, const std::vector<Node*>& more)
{
    for (Node* const node : more) {
        if (std::ranges::find(nodes, node) == nodes.end())
            nodes.push_back(node);
    }
}

} // namespace warpstage::runtime

#include "core/runtime/streams.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace warpstage::runtime {

namespace {

constexpr std::uintptr_t kLastDefaultStream = 2; // cudaStreamLegacy 1, cudaStreamPerThread 2

template <typename T> T* add(std::map<T*, std::unique_ptr<T>>& objects)
{
    auto object = std::make_unique<T>();
    T* const handle = object.get();
    objects.emplace(handle, std::move(object));
    return handle;
}

template <typename T> T* found(std::map<T*, std::unique_ptr<T>>& objects, T* handle)
{
    const auto place = objects.find(handle);
    return place == objects.end() ? nullptr : place->second.get();
}

template <typename T> Status erase(std::map<T*, std::unique_ptr<T>>& objects, T* handle)
{
    return objects.erase(handle) == 0 ? Status::invalid_handle : Status::success;
}

void place_after_dependencies(const Node& node, std::set<const Node*>& placed, ExecutableGraph& graph)
{
    if (!placed.insert(&node).second)
        return;
    for (const Node* dependency : node.dependencies)
        place_after_dependencies(*dependency, placed, graph);
    graph.operations.push_back(node.operation);
    graph.nodes.push_back(&node);
}

// Whether one of the node's dependencies depends on the node. `finished`: the nodes that were visited; true: none of theirs does.
bool is_in_cycle(const Node& node, std::map<const Node*, bool>& finished)
{
    const auto [visited, is_new] = finished.try_emplace(&node, false);
    if (!is_new)
        return !visited->second;
    for (const Node* dependency : node.dependencies) {
        if (is_in_cycle(*dependency, finished))
            return true;
    }
    finished[&node] = true;
    return false;
}

bool has_cycle(const Graph& graph)
{
    std::map<const Node*, bool> finished;
    return std::ranges::any_of(graph.nodes, [&](const auto& node) { return is_in_cycle(*node, finished); });
}

Status run_all(const ExecutableGraph& graph)
{
    for (const Operation& operation : graph.operations) {
        if (const Status status = operation ? operation() : Status::success; status != Status::success)
            return status;
    }
    return Status::success;
}

// `value` can change while a body runs.
Status run_condition(const std::uint32_t& value, ConditionalKind kind, const std::vector<ExecutableGraph>& bodies)
{
    if (kind == ConditionalKind::choose)
        return value < bodies.size() ? run_all(bodies[value]) : Status::success;
    if (kind == ConditionalKind::if_not_zero) {
        const std::size_t body = value != 0 ? 0 : 1;
        return body < bodies.size() ? run_all(bodies[body]) : Status::success;
    }
    while (value != 0) {
        if (const Status status = run_all(bodies.front()); status != Status::success)
            return status;
    }
    return Status::success;
}

} // namespace

Stream* Streams::create(unsigned int flags, int priority)
{
    Stream* const stream = add(m_streams);
    stream->flags = flags;
    stream->priority = priority;
    return stream;
}

Stream* Streams::find(Stream* handle)
{
    return std::bit_cast<std::uintptr_t>(handle) <= kLastDefaultStream ? &m_default : found(m_streams, handle);
}

Status Streams::destroy(Stream* stream)
{
    return erase(m_streams, stream);
}

void Streams::begin_late(
    std::uint64_t seed, std::function<void(const std::string&)> report, std::function<std::string(std::uint64_t)> place_name)
{
    m_late.emplace(seed, std::move(report), std::move(place_name));
}

// The default stream waits for all streams and all wait for it, except those with cudaStreamNonBlocking.
void Streams::add_late(Stream& stream, Operation operation, WorkNote note, LateWork::Handle also)
{
    constexpr unsigned int kNonBlocking = 1;
    if (!m_late->is_reported())
        note = {};
    std::vector<LateWork::Handle> before { stream.last, std::move(also) };
    if (&stream == &m_default) {
        for (const auto& [other, owned] : m_streams)
            if ((owned->flags & kNonBlocking) == 0)
                before.push_back(owned->last);
    } else if ((stream.flags & kNonBlocking) == 0) {
        before.push_back(m_default.last);
    }
    stream.last = m_late->add(&stream, std::move(operation), std::move(note), std::move(before));
}

Status Streams::synchronize(Stream* handle)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (stream->capture != nullptr)
        return invalidate_capture(*stream);
    if (!m_late)
        return Status::success;
    if (stream == &m_default)
        add_late(*stream, {}, {}); // after the other streams
    return m_late->finish(stream->last);
}

Status Streams::synchronize(Event* event)
{
    const Event* const known = find(event);
    if (known == nullptr)
        return Status::invalid_handle;
    return m_late ? m_late->finish(known->record) : Status::success;
}

Status Streams::synchronize_all()
{
    return m_late ? m_late->finish_all() : Status::success;
}

Status Streams::query(Stream* handle)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (stream->capture != nullptr)
        return invalidate_capture(*stream);
    return !m_late || m_late->is_done(stream->last) ? Status::success : Status::not_ready;
}

Status Streams::query(Event* event)
{
    const Event* const known = find(event);
    if (known == nullptr)
        return Status::invalid_handle;
    return !m_late || m_late->is_done(known->record) ? Status::success : Status::not_ready;
}

void Streams::report_unfinished()
{
    if (m_late)
        m_late->report_unfinished();
}

Status Streams::submit(Stream* handle, NodeType type, Operation operation, WorkNote note)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (stream->capture == nullptr && m_late) {
        add_late(*stream, std::move(operation), std::move(note));
        return Status::success;
    }
    if (stream->capture == nullptr)
        return operation();
    Graph& graph = *stream->capture;
    if (graph.invalidated)
        return Status::capture_invalidated;
    Node* const last = graph.nodes.empty() ? nullptr : graph.nodes.back().get();
    return add_node(graph, type, std::move(operation), &last, last == nullptr ? 0 : 1) == nullptr ? Status::unknown
                                                                                                  : Status::success;
}

Status Streams::invalidate_capture(Stream& stream)
{
    if (stream.capture->invalidated)
        return Status::capture_invalidated;
    stream.capture->invalidated = true;
    return Status::capture_unsupported;
}

bool Streams::is_captured(const Graph* graph) const
{
    return std::ranges::any_of(m_streams, [graph](const auto& entry) { return entry.second->capture == graph; });
}

bool Streams::invalidate_captures()
{
    bool captures = false;
    for (auto& [stream, owned] : m_streams) {
        if (owned->capture == nullptr)
            continue;
        owned->capture->invalidated = true;
        captures = true;
    }
    return captures;
}

Status Streams::begin_capture(Stream* handle, Graph* graph)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (stream->capture != nullptr)
        return Status::illegal_state;
    if (stream == &m_default)
        return Status::capture_unsupported;
    stream->capture = graph == nullptr ? create_graph() : graph;
    stream->owns_capture = true;
    return Status::success;
}

Status Streams::end_capture(Stream* handle, Graph** result)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (result != nullptr)
        *result = nullptr;
    if (stream->capture == nullptr || !stream->owns_capture)
        return Status::illegal_state;
    Graph* const captured = stream->capture;
    if (result != nullptr && !captured->invalidated)
        *result = captured;
    for (auto& [other, owned] : m_streams) {
        if (owned->capture == captured) {
            owned->capture = nullptr;
            owned->owns_capture = false;
        }
    }
    return captured->invalidated ? Status::capture_invalidated : Status::success;
}

Event* Streams::create_event()
{
    return add(m_events);
}

Status Streams::destroy_event(Event* event)
{
    return erase(m_events, event);
}

Event* Streams::find(Event* event)
{
    return found(m_events, event);
}

Status Streams::record(Event* event, Stream* handle)
{
    Stream* const stream = find(handle);
    Event* const known = find(event);
    if (stream == nullptr || known == nullptr)
        return Status::invalid_handle;
    known->capture = stream->capture;
    if (stream->capture != nullptr)
        return Status::success;
    known->recorded = true;
    known->time = std::chrono::steady_clock::now();
    if (m_late) {
        add_late(*stream,
            [this, event] {
                if (Event* const recorded = find(event); recorded != nullptr)
                    recorded->time = std::chrono::steady_clock::now();
                return Status::success;
            },
            {});
        known->record = stream->last;
    }
    return Status::success;
}

Status Streams::wait(Stream* handle, Event* event, Outside outside)
{
    Stream* const stream = find(handle);
    const Event* const known = find(event);
    if (stream == nullptr || known == nullptr)
        return Status::invalid_handle;
    const bool stale = known->capture != nullptr && !is_captured(known->capture);
    const bool crosses =
        stream->capture != nullptr && known->capture == nullptr && known->recorded && outside == Outside::refused;
    if (stale || crosses) {
        if (stream->capture != nullptr)
            stream->capture->invalidated = true;
        return stale ? Status::invalid_value : Status::capture_isolation;
    }
    if (known->capture != nullptr && stream->capture == nullptr && stream != &m_default)
        stream->capture = known->capture;
    else if (m_late && stream->capture == nullptr)
        add_late(*stream, {}, {}, known->record);
    return Status::success;
}

Graph* Streams::create_graph()
{
    return add(m_graphs);
}

Graph* Streams::find(Graph* graph)
{
    return found(m_graphs, graph);
}

Status Streams::destroy_graph(Graph* graph)
{
    return erase(m_graphs, graph);
}

Node* Streams::add_node(Graph& graph, NodeType type, Operation operation, Node* const* dependencies, std::size_t count)
{
    auto node = std::make_unique<Node>();
    node->type = type;
    node->operation = std::move(operation);
    node->dependencies.assign(dependencies, dependencies + count);
    graph.nodes.push_back(std::move(node));
    return graph.nodes.back().get();
}

ExecutableGraph* Streams::instantiate(const Graph& graph)
{
    if (has_cycle(graph))
        return nullptr;
    ExecutableGraph* const executable = add(m_executables);
    fill(graph, *executable);
    return executable;
}

void Streams::fill(const Graph& graph, ExecutableGraph& executable)
{
    for (const Operation& operation : graph.first) {
        executable.operations.push_back(operation);
        executable.nodes.push_back(nullptr);
    }
    std::set<const Node*> placed;
    for (const auto& node : graph.nodes)
        place_after_dependencies(*node, placed, executable);
    for (std::size_t i = 0; i < executable.nodes.size(); ++i) {
        if (executable.nodes[i] == nullptr || !executable.nodes[i]->condition)
            continue;
        const Condition& condition = *executable.nodes[i]->condition;
        auto bodies = std::make_shared<std::vector<ExecutableGraph>>(condition.bodies.size());
        for (std::size_t body = 0; body < condition.bodies.size(); ++body)
            fill(*condition.bodies[body], (*bodies)[body]);
        executable.operations[i] = [value = condition.value, kind = condition.kind, bodies = std::move(bodies)] {
            return run_condition(*value, kind, *bodies);
        };
    }
}

Status Streams::destroy_executable(ExecutableGraph* graph)
{
    return erase(m_executables, graph);
}

ExecutableGraph* Streams::find(ExecutableGraph* graph)
{
    return found(m_executables, graph);
}

Status Streams::launch(ExecutableGraph& graph)
{
    return run_all(graph);
}

} // namespace warpstage::runtime

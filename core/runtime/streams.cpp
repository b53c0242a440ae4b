#include "core/runtime/streams.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace warpstage::runtime {

namespace {

constexpr std::uintptr_t kLegacyStream = 1; // cudaStreamLegacy
constexpr std::uintptr_t kLastDefaultStream = 2; // cudaStreamPerThread

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
    if (!m_late->is_reported())
        note = {};
    std::vector<LateWork::Handle> before { stream.last, std::move(also) };
    if (&stream == &m_default) {
        for (const auto& [other, owned] : m_streams)
            if ((owned->flags & Stream::kNonBlocking) == 0)
                before.push_back(owned->last);
    } else if ((stream.flags & Stream::kNonBlocking) == 0) {
        before.push_back(m_default.last);
    }
    stream.last = m_late->add(&stream, std::move(operation), std::move(note), std::move(before));
}

Status Streams::synchronize(Stream* handle)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (const Status status = check_wait(handle, *stream); status != Status::success)
        return status;
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
    if (const Status status = check_wait(*known); status != Status::success)
        return status;
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
    if (const Status status = check_wait(handle, *stream); status != Status::success)
        return status;
    return !m_late || m_late->is_done(stream->last) ? Status::success : Status::not_ready;
}

Status Streams::query(Event* event)
{
    const Event* const known = find(event);
    if (known == nullptr)
        return Status::invalid_handle;
    if (const Status status = check_wait(*known); status != Status::success)
        return status;
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
    if (const Status status = check_default_stream(handle); status != Status::success)
        return status;
    if (stream->capture == nullptr && m_late) {
        add_late(*stream, std::move(operation), std::move(note));
        return Status::success;
    }
    if (stream->capture == nullptr)
        return operation();
    if (stream->capture->invalidated)
        return Status::capture_invalidated;
    stream->tail = { add_node(*stream->capture->graph, type, std::move(operation), stream->tail.data(), stream->tail.size()) };
    return Status::success;
}

template <typename Applies> bool Streams::invalidate_if(Applies&& applies)
{
    bool found_one = false;
    for (auto& [stream, owned] : m_streams) {
        if (owned->capture == nullptr || !applies(*owned))
            continue;
        owned->capture->invalidated = true;
        found_one = true;
    }
    return found_one;
}

void Streams::invalidate_capture(Stream* handle)
{
    if (const Stream* const stream = find(handle); stream != nullptr && stream->capture != nullptr)
        stream->capture->invalidated = true;
}

bool Streams::invalidate_captures()
{
    return invalidate_if([](const Stream&) { return true; });
}

Status Streams::check_unsafe_call()
{
    const auto known = m_modes.find(std::this_thread::get_id());
    const CaptureMode own = known == m_modes.end() ? CaptureMode::global : known->second;
    const bool forbidden = invalidate_if([own](const Stream& stream) { return forbids_unsafe_calls(*stream.capture, own); });
    return forbidden ? Status::capture_unsupported : Status::success;
}

Status Streams::check_default_stream(Stream* handle)
{
    const bool waits_for_all = handle == nullptr ? m_per_thread == nullptr || *m_per_thread == 0
                                                 : std::bit_cast<std::uintptr_t>(handle) == kLegacyStream;
    if (!waits_for_all)
        return Status::success;
    const bool captured = invalidate_if([](const Stream& stream) { return (stream.flags & Stream::kNonBlocking) == 0; });
    return captured ? Status::capture_implicit : Status::success;
}

Status Streams::check_wait(Stream* handle, Stream& stream)
{
    if (stream.capture != nullptr) {
        const bool invalidated = std::exchange(stream.capture->invalidated, true);
        return invalidated ? Status::capture_invalidated : Status::capture_unsupported;
    }
    const Status status = check_default_stream(handle);
    return status == Status::success ? check_unsafe_call() : status;
}

Status Streams::check_wait(const Event& event)
{
    if (event.capture == nullptr)
        return check_unsafe_call();
    invalidate_if([&](const Stream& stream) { return stream.capture == event.capture; });
    return Status::captured_event;
}

Status Streams::begin_capture(Stream* handle, CaptureMode mode, Graph* graph, std::vector<Node*> after)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (const Status status = check_default_stream(handle); status != Status::success)
        return status;
    if (stream->capture != nullptr)
        return Status::illegal_state;
    if (stream == &m_default)
        return Status::capture_unsupported;
    stream->capture = std::make_shared<Capture>(
        Capture { graph == nullptr ? create_graph() : graph, mode, std::this_thread::get_id(), stream });
    stream->tail = std::move(after);
    return Status::success;
}

Status Streams::end_capture(Stream* handle, Graph** result)
{
    Stream* const stream = find(handle);
    if (stream == nullptr)
        return Status::invalid_handle;
    if (result != nullptr)
        *result = nullptr;
    if (stream->capture == nullptr)
        return Status::illegal_state;
    const std::shared_ptr<Capture> capture = stream->capture;
    if (capture->origin != stream) {
        capture->invalidated = true;
        return Status::capture_unmatched;
    }
    const std::vector<Node*> joined = std::move(stream->tail);
    bool all_joined = true;
    for (auto& [other, owned] : m_streams) {
        if (owned->capture != capture)
            continue;
        all_joined = all_joined && (other == stream || are_joined(owned->tail, joined));
        owned->capture = nullptr;
        owned->tail.clear();
    }
    capture->ended = true;
    if (capture->invalidated)
        return Status::capture_invalidated;
    if (!all_joined)
        return Status::capture_unjoined;
    if (result != nullptr)
        *result = capture->graph;
    return Status::success;
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
    if (const Status status = check_default_stream(handle); status != Status::success)
        return status;
    known->capture = stream->capture;
    known->tail = stream->tail;
    if (stream->capture != nullptr)
        return stream->capture->invalidated ? Status::capture_invalidated : Status::success;
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
    if (const Status status = check_default_stream(handle); status != Status::success)
        return status;
    const bool stale = known->capture != nullptr && known->capture->ended;
    const bool crosses =
        stream->capture != nullptr && known->capture == nullptr && known->recorded && outside == Outside::refused;
    const bool merges = stream->capture != nullptr && known->capture != nullptr && stream->capture != known->capture;
    if (stale || crosses || merges) {
        invalidate_if(
            [&](const Stream& other) { return other.capture == stream->capture || (merges && other.capture == known->capture); });
        return stale ? Status::invalid_value : crosses ? Status::capture_isolation : Status::capture_merge;
    }
    if (known->capture != nullptr && stream != &m_default) {
        stream->capture = known->capture;
        add_nodes(stream->tail, known->tail);
    } else if (m_late && stream->capture == nullptr) {
        add_late(*stream, {}, {}, known->record);
    }
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

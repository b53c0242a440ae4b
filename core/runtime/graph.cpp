#include "core/runtime/graph.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace warpstage::runtime {

namespace {

void place_after_dependencies(const Node& node, std::set<const Node*>& placed, ExecutableGraph& graph)
{
    if (!placed.insert(&node).second)
        return;
    for (const Node* dependency : node.dependencies)
        place_after_dependencies(*dependency, placed, graph);
    graph.operations.push_back(node.operation);
    graph.nodes.push_back(&node);
    graph.host.push_back(node.host);
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

// `value` can change while a body runs.
Status run_condition(const std::uint32_t& value, ConditionalKind kind, const std::vector<ExecutableGraph>& bodies)
{
    if (kind == ConditionalKind::choose)
        return value < bodies.size() ? run(bodies[value]) : Status::success;
    if (kind == ConditionalKind::if_not_zero) {
        const std::size_t body = value != 0 ? 0 : 1;
        return body < bodies.size() ? run(bodies[body]) : Status::success;
    }
    while (value != 0) {
        if (const Status status = run(bodies.front()); status != Status::success)
            return status;
    }
    return Status::success;
}

void fill(const Graph& graph, ExecutableGraph& executable)
{
    for (const Operation& operation : graph.first) {
        executable.operations.push_back(operation);
        executable.nodes.push_back(nullptr);
        executable.host.emplace_back();
    }
    std::set<const Node*> placed;
    for (const auto& node : graph.nodes)
        place_after_dependencies(*node, placed, executable);
    for (std::size_t i = 0; i < executable.nodes.size(); ++i) {
        if (executable.nodes[i] == nullptr || !executable.nodes[i]->condition)
            continue;
        const Condition& condition = *executable.nodes[i]->condition;
        auto bodies = std::make_shared<std::vector<ExecutableGraph>>(condition.bodies.size());
        for (std::size_t body = 0; body < condition.bodies.size(); ++body) {
            fill(*condition.bodies[body], (*bodies)[body]);
            std::ranges::move((*bodies)[body].all_host(), std::back_inserter(executable.host[i]));
        }
        executable.operations[i] = [value = condition.value, kind = condition.kind, bodies = std::move(bodies)] {
            return run_condition(*value, kind, *bodies);
        };
    }
}

} // namespace

std::vector<HostRange> ExecutableGraph::all_host() const
{
    std::vector<HostRange> all;
    for (const std::vector<HostRange>& ranges : host)
        all.insert(all.end(), ranges.begin(), ranges.end());
    return all;
}

Status run(const ExecutableGraph& graph)
{
    for (const Operation& operation : graph.operations) {
        if (const Status status = operation ? operation() : Status::success; status != Status::success)
            return status;
    }
    return Status::success;
}

Graph* Graphs::create()
{
    return add(m_graphs);
}

Graph* Graphs::find(Graph* graph)
{
    return found(m_graphs, graph);
}

Status Graphs::destroy(Graph* graph)
{
    return erase(m_graphs, graph);
}

Node* add_node(Graph& graph, NodeType type, Operation operation, Node* const* dependencies, std::size_t count)
{
    auto node = std::make_unique<Node>();
    node->type = type;
    node->operation = std::move(operation);
    node->dependencies.assign(dependencies, dependencies + count);
    graph.nodes.push_back(std::move(node));
    return graph.nodes.back().get();
}

ExecutableGraph* Graphs::instantiate(const Graph& graph)
{
    if (has_cycle(graph))
        return nullptr;
    ExecutableGraph* const executable = add(m_executables);
    fill(graph, *executable);
    return executable;
}

Status Graphs::destroy(ExecutableGraph* graph)
{
    return erase(m_executables, graph);
}

ExecutableGraph* Graphs::find(ExecutableGraph* graph)
{
    return found(m_executables, graph);
}

} // namespace warpstage::runtime

#include "core/ptx/post_dominators.h"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace warpstage::ptx {

namespace {

using Node = std::uint32_t;
using Graph = std::vector<std::vector<Node>>;

constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();

class PostDominators {
public:
    explicit PostDominators(const Graph& successors);

    std::vector<Node> run();

private:
    void give_every_node_an_exit();
    void visit_from(Node start, std::vector<bool>& reached);
    void number_nodes();
    [[nodiscard]] Node meet(Node left, Node right) const;
    [[nodiscard]] Node meet_of_successors(Node node) const;

    Node m_exit;
    Graph m_successors; // with the additional edges of endless loops
    Graph m_predecessors;
    std::vector<Node> m_order; // from the exit backward: reverse post-order of the reverse graph
    std::vector<std::uint32_t> m_position; // of each node in m_order
    std::vector<Node> m_dominators;
};

PostDominators::PostDominators(const Graph& successors)
    : m_exit(static_cast<Node>(successors.size()))
    , m_successors(successors)
    , m_predecessors(successors.size() + 1)
    , m_position(successors.size() + 1, kUnknown)
    , m_dominators(successors.size() + 1, kUnknown)
{
    for (Node node = 0; node < m_exit; ++node) {
        for (const Node successor : m_successors[node])
            m_predecessors[successor].push_back(node);
    }
}

// Marks every node from which a path leads to `start`.
void PostDominators::visit_from(Node start, std::vector<bool>& reached)
{
    std::vector<Node> pending { start };
    reached[start] = true;
    while (!pending.empty()) {
        const Node node = pending.back();
        pending.pop_back();
        for (const Node predecessor : m_predecessors[node]) {
            if (!reached[predecessor]) {
                reached[predecessor] = true;
                pending.push_back(predecessor);
            }
        }
    }
}

void PostDominators::give_every_node_an_exit()
{
    std::vector<bool> reached(m_predecessors.size(), false);
    visit_from(m_exit, reached);
    // A compiler puts the back edge into the last node of the text; nodes that lead into the loop are reached from it.
    for (Node node = m_exit; node-- > 0;) {
        if (reached[node])
            continue;
        m_successors[node].push_back(m_exit);
        m_predecessors[m_exit].push_back(node);
        visit_from(node, reached);
    }
}

// Depth first without recursion: a text of a megabyte can contain a chain of 100 000 blocks.
void PostDominators::number_nodes()
{
    struct Step {
        Node node;
        std::size_t next = 0;
    };
    std::vector<bool> visited(m_predecessors.size(), false);
    std::vector<Step> path { { m_exit } };
    visited[m_exit] = true;
    while (!path.empty()) {
        Step& step = path.back();
        const auto& predecessors = m_predecessors[step.node];
        if (step.next == predecessors.size()) {
            m_order.push_back(step.node);
            path.pop_back();
            continue;
        }
        const Node predecessor = predecessors[step.next++];
        if (!visited[predecessor]) {
            visited[predecessor] = true;
            path.push_back({ predecessor });
        }
    }
    std::reverse(m_order.begin(), m_order.end());
    for (std::uint32_t i = 0; i < m_order.size(); ++i)
        m_position[m_order[i]] = i;
}

// The nearest common post-dominator, found in the tree built so far.
Node PostDominators::meet(Node left, Node right) const
{
    while (left != right) {
        Node& farther = m_position[left] > m_position[right] ? left : right;
        farther = m_dominators[farther];
    }
    return left;
}

Node PostDominators::meet_of_successors(Node node) const
{
    Node result = kUnknown;
    for (const Node successor : m_successors[node]) {
        if (m_dominators[successor] != kUnknown)
            result = result == kUnknown ? successor : meet(result, successor);
    }
    return result;
}

std::vector<Node> PostDominators::run()
{
    give_every_node_an_exit();
    number_nodes();
    m_dominators[m_exit] = m_exit;
    for (bool changed = true; changed;) {
        changed = false;
        for (auto node = m_order.begin() + 1; node != m_order.end(); ++node) {
            const Node dominator = meet_of_successors(*node);
            changed = changed || m_dominators[*node] != dominator;
            m_dominators[*node] = dominator;
        }
    }
    m_dominators.pop_back();
    return std::move(m_dominators);
}

} // namespace

std::vector<Node> immediate_post_dominators(const Graph& successors)
{
    return PostDominators(successors).run();
}

} // namespace warpstage::ptx

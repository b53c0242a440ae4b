#include "core/timing/run_order.h"

#include "core/ptx/control_flow.h"

#include <algorithm>
#include <map>
#include <set>

namespace warpstage::timing {

namespace {

// Loads are wanted early: how early is a matter of what the assembler takes their latency for, not of the hardware.
constexpr std::uint32_t kGlobalLoad = 100;
constexpr std::uint32_t kSharedLoad = 25;
constexpr std::uint32_t kArithmetic = 5;

struct Node {
    std::vector<std::uint32_t> successors; // indices in the run
    std::uint32_t waits_for = 0;
    std::uint32_t path = 0; // to the end of the run, in cycles
};

bool is_memory(OperationKind kind)
{
    return kind == OperationKind::shared_access || kind == OperationKind::global_access || kind == OperationKind::local_access
        || kind == OperationKind::constant_access || kind == OperationKind::texture;
}

bool ends_run(OperationKind kind)
{
    return kind == OperationKind::barrier || kind == OperationKind::fence || kind == OperationKind::branch
        || kind == OperationKind::exit;
}

std::uint32_t latency_of(const MachineOperation& operation)
{
    if (operation.kind == OperationKind::shared_access || operation.kind == OperationKind::constant_access)
        return kSharedLoad;
    if (is_memory(operation.kind))
        return kGlobalLoad;
    return static_cast<std::uint32_t>(kArithmetic * operation.micro.size());
}

struct Memory {
    OperationKind kind = OperationKind::global_access;
    bool writes = false;
    bool is_volatile = false;
};

std::optional<Memory> memory_of(const ptx::Instruction& instruction, OperationKind kind)
{
    if (!is_memory(kind))
        return {};
    Memory memory { kind, false, instruction.has_modifier("volatile") };
    memory.writes = ptx::family_of(instruction.opcode) == ptx::OpcodeFamily::atomic || instruction.opcode == ptx::Opcode::st
        || instruction.opcode == ptx::Opcode::cp || instruction.opcode == ptx::Opcode::stmatrix;
    return memory;
}

bool ordered(const Memory& first, const Memory& second, bool read_only)
{
    if (first.is_volatile && second.is_volatile)
        return true;
    return !read_only && first.kind == second.kind && (first.writes || second.writes);
}

class RunGraph {
public:
    RunGraph(const ptx::Function& function, std::uint32_t first, std::uint32_t begin, std::uint32_t end, const MachineCode& code)
        : m_nodes(end - begin)
    {
        std::map<std::uint32_t, std::uint32_t> writer; // node that wrote a register last
        std::map<std::uint32_t, std::vector<std::uint32_t>> readers; // since then
        std::vector<std::pair<std::uint32_t, Memory>> memory;
        for (std::uint32_t n = 0; n < m_nodes.size(); ++n) {
            const MachineOperation& operation = code.operations[first + begin + n];
            const ptx::Instruction& instruction = function.instructions[begin + n];
            for (const std::uint32_t reg : operation.reads) {
                if (const auto w = writer.find(reg); w != writer.end())
                    add(w->second, n);
                readers[reg].push_back(n);
            }
            for (const std::uint32_t reg : operation.writes) {
                if (const auto w = writer.find(reg); w != writer.end())
                    add(w->second, n);
                for (const std::uint32_t reader : readers[reg])
                    add(reader, n);
                readers[reg].clear();
                writer[reg] = n;
            }
            if (const auto access = memory_of(instruction, operation.kind)) {
                const bool read_only = instruction.has_modifier("nc");
                for (const auto& [before, other] : memory)
                    if (ordered(other, *access, read_only))
                        add(before, n);
                memory.emplace_back(n, *access);
            }
        }
        for (std::uint32_t n = static_cast<std::uint32_t>(m_nodes.size()); n-- > 0;) {
            std::uint32_t behind = 0;
            for (const std::uint32_t next : m_nodes[n].successors)
                behind = std::max(behind, m_nodes[next].path);
            m_nodes[n].path = behind + latency_of(code.operations[first + begin + n]);
        }
    }

    // Longest path first; of equal ones the one that stands first.
    std::vector<std::uint32_t> order()
    {
        const auto later = [this](std::uint32_t a, std::uint32_t b) {
            return m_nodes[a].path != m_nodes[b].path ? m_nodes[a].path > m_nodes[b].path : a < b;
        };
        std::set<std::uint32_t, decltype(later)> ready(later);
        for (std::uint32_t n = 0; n < m_nodes.size(); ++n)
            if (m_nodes[n].waits_for == 0)
                ready.insert(n);
        std::vector<std::uint32_t> result;
        while (!ready.empty()) {
            const std::uint32_t n = *ready.begin();
            ready.erase(ready.begin());
            result.push_back(n);
            for (const std::uint32_t next : m_nodes[n].successors)
                if (--m_nodes[next].waits_for == 0)
                    ready.insert(next);
        }
        return result;
    }

private:
    void add(std::uint32_t before, std::uint32_t after)
    {
        if (before == after)
            return;
        m_nodes[before].successors.push_back(after);
        ++m_nodes[after].waits_for;
    }

    std::vector<Node> m_nodes;
};

} // namespace

void order_runs(const ptx::Function& function, std::uint32_t first, MachineCode& code)
{
    if (function.instructions.empty())
        return;
    constexpr std::uint32_t kLongest = 512; // instructions: the assembler looks no farther either
    for (const ptx::BasicBlock& block : ptx::ControlFlow(function).blocks()) {
        for (std::uint32_t begin = block.first; begin < block.end;) {
            std::uint32_t end = begin;
            while (end < block.end && end - begin < kLongest && !ends_run(code.operations[first + end].kind))
                ++end;
            if (end - begin > 1) {
                MachineCode::Run run { first + begin, {} };
                for (const std::uint32_t n : RunGraph(function, first, begin, end, code).order())
                    run.order.push_back(first + begin + n);
                code.runs.push_back(std::move(run));
                code.run_at[first + begin] = static_cast<std::uint32_t>(code.runs.size());
            }
            begin = std::max(end, begin + 1);
        }
    }
}

} // namespace warpstage::timing

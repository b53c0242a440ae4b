#include "core/timing/machine_code/run_order.h"

#include "core/ptx/branch_target.h"
#include "core/ptx/control_flow.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace warpstage::timing {

namespace {

// Loads are scheduled early; the priority depends on the latency that the assembler assumes, not on the hardware.
constexpr std::uint32_t kGlobalLoad = 100;
constexpr std::uint32_t kSharedLoad = 25;
constexpr std::uint32_t kArithmetic = 5;

struct Node {
    std::vector<std::uint32_t> successors; // indices in the run
    std::uint32_t waits_for = 0;
    std::uint32_t path = 0; // cycles to the end of the run
};

bool is_memory(OperationKind kind)
{
    return kind == OperationKind::shared_access || kind == OperationKind::global_access || kind == OperationKind::local_access
        || kind == OperationKind::constant_access || kind == OperationKind::texture;
}

bool ends_run(OperationKind kind)
{
    return kind == OperationKind::barrier || kind == OperationKind::fence || kind == OperationKind::branch
        || kind == OperationKind::exit || kind == OperationKind::async_copy || kind == OperationKind::bulk_copy
        || kind == OperationKind::group || kind == OperationKind::matrix_product || kind == OperationKind::phase;
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
        || instruction.opcode == ptx::Opcode::cp || instruction.opcode == ptx::Opcode::stmatrix
        || (instruction.opcode == ptx::Opcode::wmma && instruction.has_modifier("store"));
    return memory;
}

bool ordered(const Memory& first, const Memory& second, bool read_only)
{
    if (first.is_volatile && second.is_volatile)
        return true;
    return !read_only && first.kind == second.kind && (first.writes || second.writes);
}

// Shared-memory loads with the same base register and consecutive offsets, which together have at most 128 bits.
struct Joinable {
    std::vector<std::uint32_t> members; // indices in the run
    std::uint32_t bytes = 0; // of all
};

class RunGraph {
public:
    RunGraph(const ptx::Function& function, std::uint32_t first, std::uint32_t begin, std::uint32_t end, const MachineCode& code)
        : m_nodes(end - begin)
    {
        std::map<std::uint32_t, std::uint32_t> writer; // node that last wrote a register
        std::map<std::uint32_t, std::vector<std::uint32_t>> readers; // since that write
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

    // Longest path first; ties in program order. Merged loads are adjacent.
    std::vector<std::uint32_t> order(const std::vector<Joinable>& joined, const std::vector<std::uint32_t>& group)
    {
        const auto later = [this](std::uint32_t a, std::uint32_t b) {
            return m_nodes[a].path != m_nodes[b].path ? m_nodes[a].path > m_nodes[b].path : a < b;
        };
        std::set<std::uint32_t, decltype(later)> ready(later);
        for (std::uint32_t n = 0; n < m_nodes.size(); ++n)
            if (m_nodes[n].waits_for == 0)
                ready.insert(n);
        std::vector<std::uint32_t> result;
        const auto take = [&](std::uint32_t n) {
            ready.erase(n);
            result.push_back(n);
            for (const std::uint32_t next : m_nodes[n].successors)
                if (--m_nodes[next].waits_for == 0)
                    ready.insert(next);
        };
        while (!ready.empty()) {
            const std::uint32_t n = *ready.begin();
            if (group[n] == 0) {
                take(n);
                continue;
            }
            for (const std::uint32_t member : joined[group[n] - 1].members)
                if (ready.contains(member))
                    take(member);
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

namespace {

// Runs end at memory barriers and branch targets.
std::uint32_t end_of_run(const ptx::Function& function, const ptx::ControlFlow& flow, std::uint32_t first, std::uint32_t begin,
    const MachineCode& code)
{
    constexpr std::uint32_t kMax = 512; // instructions: limit of the assembler's scheduling window
    const auto size = static_cast<std::uint32_t>(function.instructions.size());
    std::uint32_t end = begin;
    while (end < size && end - begin < kMax && !ends_run(code.operations[first + end].kind)) {
        const ptx::BasicBlock& block = flow.blocks()[flow.block_of(end)];
        if (end != begin && block.first == end) {
            // Branch targets within the run are allowed only for short branches inside it.
            for (std::uint32_t b = 0; b < flow.blocks().size(); ++b) {
                const ptx::BasicBlock& from = flow.blocks()[b];
                if (std::ranges::find(from.successors, flow.block_of(end)) == from.successors.end())
                    continue;
                if (from.end - 1 < begin || from.end - 1 >= end)
                    return end;
            }
        }
        ++end;
    }
    return end;
}

std::vector<Joinable> join_loads(
    const ptx::Function& function, std::uint32_t first, std::uint32_t begin, std::uint32_t end, const MachineCode& code)
{
    struct Load {
        std::uint32_t node = 0;
        std::int64_t offset = 0;
    };
    constexpr std::uint32_t kMaxBytes = 16; // bytes
    std::vector<Joinable> joined;
    // Of one base since the last write: a register, or the name of a variable.
    struct Base {
        std::uint32_t reg = 0; // ~0 for a variable
        std::string variable;
        std::uint32_t bytes = 0; // of a load

        bool operator<(const Base& other) const
        {
            return std::tie(reg, variable, bytes) < std::tie(other.reg, other.variable, other.bytes);
        }
    };
    constexpr std::uint32_t kVariable = ~std::uint32_t { 0 };
    std::map<Base, std::vector<Load>> loads;
    const auto close = [&](std::vector<Load>& of_base, std::uint32_t bytes) {
        std::ranges::sort(of_base, {}, &Load::offset);
        const std::size_t most = kMaxBytes / bytes;
        for (std::size_t i = 0; i < of_base.size();) {
            std::size_t length = 1;
            while (i + length < of_base.size() && length < most
                && of_base[i + length].offset == of_base[i].offset + bytes * static_cast<std::int64_t>(length))
                ++length;
            const std::size_t whole = std::bit_floor(length);
            if (whole > 1) {
                joined.push_back({ {}, bytes * static_cast<std::uint32_t>(whole) });
                for (std::size_t k = 0; k < whole; ++k)
                    joined.back().members.push_back(of_base[i + k].node);
            }
            i += whole;
        }
        of_base.clear();
    };
    for (std::uint32_t n = 0; n < end - begin; ++n) {
        const MachineOperation& operation = code.operations[first + begin + n];
        const ptx::Instruction& instruction = function.instructions[begin + n];
        if (operation.kind == OperationKind::shared_access) {
            const bool plain = instruction.opcode == ptx::Opcode::ld && !instruction.guard
                && !instruction.has_modifier("volatile") && instruction.vector_elements() == 1 && !instruction.types.empty()
                && (ptx::size_of(instruction.types.front()) == 4 || ptx::size_of(instruction.types.front()) == 8)
                && instruction.operands.size() == 2;
            const auto* address = plain ? std::get_if<ptx::AddressOperand>(&instruction.operands[1]) : nullptr;
            const std::uint32_t bytes = plain ? ptx::size_of(instruction.types.front()) : 0;
            if (const auto* variable = address == nullptr ? nullptr : std::get_if<std::string>(&address->base))
                loads[{ kVariable, *variable, bytes }].push_back({ n, address->offset });
            else if (address != nullptr && !operation.reads.empty()) // the base register; there is no guard
                loads[{ operation.reads.front(), {}, bytes }].push_back({ n, address->offset });
            else if (!plain)
                for (auto& [base, of_base] : loads)
                    close(of_base, base.bytes);
        }
        for (const std::uint32_t reg : operation.writes)
            for (auto& [base, of_base] : loads)
                if (base.reg == reg)
                    close(of_base, base.bytes);
    }
    for (auto& [base, of_base] : loads)
        close(of_base, base.bytes);
    return joined;
}

// Whether the loop [begin, end) ends when a number has been reached in constant steps.
bool has_constant_step(
    const ptx::Function& function, std::uint32_t first, std::uint32_t begin, std::uint32_t end, const MachineCode& code)
{
    const auto writes = [&](std::uint32_t index, std::uint32_t reg) {
        return std::ranges::find(code.operations[first + index].writes, reg) != code.operations[first + index].writes.end();
    };
    const std::uint32_t condition = code.operations[first + end].reads.front();
    for (std::uint32_t i = begin; i < end; ++i) {
        if (function.instructions[i].opcode != ptx::Opcode::setp || !writes(i, condition))
            continue;
        for (const std::uint32_t reg : code.operations[first + i].reads)
            for (std::uint32_t k = begin; k < end; ++k) {
                const ptx::Instruction& step = function.instructions[k];
                if (writes(k, reg) && (step.opcode == ptx::Opcode::add || step.opcode == ptx::Opcode::sub)
                    && step.operands.size() == 3 && std::holds_alternative<ptx::ImmediateOperand>(step.operands[2]))
                    return true;
            }
    }
    return false;
}

// How many loads follow each other, at most, up to a value: 0 if it depends on no load, 1 if it is loaded from an address that
// depends on none.
class LoadDepths {
public:
    [[nodiscard]] std::uint8_t of(const std::vector<std::uint32_t>& registers) const
    {
        std::uint8_t most = 0;
        for (const std::uint32_t reg : registers)
            if (const auto found = m_depths.find(reg); found != m_depths.end())
                most = std::max(most, found->second);
        return most;
    }

    void write(const std::vector<std::uint32_t>& registers, std::uint8_t depth)
    {
        for (const std::uint32_t reg : registers)
            m_depths[reg] = std::max(m_depths[reg], depth);
    }

private:
    std::map<std::uint32_t, std::uint8_t> m_depths; // by register
};

// For a loop [begin, end) that ends with a branch to its beginning: see MachineCode::Run::early; empty if the loop is not
// unrolled. In machine code of CC 9.0 (ptxas 13.0), loops whose step is a variable, as the number of threads, are not; those
// whose loads depend on other loads of the same iteration are.
std::vector<std::uint8_t> unrolled_loads(const ptx::Function& function, std::uint32_t first, std::uint32_t begin,
    std::uint32_t end, const MachineCode& code, const arch::Traits& traits)
{
    constexpr std::uint32_t kSmall = 32; // instructions
    if (end >= function.instructions.size() || end - begin > kSmall || ptx::branch_target(function.instructions[end]) != begin
        || !function.instructions[end].guard || std::ranges::find(function.rolled, begin) != function.rolled.end())
        return {};
    if (traits.capability.major >= 7 && !has_constant_step(function, first, begin, end, code))
        return {};
    LoadDepths depths;
    std::vector<std::uint8_t> early(end - begin);
    bool has_load = false;
    for (int round = 0; round < 2; ++round) {
        for (std::uint32_t n = 0; n < end - begin; ++n) {
            const MachineOperation& operation = code.operations[first + begin + n];
            const auto access = memory_of(function.instructions[begin + n], operation.kind);
            const std::uint8_t depth = depths.of(operation.reads);
            depths.write(operation.writes, access ? depth + 1 : depth);
            if (!access)
                continue;
            const bool depends = round == 0 ? depth > 0 && traits.capability.major < 7 : depth + 1 > early[n];
            if (access->writes || access->is_volatile || depends)
                return {};
            has_load = true;
            early[n] = depth + 1;
        }
    }
    if (!has_load || depths.of(code.operations[first + end].reads) > 0)
        return {};
    // Backward: the inputs of the addresses, also from the previous iteration.
    std::set<std::uint32_t> wanted;
    for (int round = 0; round < 2; ++round) {
        for (std::uint32_t n = end - begin; n-- > 0;) {
            const MachineOperation& operation = code.operations[first + begin + n];
            const bool makes = std::ranges::any_of(operation.writes, [&](std::uint32_t reg) { return wanted.contains(reg); });
            if (makes && early[n] == 0)
                early[n] = depths.of(operation.reads) + 1;
            if (early[n] != 0)
                wanted.insert(operation.reads.begin(), operation.reads.end());
        }
    }
    return early;
}

} // namespace

void order_runs(const ptx::Function& function, std::uint32_t first, const arch::Traits& traits, MachineCode& code)
{
    if (function.instructions.empty())
        return;
    const ptx::ControlFlow flow(function);
    for (std::uint32_t begin = 0; begin < function.instructions.size();) {
        const std::uint32_t end = end_of_run(function, flow, first, begin, code);
        if (end - begin > 1) {
            const auto joined = join_loads(function, first, begin, end, code);
            std::vector<std::uint32_t> group(end - begin);
            for (const Joinable& loads : joined) {
                code.joined.push_back({ first + begin + loads.members.front(), loads.bytes });
                for (const std::uint32_t n : loads.members) {
                    group[n] = static_cast<std::uint32_t>(&loads - joined.data()) + 1;
                    code.joined_at[first + begin + n] = static_cast<std::uint32_t>(code.joined.size());
                }
            }
            MachineCode::Run run { first + begin, std::vector<std::uint32_t>(end - begin), std::vector<bool>(end - begin),
                unrolled_loads(function, first, begin, end, code, traits) };
            for (std::uint32_t n = 0; n < run.early.size(); ++n)
                code.operations[first + begin + n].in_unrolled_loop = true;
            std::uint32_t place = 0;
            for (const std::uint32_t n : RunGraph(function, first, begin, end, code).order(joined, group))
                run.place[n] = place++;
            for (std::uint32_t n = 0; n < end - begin; ++n)
                for (std::uint32_t k = 1; k <= code.operations[first + begin + n].skips && n + k < end - begin; ++k)
                    run.skipped[n + k] = true;
            code.runs.push_back(std::move(run));
            code.run_at[first + begin] = static_cast<std::uint32_t>(code.runs.size());
        }
        begin = std::max(end, begin + 1);
    }
}

} // namespace warpstage::timing

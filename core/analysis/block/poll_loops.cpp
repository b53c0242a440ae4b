#include "core/analysis/block/poll_loops.h"

#include "core/ptx/branch_target.h"
#include "core/ptx/memory_order.h"
#include "core/simt/checks/code/result_use.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpstage::analysis {

namespace {

using ptx::Instruction;
using ptx::Opcode;
using Registers = std::vector<bool>; // by register

// Indices of instructions of one function.
struct LoopRange {
    std::size_t first = 0;
    std::size_t last = 0;
};

// The innermost loop, up to its last branch back.
std::optional<LoopRange> loop_around(const ptx::Function& function, std::size_t index)
{
    std::optional<LoopRange> loop;
    for (std::size_t i = index; i < function.instructions.size(); ++i) {
        const std::optional<std::uint32_t> target = ptx::branch_target(function.instructions[i]);
        if (target && *target <= index && (!loop || *target >= loop->first))
            loop = LoopRange { *target, i };
    }
    return loop;
}

bool reads_any(const Instruction& instruction, const Registers& registers)
{
    bool reads = instruction.guard && registers[instruction.guard->predicate];
    for (std::size_t i = 1; i < instruction.operands.size(); ++i)
        simt::for_each_register(instruction.operands[i], [&](ptx::RegisterId id) { reads = reads || registers[id]; });
    return reads;
}

bool is_memory_operation(Opcode opcode)
{
    return opcode == Opcode::ld || opcode == Opcode::st || opcode == Opcode::atom || opcode == Opcode::red;
}

// Registers of the instructions in the range whose values depend on those that are marked.
void follow(const ptx::Function& function, LoopRange range, Registers& marked)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = range.first; i <= range.last; ++i) {
            const Instruction& instruction = function.instructions[i];
            if (instruction.operands.empty() || is_memory_operation(instruction.opcode) || !reads_any(instruction, marked))
                continue;
            simt::for_each_register(instruction.operands[0], [&](ptx::RegisterId id) {
                changed = changed || !marked[id];
                marked[id] = true;
            });
        }
    }
}

// A branch out of the loop depends on the result.
bool leaves_with_result(const ptx::Function& function, LoopRange loop, std::size_t index)
{
    Registers depends(function.registers.size());
    simt::for_each_register(function.instructions[index].operands[0], [&](ptx::RegisterId id) { depends[id] = true; });
    follow(function, loop, depends);
    for (std::size_t i = loop.first; i <= loop.last; ++i) {
        const Instruction& instruction = function.instructions[i];
        if (!instruction.guard || !depends[instruction.guard->predicate])
            continue;
        const std::optional<std::uint32_t> target = ptx::branch_target(instruction);
        const bool outside = target && (*target < loop.first || *target > loop.last);
        if (outside || (target && i == loop.last) || instruction.opcode == Opcode::ret || instruction.opcode == Opcode::exit)
            return true;
    }
    return false;
}

bool is_written_in(const ptx::Function& function, LoopRange loop, ptx::RegisterId id)
{
    bool written = false;
    for (std::size_t i = loop.first; i <= loop.last; ++i) {
        const Instruction& instruction = function.instructions[i];
        if (!instruction.operands.empty() && instruction.opcode != Opcode::st && instruction.opcode != Opcode::red)
            simt::for_each_register(instruction.operands[0], [&](ptx::RegisterId result) { written = written || result == id; });
    }
    return written;
}

const std::uint64_t* immediate_of(const Instruction& instruction, std::size_t operand)
{
    const auto* value =
        operand < instruction.operands.size() ? std::get_if<ptx::ImmediateOperand>(&instruction.operands[operand]) : nullptr;
    return value == nullptr ? nullptr : &value->bits;
}

// Compares with the same value in each iteration. Others repeat an update of data.
bool takes_a_lock(const ptx::Function& function, LoopRange loop, const Instruction& instruction)
{
    if (!instruction.has_modifier("cas") || instruction.operands.size() < 4)
        return false;
    const auto* compared = std::get_if<ptx::RegisterOperand>(&instruction.operands[2]);
    return compared == nullptr || !is_written_in(function, loop, compared->id);
}

// A swap with a constant, as of a lock, or an operation that changes nothing, as atomicAdd(&flag, 0).
bool reads_by_atomic(const Instruction& instruction)
{
    if (instruction.has_modifier("exch"))
        return true;
    constexpr std::array<std::string_view, 3> kNeutral { "add", "or", "xor" };
    const std::uint64_t* operand = immediate_of(instruction, 2);
    return operand != nullptr && *operand == 0
        && std::ranges::any_of(kNeutral, [&](std::string_view name) { return instruction.has_modifier(name); });
}

// Of a loop that does work, the value only ends the work early.
bool does_work(const ptx::Function& function, LoopRange loop)
{
    return std::any_of(function.instructions.begin() + static_cast<std::ptrdiff_t>(loop.first),
        function.instructions.begin() + static_cast<std::ptrdiff_t>(loop.last) + 1, [&](const Instruction& instruction) {
            const bool updates = instruction.has_modifier("cas") && !takes_a_lock(function, loop, instruction);
            const bool stores =
                instruction.opcode == Opcode::st && !instruction.has_modifier("local") && !instruction.has_modifier("param");
            return updates || stores || instruction.opcode == Opcode::red || instruction.opcode == Opcode::mbarrier
                || instruction.opcode == Opcode::cp
                || ((instruction.opcode == Opcode::bar || instruction.opcode == Opcode::barrier)
                    && !instruction.has_modifier("warp"));
        });
}

std::optional<LoopRange> poll_loop(const ptx::Function& function, std::size_t index)
{
    const Instruction& instruction = function.instructions[index];
    const bool loads = instruction.opcode == Opcode::ld && ptx::is_strong(instruction);
    if (!loads && instruction.opcode != Opcode::atom)
        return std::nullopt;
    const std::optional<LoopRange> loop = loop_around(function, index);
    if (!loop || instruction.operands.empty())
        return std::nullopt;
    if (takes_a_lock(function, *loop, instruction))
        return simt::is_result_tested(function, index) ? loop : std::nullopt;
    if (!loads && !reads_by_atomic(instruction))
        return std::nullopt;
    return !does_work(function, *loop) && leaves_with_result(function, *loop, index) ? loop : std::nullopt;
}

// Registers that hold an address in the workspace of the grid.
Registers in_workspace(const ptx::Function& function)
{
    Registers marked(function.registers.size());
    for (const Instruction& instruction : function.instructions) {
        const auto* special =
            instruction.operands.size() < 2 ? nullptr : std::get_if<ptx::SpecialOperand>(&instruction.operands[1]);
        if (special == nullptr || (special->id != ptx::SpecialRegister::envreg1 && special->id != ptx::SpecialRegister::envreg2))
            continue;
        simt::for_each_register(instruction.operands[0], [&](ptx::RegisterId id) { marked[id] = true; });
    }
    if (std::ranges::find(marked, true) != marked.end())
        follow(function, { 0, function.instructions.size() - 1 }, marked);
    return marked;
}

} // namespace

PollLoops::PollLoops(const ptx::Listing& listing)
    : m_loops(listing.size())
{
    for (std::size_t number = 0; number < listing.functions().size(); ++number) {
        const ptx::Function& function = *listing.functions()[number];
        const std::uint32_t begin = listing.first(number);
        Registers of_grid;
        for (std::size_t index = 0; index < function.instructions.size(); ++index) {
            const std::optional<LoopRange> loop = poll_loop(function, index);
            if (!loop)
                continue;
            if (of_grid.empty())
                of_grid = in_workspace(function);
            const std::vector<ptx::Operand>& operands = function.instructions[index].operands;
            const auto* address = operands.size() < 2 ? nullptr : std::get_if<ptx::AddressOperand>(&operands[1]);
            const auto* base = address == nullptr ? nullptr : std::get_if<ptx::RegisterId>(&address->base);
            m_loops[begin + index] = PollLoop { begin + static_cast<std::uint32_t>(loop->first),
                begin + static_cast<std::uint32_t>(loop->last), base != nullptr && of_grid[*base] };
            m_empty = false;
        }
    }
}

const PollLoop* PollLoops::at(std::uint32_t pc) const
{
    return pc < m_loops.size() && m_loops[pc] ? &*m_loops[pc] : nullptr;
}

} // namespace warpstage::analysis

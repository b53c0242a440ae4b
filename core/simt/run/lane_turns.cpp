#include "core/simt/run/lane_turns.h"

#include "core/ptx/memory_order.h"
#include "core/ptx/used_registers.h"
#include "core/simt/program_body.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

namespace warpstage::simt {

namespace {

constexpr std::uint32_t kIndependentScheduling = 70; // compute capability 7.0

// "sm_90a"; 0 for any other text.
std::uint32_t architecture(std::string_view target)
{
    constexpr std::string_view kBeginning = "sm_";
    std::uint32_t number = 0;
    if (target.starts_with(kBeginning))
        std::from_chars(target.data() + kBeginning.size(), target.data() + target.size(), number);
    return number;
}

struct Loop {
    std::uint32_t first = 0;
    std::uint32_t last = 0; // the branch back to the start
};

std::vector<Loop> loops_around(const ProgramBody& body, std::uint32_t pc)
{
    std::vector<Loop> loops;
    for (std::uint32_t end = pc; end < body.operations.size(); ++end) {
        const Operation& operation = body.operations[end];
        if (operation.kind == OperationKind::branch && operation.site <= pc)
            loops.push_back({ operation.site, end });
    }
    return loops;
}

// An atomic operation whose result nothing in the loop reads cannot end it.
bool result_is_used(const ptx::Listing& listing, const Loop& loop, std::uint32_t pc)
{
    std::vector<ptx::RegisterId> written;
    ptx::for_each_written_register(listing.instruction(pc), [&](ptx::RegisterId id) { written.push_back(id); });
    for (std::uint32_t at = loop.first; at <= loop.last; ++at) {
        const ptx::Instruction* instruction = listing.find(at);
        if (instruction == nullptr || at == pc)
            continue;
        bool used = false;
        for (const ptx::Operand& operand : instruction->operands) {
            ptx::for_each_used_register(
                operand, [&](ptx::RegisterId id) { used = used || std::ranges::find(written, id) != written.end(); });
        }
        if (used)
            return true;
    }
    return false;
}

bool may_wait_in(const ProgramBody& body, const Loop& loop)
{
    for (std::uint32_t pc = loop.first; pc <= loop.last; ++pc) {
        const ptx::Instruction* instruction = body.listing.find(pc);
        if (instruction == nullptr)
            continue;
        const OperationKind kind = body.operations[pc].kind;
        const bool waits = kind == OperationKind::call || kind == OperationKind::wait || kind == OperationKind::cluster_barrier
            || instruction->opcode == ptx::Opcode::nanosleep || instruction->opcode == ptx::Opcode::membar
            || instruction->opcode == ptx::Opcode::fence
            || (instruction->opcode == ptx::Opcode::ld && ptx::is_strong(*instruction))
            || (instruction->opcode == ptx::Opcode::atom && result_is_used(body.listing, loop, pc));
        if (waits)
            return true;
    }
    return false;
}

} // namespace

LaneTurns::LaneTurns(const Program& program)
    : m_possible(architecture(program.module().target) >= kIndependentScheduling)
{
}

bool Starvation::lasts(LaneMask behind, std::uint64_t instructions, std::uint64_t limit, const std::function<bool()>& others_work)
{
    m_lanes &= behind;
    if (m_lanes == 0) {
        m_lanes = behind;
        m_since = instructions;
        return false;
    }
    if (instructions - m_since < limit)
        return false;
    m_since = instructions;
    return !others_work();
}

bool may_wait_at(const Program& program, std::uint32_t pc)
{
    return std::ranges::any_of(
        loops_around(program.body(), pc), [&](const Loop& loop) { return may_wait_in(program.body(), loop); });
}

} // namespace warpstage::simt

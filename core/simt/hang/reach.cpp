#include "core/simt/hang/reach.h"

#include <algorithm>
#include <string_view>

namespace warpstage::simt {

namespace {

bool provides(const ptx::Instruction& instruction)
{
    const auto names = [&](std::string_view beginning) {
        return std::ranges::any_of(
            instruction.modifiers, [&](const std::string& modifier) { return modifier.starts_with(beginning); });
    };
    if (instruction.opcode == ptx::Opcode::mbarrier)
        return names("arrive") || names("complete_tx");
    return instruction.has_modifier("mbarrier") || names("mbarrier::complete_tx");
}

} // namespace

Reach::Reach(const Program& program)
    : m_body(program.body())
{
    for (std::uint32_t pc = 0; pc < m_body.operations.size(); ++pc) {
        if (m_body.operations[pc].kind == OperationKind::call)
            m_calls.push_back(pc + 1);
    }
}

std::vector<bool> Reach::of(const Warp& warp) const
{
    std::vector<bool> reached(m_body.operations.size(), false);
    std::vector<std::uint32_t> next;
    const auto visit = [&](std::uint32_t pc) {
        if (pc < reached.size() && !reached[pc]) {
            reached[pc] = true;
            next.push_back(pc);
        }
    };
    visit(warp.divergence.top().pc);
    warp.divergence.for_each_waiting([&](std::uint32_t pc, LaneMask /*lanes*/) { visit(pc); });
    while (!next.empty()) {
        const std::uint32_t pc = next.back();
        next.pop_back();
        const Operation& operation = m_body.operations[pc];
        const bool goes_on = operation.guard != kNoRow;
        switch (operation.kind) {
        case OperationKind::branch:
            visit(operation.site);
            break;
        case OperationKind::branch_table:
            std::ranges::for_each(m_body.branch_tables[operation.site], visit);
            break;
        case OperationKind::exit:
            break;
        case OperationKind::end:
            continue;
        case OperationKind::call:
            if (const auto function = m_body.calls[operation.site].function)
                visit(m_body.functions[*function].first);
            visit(pc + 1);
            break;
        case OperationKind::function_return:
        case OperationKind::function_end:
            std::ranges::for_each(m_calls, visit);
            break;
        case OperationKind::straight:
        case OperationKind::guarded:
        case OperationKind::barrier:
        case OperationKind::cluster_barrier:
        case OperationKind::wait:
        case OperationKind::service:
            visit(pc + 1);
            break;
        }
        if (goes_on)
            visit(pc + 1);
    }
    return reached;
}

std::optional<std::uint32_t> Reach::loop_end(std::uint32_t pc) const
{
    std::optional<std::uint32_t> innermost;
    for (std::uint32_t end = pc; end < m_body.operations.size(); ++end) {
        const Operation& operation = m_body.operations[end];
        if (operation.kind != OperationKind::branch || operation.site > pc)
            continue;
        if (!innermost || operation.site > m_body.operations[*innermost].site)
            innermost = end;
    }
    return innermost;
}

std::vector<Provider> phase_providers(const Program& program, const SharedArrays& arrays)
{
    std::vector<Provider> providers;
    for (std::uint32_t pc = 0; pc < program.body().operations.size(); ++pc) {
        const ptx::Instruction* instruction = program.listing().find(pc);
        if (instruction != nullptr && provides(*instruction))
            providers.push_back({ pc, arrays.barrier_at(pc),
                instruction->has_modifier("shared::cluster") || instruction->has_modifier("multicast::cluster"),
                instruction->opcode != ptx::Opcode::mbarrier || instruction->has_modifier("expect_tx") });
    }
    return providers;
}

} // namespace warpstage::simt

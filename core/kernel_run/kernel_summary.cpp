#include "core/kernel_run/kernel_summary.h"

#include <algorithm>
#include <set>

namespace warpstage::kernel_run {

namespace {

// The names of variables used by the function's instructions.
std::set<std::string_view> named_symbols(const ptx::Function& function)
{
    std::set<std::string_view> names;
    const auto visit_scalar = [&](const auto& operand) {
        if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand))
            names.insert(symbol->name);
    };
    for (const auto& instruction : function.instructions) {
        for (const auto& operand : instruction.operands) {
            visit_scalar(operand);
            if (const auto* address = std::get_if<ptx::AddressOperand>(&operand)) {
                if (const auto* name = std::get_if<std::string>(&address->base))
                    names.insert(*name);
            } else if (const auto* vector = std::get_if<ptx::VectorOperand>(&operand)) {
                for (const auto& element : vector->elements)
                    visit_scalar(element);
            }
        }
    }
    return names;
}

std::uint64_t bytes_in(const std::vector<ptx::Variable>& variables, ptx::StateSpace space, const std::set<std::string_view>* only)
{
    std::uint64_t bytes = 0;
    for (const auto& variable : variables) {
        if (variable.space == space && (only == nullptr || only->contains(variable.name)))
            bytes += variable.size;
    }
    return bytes;
}

KernelSummary summarize(const ptx::Module& module, const ptx::Function& function)
{
    KernelSummary summary;
    summary.function = &function;
    for (const auto& reg : function.registers)
        ++summary.registers[ptx::name_of(reg.type)];
    const auto named = named_symbols(function);
    summary.static_shared_bytes = bytes_in(function.variables, ptx::StateSpace::shared, nullptr)
        + bytes_in(module.variables, ptx::StateSpace::shared, &named);
    summary.local_bytes = bytes_in(function.variables, ptx::StateSpace::local, nullptr);
    for (const auto& instruction : function.instructions)
        ++summary.instructions[static_cast<std::size_t>(ptx::family_of(instruction.opcode))];
    return summary;
}

// Several kernels may call one function.
void add_refusals(std::vector<KernelSummary>& summaries, const ptx::Module& module, const ptx::Function& kernel)
{
    for (auto& refusal : simt::refused_instructions(module, kernel)) {
        const auto summary = std::ranges::find(summaries, refusal.function, &KernelSummary::function);
        const auto known = std::ranges::find(summary->refused, refusal.instruction, &simt::RefusedInstruction::instruction);
        if (known == summary->refused.end())
            summary->refused.push_back(std::move(refusal));
    }
}

} // namespace

std::vector<KernelSummary> summarize(const ptx::Module& module)
{
    std::vector<KernelSummary> summaries;
    for (const auto& function : module.functions)
        summaries.push_back(summarize(module, function));
    for (const auto& function : module.functions) {
        if (function.entry)
            add_refusals(summaries, module, function);
    }
    return summaries;
}

} // namespace warpstage::kernel_run

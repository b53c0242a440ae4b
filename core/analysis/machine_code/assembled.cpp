#include "core/analysis/machine_code/assembled.h"

#include "core/sass/disassembly.h"
#include "core/sass/numbered.h"

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <set>

namespace warpstage::analysis {

namespace {

bool is_conditional_branch(const ptx::Instruction& instruction)
{
    return instruction.opcode == ptx::Opcode::bra && instruction.guard;
}

// The line of the PTX branch that a conditional branch was made of. The assembler may give it the location of the instruction
// before it, such as a barrier; then it is the last branch before the instruction that follows. 0: a branch within the sequence
// of another instruction, such as the slow path of a division.
std::uint32_t line_of_branch(
    const std::set<std::uint32_t>& branches, const std::vector<sass::Instruction>& instructions, std::size_t index)
{
    const std::uint32_t own = instructions[index].line;
    if (branches.contains(own))
        return own;
    const std::uint32_t next = index + 1 < instructions.size() ? instructions[index + 1].line : own;
    const auto after = branches.lower_bound(next);
    return next <= own || after == branches.begin() ? 0 : *std::prev(after);
}

} // namespace

AssembledKernel assembled_kernel(const ptx::Listing& listing, const sass::Listing& machine)
{
    std::set<std::uint32_t> branches; // lines
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc)
        if (const ptx::Instruction* instruction = listing.find(pc); instruction != nullptr && is_conditional_branch(*instruction))
            branches.insert(instruction->text_line);
    std::map<std::uint32_t, AssembledInstruction> of_lines;
    for (std::size_t i = 0; i < machine.instructions.size(); ++i) {
        const sass::Instruction& instruction = machine.instructions[i];
        if (instruction.branches_conditionally())
            of_lines[line_of_branch(branches, machine.instructions, i)].branches = true;
        if (instruction.name() == "LDS" || instruction.name() == "STS")
            of_lines[instruction.line].shared_accesses.push_back(instruction.access_bytes());
    }
    AssembledKernel kernel(listing.size());
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc)
        if (const ptx::Instruction* instruction = listing.find(pc))
            if (const auto found = of_lines.find(instruction->text_line); found != of_lines.end())
                kernel[pc] = found->second;
    return kernel;
}

std::string assembler_target(const ptx::Module& module, arch::ComputeCapability capability)
{
    const auto plain = fmt::format("sm_{}{}", capability.major, capability.minor);
    const bool lettered = module.target.size() == plain.size() + 1 && module.target.starts_with(plain);
    return lettered ? module.target : plain;
}

Result<Assembler> assembler()
{
    return sass::find_toolkit();
}

Result<AssembledKernel> assemble_kernel(const AssemblyRequest& request, const Assembler& assembler, const std::stop_token& stop)
{
    const std::string text = sass::number_instructions(request.text, *request.module);
    const auto machine = sass::disassemble(assembler,
        { text, request.listing->functions().front()->name, std::string { sass::kNumberedFile }, request.target }, stop);
    if (!machine)
        return machine.error();
    return assembled_kernel(*request.listing, *machine);
}

} // namespace warpstage::analysis

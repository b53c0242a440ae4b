#include "core/analysis/machine_code/assembled.h"

#include "core/ptx/correct_rounding.h"
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

// Lines of the PTX.
struct Branches {
    std::set<std::uint32_t> own;
    std::set<std::uint32_t> of_slow_paths; // divisions and roots
};

// The line of the PTX instruction that a conditional branch was made of. The assembler may give a branch the location of the
// instruction before it, such as a barrier; then it is the last branch before the instruction that follows. 0: a branch within
// the sequence of another instruction.
std::uint32_t line_of_branch(const Branches& branches, const std::vector<sass::Instruction>& instructions, std::size_t index)
{
    const std::uint32_t own = instructions[index].line;
    if (branches.own.contains(own) || branches.of_slow_paths.contains(own))
        return own;
    const std::uint32_t next = index + 1 < instructions.size() ? instructions[index + 1].line : own;
    const auto after = branches.own.lower_bound(next);
    return next <= own || after == branches.own.begin() ? 0 : *std::prev(after);
}

} // namespace

AssembledKernel assembled_kernel(const ptx::Listing& listing, const sass::Listing& machine)
{
    Branches branches;
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc)
        if (const ptx::Instruction* instruction = listing.find(pc)) {
            if (is_conditional_branch(*instruction))
                branches.own.insert(instruction->text_line);
            if (ptx::correctly_rounded_bytes(*instruction) != 0)
                branches.of_slow_paths.insert(instruction->text_line);
        }
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

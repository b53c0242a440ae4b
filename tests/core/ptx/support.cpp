#include "tests/core/ptx/support.h"

#include "core/ptx/control_flow.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

namespace warpstage::ptx::test {

std::string fixture(std::string_view file)
{
    const std::string path = fmt::format("{}/ptx/{}", WARPSTAGE_FIXTURES, file);
    const std::ifstream stream { path };
    EXPECT_TRUE(stream.good()) << path;
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::string module_with(std::string_view body)
{
    return fmt::format(".version 9.0\n"
                       ".target sm_75\n"
                       ".address_size 64\n"
                       ".global .align 4 .b8 table[64];\n"
                       ".visible .entry kernel(.param .u64 in) {{\n"
                       ".reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 %fd<9>;\n"
                       ".shared .align 4 .b8 tile[128];\n"
                       "{}\n}}\n",
        body);
}

Module parsed(std::string_view text)
{
    Result<Module> module = parse(text, "test.ptx");
    if (!module.ok()) {
        ADD_FAILURE() << module.error().message;
        return {};
    }
    return std::move(*module);
}

Function kernel_with(std::string_view body)
{
    Module module = parsed(module_with(body));
    return module.functions.empty() ? Function {} : std::move(module.functions.front());
}

std::string refusal(std::string_view text)
{
    const Result<Module> module = parse(text, "test.ptx");
    EXPECT_FALSE(module.ok()) << "accepted: " << text;
    return module.ok() ? std::string {} : module.error().message;
}

namespace {

std::string guard_of(const Function& function, const Instruction& instruction)
{
    if (!instruction.guard)
        return {};
    return fmt::format("({}{}) ", instruction.guard->negated ? "!" : "", function.registers[instruction.guard->predicate].name);
}

std::string instruction_line(const Function& function, const ControlFlow& flow, const Instruction& instruction)
{
    const SourceLocation& location = instruction.location;
    const std::string call_site = location.inlined_at == 0 ? "" : fmt::format("@{}", location.inlined_at);
    std::string target;
    if (instruction.opcode == Opcode::bra)
        target = fmt::format(" -> block {}", flow.block_of(std::get<LabelOperand>(instruction.operands.at(0)).target));
    return fmt::format(
        "    {:3} {:5} {}{}{}\n", location.line, call_site, guard_of(function, instruction), instruction.text, target);
}

std::string registers_line(const Function& function)
{
    std::map<Type, int> counts;
    for (const Register& one : function.registers)
        ++counts[one.type];
    std::string line;
    for (const auto& [type, count] : counts)
        line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, name_of(type));
    return fmt::format("  registers: {}\n", line);
}

std::string variable_line(const Variable& variable)
{
    return fmt::format("{} {}: {} bytes, align {}{}{}\n", name_of(variable.space), variable.name, variable.size,
        variable.alignment, variable.external ? ", extern" : "",
        variable.initial.empty() ? "" : fmt::format(", {} given", variable.initial.size()));
}

std::string function_listing(const Function& function)
{
    std::string text = fmt::format("{} {} ({}), line {}\n", function.entry ? "kernel" : "function", function.display_name,
        function.name, function.location.line);
    text += fmt::format("  {} bytes of parameters\n", function.parameter_bytes);
    for (const Parameter& one : function.parameters)
        text += fmt::format(
            "    {}: {} at {}, {} bytes, align {}\n", one.name, name_of(one.type), one.offset, one.size, one.alignment);
    text += registers_line(function);
    for (const Variable& variable : function.variables)
        text += fmt::format("  {}", variable_line(variable));
    const ControlFlow flow { function };
    for (std::size_t i = 0; i < flow.blocks().size(); ++i) {
        const BasicBlock& block = flow.blocks()[i];
        const std::string meeting = block.post_dominator ? fmt::format("in {}", *block.post_dominator) : "nowhere";
        text += fmt::format(
            "  block {} ->{}{}, meets {}\n", i, block.successors.empty() ? "" : " ", fmt::join(block.successors, " "), meeting);
        for (std::uint32_t at = block.first; at < block.end; ++at)
            text += instruction_line(function, flow, function.instructions[at]);
    }
    return text;
}

} // namespace

std::string listing(const Module& module)
{
    std::string text = fmt::format("PTX {}.{} for {}\n", module.version_major, module.version_minor, module.target);
    for (std::size_t i = 1; i < module.files.size(); ++i)
        text += fmt::format("file {}: {}\n", i, module.files[i]);
    for (const Variable& variable : module.variables)
        text += variable_line(variable);
    for (const Function& function : module.functions)
        text += fmt::format("\n{}", function_listing(function));
    return text;
}

} // namespace warpstage::ptx::test

// Calls, the stack, and what ends or delays a thread.
#include "core/simt/lowering.h"
#include "core/simt/service.h"
#include "core/simt/special_register.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <variant>

namespace warpstage::simt {

namespace {

std::vector<std::uint64_t> sizes_of(const std::vector<ptx::Parameter>& parameters)
{
    std::vector<std::uint64_t> sizes;
    for (const ptx::Parameter& parameter : parameters)
        sizes.push_back(parameter.size);
    return sizes;
}

} // namespace

Lowering::Supported Lowering::lower_call(const ptx::Instruction& instruction, Operation& operation)
{
    const ptx::Opcode opcode = instruction.opcode;
    if (opcode == ptx::Opcode::call)
        return lower_function_call(instruction, operation);
    if (opcode == ptx::Opcode::brx)
        return lower_branch_table(instruction, operation);
    if (opcode == ptx::Opcode::alloca)
        return lower_alloca(instruction, operation);
    if (opcode == ptx::Opcode::stacksave || opcode == ptx::Opcode::stackrestore)
        return lower_stack_top(instruction, operation);
    if (opcode == ptx::Opcode::trap)
        return serve({}, operation);
    // brkpt: no debugger listens. nanosleep, pmevent: no time passes, nobody counts events.
    operation.full = &do_nothing;
    operation.masked = &do_nothing;
    return Supported::yes;
}

Lowering::Supported Lowering::serve(ServiceForm form, Operation& operation)
{
    operation.kind = OperationKind::service;
    operation.site = static_cast<std::uint32_t>(m_body->services.size());
    form.caller = m_index;
    m_body->services.push_back(std::move(form));
    return Supported::yes;
}

// `formals`: the sizes that the function expects; empty for a call through a register, where every size is taken as it is.
std::optional<std::vector<CallValue>> Lowering::call_values(
    const ptx::Operand& list, const std::vector<std::uint64_t>& formals, bool results)
{
    const auto& elements = std::get<ptx::VectorOperand>(list).elements;
    std::vector<CallValue> values;
    for (const ptx::ScalarOperand& element : elements) {
        if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&element)) {
            const auto place = frame_place(symbol->name);
            if (!place || symbol->offset != 0)
                return std::nullopt;
            values.push_back({ false, place->offset, place->bytes });
            continue;
        }
        const ptx::Operand operand = std::visit([](const auto& scalar) { return ptx::Operand { scalar }; }, element);
        const std::uint64_t expected = values.size() < formals.size() ? formals[values.size()] : 0;
        const auto bytes = register_lane_bytes(operand).value_or(static_cast<std::uint32_t>(expected));
        if (bytes != 2 && bytes != 4 && bytes != 8)
            return std::nullopt;
        const auto row = results ? destination(operand, bytes) : source(operand, bytes, ptx::Type::b64);
        if (!row)
            return std::nullopt;
        values.push_back({ true, *row, bytes });
    }
    return values;
}

Lowering::Supported Lowering::lower_function_call(const ptx::Instruction& instruction, Operation& operation)
{
    const bool complete = instruction.operands.size() >= 3 && std::holds_alternative<ptx::VectorOperand>(instruction.operands[0])
        && std::holds_alternative<ptx::VectorOperand>(instruction.operands[2]);
    if (!complete)
        return Supported::no;
    CallForm form;
    form.caller = m_index;
    std::vector<std::uint64_t> parameters;
    std::vector<std::uint64_t> results;
    const ProvidedFunction* provided = nullptr;
    std::string name = "the function";
    if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&instruction.operands[1])) {
        const auto function = m_symbols.function(symbol->name);
        name = "`" + (function ? m_module->functions[*function].display_name : symbol->name) + "`";
        provided = function ? nullptr : find_provided_function(symbol->name);
        if (!function && provided == nullptr)
            return refuse(fmt::format(
                "the function {} is called, but the module does not define it and the virtual machine does not know it", name));
        if (function && m_module->functions[*function].entry)
            return refuse(fmt::format("{} is a kernel and cannot be called", name));
        if (function && m_module->functions[*function].register_parameters)
            return refuse(
                fmt::format("{} takes or returns registers; the virtual machine knows parameters in `.param` only", name));
        if (function) {
            form.function = m_body->function_of_module[*function];
            parameters = sizes_of(m_module->functions[*function].parameters);
            results = sizes_of(m_module->functions[*function].returns);
        } else {
            parameters = provided->arguments;
            if (provided->result)
                results.push_back(*provided->result);
        }
    } else {
        const auto target = source(instruction.operands[1], sizeof(std::uint64_t), ptx::Type::u64);
        if (!target)
            return Supported::no;
        form.target = *target;
    }
    auto arguments = call_values(instruction.operands[2], parameters, false);
    auto returns = call_values(instruction.operands[0], results, true);
    if (!arguments || !returns)
        return Supported::no;
    form.arguments = std::move(*arguments);
    form.returns = std::move(*returns);
    const auto same = [](const std::vector<CallValue>& values, const std::vector<std::uint64_t>& sizes) {
        return std::equal(values.begin(), values.end(), sizes.begin(), sizes.end(),
            [](const CallValue& value, std::uint64_t size) { return value.bytes == size; });
    };
    // Who does not want a result need not take it.
    const bool fits = same(form.arguments, parameters) && (form.returns.empty() || same(form.returns, results));
    if (form.target == kNoRow && !fits)
        return refuse(fmt::format("{} takes or returns other values than `{}` has", name, instruction.text));
    if (provided != nullptr && (provided->service == Service::heap_allocate || provided->service == Service::heap_free)) {
        m_body->uses_module_memory = true;
        m_body->uses_heap = true;
    }
    if (provided != nullptr)
        return serve({ provided->service, 0, std::move(form.arguments), std::move(form.returns), 1, false }, operation);
    operation.kind = OperationKind::call;
    operation.site = static_cast<std::uint32_t>(m_body->calls.size());
    m_body->calls.push_back(std::move(form));
    return Supported::yes;
}

// "alloca.u64 %rd1, %rd2, 16;": bytes and, optionally, their alignment.
Lowering::Supported Lowering::lower_alloca(const ptx::Instruction& instruction, Operation& operation)
{
    constexpr std::uint64_t kNatural = 8;
    constexpr std::uint64_t kGreatest = 4096;
    if (instruction.operands.size() < 2 || instruction.operands.size() > 3 || instruction.types.size() != 1)
        return Supported::no;
    ServiceForm form;
    form.service = Service::allocate;
    form.alignment = kNatural;
    if (instruction.operands.size() == 3) {
        const auto* literal = std::get_if<ptx::ImmediateOperand>(&instruction.operands[2]);
        if (literal == nullptr || !std::has_single_bit(literal->bits) || literal->bits > kGreatest)
            return Supported::no;
        form.alignment = literal->bits;
    }
    const std::uint32_t bytes = ptx::size_of(instruction.types[0]);
    const auto size = source(instruction.operands[1], bytes, instruction.types[0]);
    const auto result = destination(instruction.operands[0], bytes);
    if (!size || !result || (bytes != 4 && bytes != 8))
        return Supported::no;
    form.arguments.push_back({ true, *size, bytes });
    form.returns.push_back({ true, *result, bytes });
    (void)stack_top_row();
    return serve(std::move(form), operation);
}

Lowering::Supported Lowering::lower_stack_top(const ptx::Instruction& instruction, Operation& operation)
{
    const bool wide = instruction.types.size() == 1 && ptx::size_of(instruction.types[0]) == sizeof(std::uint64_t);
    if (instruction.operands.size() != 1 || !wide)
        return Supported::no;
    const bool saves = instruction.opcode == ptx::Opcode::stacksave;
    const std::uint32_t top = stack_top_row();
    const auto row = saves ? destination(instruction.operands[0], sizeof(std::uint64_t))
                           : source(instruction.operands[0], sizeof(std::uint64_t), ptx::Type::u64);
    if (!row)
        return Supported::no;
    operation.d = saves ? *row : top;
    operation.a = saves ? top : *row;
    return assign(find_operator(m_set, "mov.b64"), operation);
}

// "mov.u32 %r1, %clock;" and its wider sisters.
Lowering::Supported Lowering::lower_clock(const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.types.size() != 1 || ptx::size_of(instruction.types[0]) < 4)
        return Supported::no;
    const std::uint32_t bytes = ptx::size_of(instruction.types[0]);
    const auto d = destination(instruction.operands[0], bytes);
    if (!d || (bytes != 4 && bytes != 8))
        return Supported::no;
    ServiceForm form;
    form.service = Service::clock;
    form.high_half = std::get<ptx::SpecialOperand>(instruction.operands[1]).id == ptx::SpecialRegister::clock_hi;
    form.returns.push_back({ true, *d, bytes });
    return serve(std::move(form), operation);
}

} // namespace warpstage::simt

// Calls, the stack, and instructions that end or delay a thread.
#include "core/ptx/instruction_text.h"
#include "core/simt/lowering/lowering.h"
#include "core/simt/run/service.h"

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

// Functions of the device runtime (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism").
bool is_of_device_runtime(std::string_view function)
{
    return function.starts_with("cudaGetParameterBuffer") || function.starts_with("cudaLaunchDevice")
        || function.starts_with("cudaCDP") || function.starts_with("__cudaCDP");
}

void note_uses(ProgramUses& uses, Service service)
{
    const bool allocates = service == Service::heap_allocate || service == Service::heap_free || service == Service::device_malloc
        || service == Service::device_free || service == Service::child_buffer;
    const bool launches = service == Service::child_buffer || service == Service::child_launch || service == Service::child_copy
        || service == Service::child_fill;
    uses.module_memory = uses.module_memory || allocates || launches;
    uses.heap = uses.heap || allocates;
    uses.child_launches = uses.child_launches || launches;
}

// `formals`: the sizes that the function expects; empty for an indirect call, which accepts any size.
std::optional<std::vector<CallValue>> call_values(
    Lowering& lowering, const ptx::Operand& list, const std::vector<std::uint64_t>& formals, bool results)
{
    const auto& elements = std::get<ptx::VectorOperand>(list).elements;
    std::vector<CallValue> values;
    for (const ptx::ScalarOperand& element : elements) {
        if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&element)) {
            const auto place = lowering.frame->find(symbol->name);
            if (!place || symbol->offset != 0)
                return std::nullopt;
            values.push_back({ false, place->offset, place->bytes });
            continue;
        }
        const ptx::Operand operand = widened(element);
        const std::uint64_t expected = values.size() < formals.size() ? formals[values.size()] : 0;
        const auto bytes = register_lane_bytes(lowering, operand).value_or(static_cast<std::uint32_t>(expected));
        if (bytes != 2 && bytes != 4 && bytes != 8)
            return std::nullopt;
        const auto row = results ? destination(lowering, operand, bytes) : source(lowering, operand, bytes, ptx::Type::b64);
        if (!row)
            return std::nullopt;
        values.push_back({ true, *row, bytes });
    }
    return values;
}

} // namespace

// pmevent: the virtual machine has no event counters. griddepcontrol: earlier launches have ended. setmaxnreg: the virtual
// machine does not limit registers.
Supported lower_nothing(Lowering&, const ptx::Instruction&, Operation& operation)
{
    return do_nothing(operation);
}

// The parser keeps the text of an instruction that is not in the table of opcodes.
Supported lower_unknown(Lowering& lowering, const ptx::Instruction& instruction, Operation&)
{
    return refuse(lowering, ptx::unknown_instruction_sentence(instruction));
}

Supported lower_trap(Lowering& lowering, const ptx::Instruction&, Operation& operation)
{
    return lower_service(lowering, {}, operation);
}

Supported lower_breakpoint(Lowering& lowering, const ptx::Instruction&, Operation& operation)
{
    ServiceForm form;
    form.service = Service::breakpoint;
    return lower_service(lowering, std::move(form), operation);
}

Supported lower_nanosleep(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.operands.size() != 1)
        return Supported::no;
    const auto time = source(lowering, instruction.operands[0], sizeof(std::uint32_t), ptx::Type::u32);
    if (!time)
        return Supported::no;
    ServiceForm form;
    form.service = Service::sleep;
    form.arguments.push_back({ true, *time, sizeof(std::uint32_t) });
    return lower_service(lowering, std::move(form), operation);
}

Supported lower_service(Lowering& lowering, ServiceForm form, Operation& operation)
{
    operation.kind = OperationKind::service;
    operation.site = static_cast<std::uint32_t>(lowering.body->services.size());
    form.caller = lowering.function_index;
    lowering.body->services.push_back(std::move(form));
    return Supported::yes;
}

Supported lower_call(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const bool complete = instruction.operands.size() >= 3 && std::holds_alternative<ptx::VectorOperand>(instruction.operands[0])
        && std::holds_alternative<ptx::VectorOperand>(instruction.operands[2]);
    if (!complete)
        return Supported::no;
    CallForm form;
    form.caller = lowering.function_index;
    std::vector<std::uint64_t> parameters;
    std::vector<std::uint64_t> results;
    const ProvidedFunction* provided = nullptr;
    std::string name = "the function";
    if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&instruction.operands[1])) {
        const auto function = lowering.symbols.function(symbol->name);
        name = "`" + (function ? lowering.module->functions[*function].display_name : symbol->name) + "`";
        provided = function ? nullptr : find_provided_function(symbol->name);
        if (!function && provided == nullptr && is_of_device_runtime(symbol->name))
            return refuse(lowering,
                fmt::format(
                    "the kernel calls `{}`, which the virtual machine does not have (device runtime, dynamic parallelism)",
                    symbol->name));
        if (!function && provided == nullptr)
            return refuse(lowering,
                fmt::format("the function {} is called, but neither the module nor the virtual machine defines it", name));
        if (function && lowering.module->functions[*function].entry)
            return refuse(lowering, fmt::format("{} is a kernel and cannot be called", name));
        if (function && lowering.module->functions[*function].register_parameters)
            return refuse(lowering,
                fmt::format(
                    "{} takes or returns registers; the virtual machine supports only parameters in `.param` space", name));
        if (function) {
            form.function = lowering.body->function_of_module[*function];
            parameters = sizes_of(lowering.module->functions[*function].parameters);
            results = sizes_of(lowering.module->functions[*function].returns);
        } else {
            parameters = provided->arguments;
            if (provided->result)
                results.push_back(*provided->result);
        }
    } else {
        const auto target = source(lowering, instruction.operands[1], sizeof(std::uint64_t), ptx::Type::u64);
        if (!target)
            return Supported::no;
        form.target = *target;
    }
    auto arguments = call_values(lowering, instruction.operands[2], parameters, false);
    auto returns = call_values(lowering, instruction.operands[0], results, true);
    if (!arguments || !returns)
        return Supported::no;
    form.arguments = std::move(*arguments);
    form.returns = std::move(*returns);
    const auto same = [](const std::vector<CallValue>& values, const std::vector<std::uint64_t>& sizes) {
        return std::equal(values.begin(), values.end(), sizes.begin(), sizes.end(),
            [](const CallValue& value, std::uint64_t size) { return value.bytes == size; });
    };
    // A call may ignore the results.
    const bool fits = same(form.arguments, parameters) && (form.returns.empty() || same(form.returns, results));
    if (form.target == kNoRow && !fits)
        return refuse(lowering, fmt::format("{} has other parameters or return values than `{}`", name, instruction.text));
    if (provided != nullptr)
        note_uses(lowering.body->uses, provided->service);
    if (provided != nullptr)
        return lower_service(
            lowering, { provided->service, 0, std::move(form.arguments), std::move(form.returns), 1, false }, operation);
    operation.kind = OperationKind::call;
    operation.site = static_cast<std::uint32_t>(lowering.body->calls.size());
    lowering.body->calls.push_back(std::move(form));
    return Supported::yes;
}

// "alloca.u64 %rd1, %rd2, 16;": bytes and, optionally, the alignment.
Supported lower_alloca(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    constexpr std::uint64_t kNatural = 8;
    constexpr std::uint64_t kMax = 4096;
    if (instruction.operands.size() < 2 || instruction.operands.size() > 3 || instruction.types.size() != 1)
        return Supported::no;
    ServiceForm form;
    form.service = Service::allocate;
    form.alignment = kNatural;
    if (instruction.operands.size() == 3) {
        const auto* literal = std::get_if<ptx::ImmediateOperand>(&instruction.operands[2]);
        if (literal == nullptr || !std::has_single_bit(literal->bits) || literal->bits > kMax)
            return Supported::no;
        form.alignment = literal->bits;
    }
    const std::uint32_t bytes = ptx::size_of(instruction.types[0]);
    const auto size = source(lowering, instruction.operands[1], bytes, instruction.types[0]);
    const auto result = destination(lowering, instruction.operands[0], bytes);
    if (!size || !result || (bytes != 4 && bytes != 8))
        return Supported::no;
    form.arguments.push_back({ true, *size, bytes });
    form.returns.push_back({ true, *result, bytes });
    (void)stack_top_row(lowering);
    return lower_service(lowering, std::move(form), operation);
}

Supported lower_stack_top(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const bool wide = instruction.types.size() == 1 && ptx::size_of(instruction.types[0]) == sizeof(std::uint64_t);
    if (instruction.operands.size() != 1 || !wide)
        return Supported::no;
    const bool saves = instruction.opcode == ptx::Opcode::stacksave;
    const std::uint32_t top = stack_top_row(lowering);
    const auto row = saves ? destination(lowering, instruction.operands[0], sizeof(std::uint64_t))
                           : source(lowering, instruction.operands[0], sizeof(std::uint64_t), ptx::Type::u64);
    if (!row)
        return Supported::no;
    operation.d = saves ? *row : top;
    operation.a = saves ? top : *row;
    return assign(find_operator(lowering.set, "mov.b64"), operation);
}

} // namespace warpstage::simt

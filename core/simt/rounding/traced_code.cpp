#include "core/simt/rounding/traced_code.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

namespace warpstage::simt {

namespace {

// Constants of a function: registers that only one mov of a literal writes.
std::map<ptx::RegisterId, std::uint64_t> constant_registers(const ptx::Function& function)
{
    std::map<ptx::RegisterId, std::uint64_t> constants;
    std::map<ptx::RegisterId, int> writes;
    for (const ptx::Instruction& instruction : function.instructions) {
        const auto* written =
            instruction.operands.empty() ? nullptr : std::get_if<ptx::RegisterOperand>(&instruction.operands.front());
        if (written == nullptr)
            continue;
        ++writes[written->id];
        if (instruction.opcode == ptx::Opcode::mov && instruction.operands.size() == 2)
            if (const auto* literal = std::get_if<ptx::ImmediateOperand>(&instruction.operands[1]))
                constants[written->id] = literal->bits;
    }
    std::erase_if(constants, [&](const auto& constant) { return writes[constant.first] != 1; });
    return constants;
}

// 2^(p-1) or 1.5 * 2^(p-1), and the latter with an integer of an exponent field added.
bool is_shift_constant(std::uint64_t bits, FloatFormat format)
{
    const double magnitude = std::abs(float_value(bits, format));
    if (format != FloatFormat::f32 && format != FloatFormat::f64)
        return false;
    const double unit = format == FloatFormat::f32 ? 0x1p23 : 0x1p52;
    constexpr double kMaxAdded = 2048;
    return magnitude == unit || (magnitude >= 1.5 * unit && magnitude <= 1.5 * unit + kMaxAdded);
}

bool adds_shift_constant(const ptx::Instruction& instruction, const FloatOperation& operation,
    const std::map<ptx::RegisterId, std::uint64_t>& constants)
{
    using enum FloatFunction;
    if (operation.function != add && operation.function != subtract && operation.function != fused)
        return false;
    for (std::size_t i = instruction.operands.size() == 4 ? 3 : 1; i < instruction.operands.size(); ++i) {
        std::optional<std::uint64_t> bits;
        if (const auto* literal = std::get_if<ptx::ImmediateOperand>(&instruction.operands[i]))
            bits = literal->bits;
        else if (const auto* known = std::get_if<ptx::RegisterOperand>(&instruction.operands[i]))
            if (const auto constant = constants.find(known->id); constant != constants.end())
                bits = constant->second;
        if (bits && is_shift_constant(*bits, operation.format))
            return true;
    }
    return false;
}

// Of the kernel itself; they are inputs.
bool loads_parameter(const ptx::Function& function, const ptx::Instruction& instruction)
{
    if (!function.entry || instruction.operands.size() != 2)
        return false;
    const auto* address = std::get_if<ptx::AddressOperand>(&instruction.operands[1]);
    const auto* name = address == nullptr ? nullptr : std::get_if<std::string>(&address->base);
    return name != nullptr
        && std::ranges::any_of(function.parameters, [&](const ptx::Parameter& known) { return known.name == *name; });
}

void trace_move(const ptx::Instruction& instruction, TracedInstruction& traced)
{
    const bool known = instruction.types.size() == 1 && instruction.operands.size() == 2;
    if (!known || instruction.types[0] == ptx::Type::pred || instruction.types[0] == ptx::Type::b128)
        return;
    const std::uint32_t bytes = ptx::size_of(instruction.types[0]);
    for (const std::size_t vector : { 0U, 1U })
        if (const auto* parts = std::get_if<ptx::VectorOperand>(&instruction.operands[vector])) {
            traced.effect = vector == 0 ? TracedEffect::unpack : TracedEffect::pack;
            traced.elements = static_cast<std::uint32_t>(parts->elements.size());
            traced.bytes = bytes / traced.elements;
            traced.row_bytes = std::max(traced.bytes, 2U);
            return;
        }
    if (std::holds_alternative<ptx::RegisterOperand>(instruction.operands[1])
        || std::holds_alternative<ptx::ImmediateOperand>(instruction.operands[1])) {
        traced.effect = TracedEffect::copy;
        traced.bytes = bytes;
    }
}

void trace_memory(const ptx::Function& function, const ptx::Instruction& instruction, TracedInstruction& traced)
{
    if (instruction.has_modifier("async") || instruction.types.size() != 1 || instruction.types[0] == ptx::Type::b128)
        return;
    if (instruction.opcode == ptx::Opcode::st)
        traced.effect = TracedEffect::store;
    else if (!loads_parameter(function, instruction))
        traced.effect = TracedEffect::load;
}

void trace_atomic(const ptx::Instruction& instruction, const Operation& operation, TracedInstruction& traced)
{
    if (instruction.has_modifier("async") || instruction.types.size() != 1 || instruction.types[0] == ptx::Type::b128)
        return;
    const ptx::Type type = instruction.types[0];
    const auto format = float_format_of(type);
    if (instruction.vector_elements() != 1) {
        traced.unfollowed = format ? "red.v2" : "";
        return;
    }
    if (instruction.has_modifier("exch"))
        traced.effect = TracedEffect::exchange;
    else if (instruction.has_modifier("cas"))
        traced.effect = TracedEffect::compare_exchange;
    else if (instruction.has_modifier("add") && format)
        traced.effect = TracedEffect::atomic_add;
    traced.bytes = ptx::size_of(type);
    if (traced.effect != TracedEffect::atomic_add)
        return;
    FloatOperation& sum = traced.operation;
    sum.function = FloatFunction::add;
    sum.format = *format;
    sum.source_format = *format;
    sum.sources = 2;
    sum.parts = type == ptx::Type::f16x2 || type == ptx::Type::bf16x2 ? 2 : 1;
    const auto operand = [&](std::uint32_t row) {
        return FloatOperand { row, static_cast<std::uint8_t>(std::max(traced.bytes, 2U)),
            static_cast<std::uint8_t>(sum.parts == 2 ? 2 : 0) };
    };
    sum.d = operand(operation.d);
    sum.operands[1] = operand(operation.b);
}

void trace_shuffle(const ptx::Instruction& instruction, TracedInstruction& traced)
{
    traced.effect = TracedEffect::shuffle;
    traced.bytes = 4;
    for (const auto& [word, source] :
        { std::pair { "up", ShuffleSource::up }, { "down", ShuffleSource::down }, { "bfly", ShuffleSource::butterfly } })
        if (instruction.has_modifier(word))
            traced.source = source;
}

bool is_followed(const MatrixForm& form)
{
    const auto is_known = [](NumberFormat format) {
        return format == NumberFormat::f16 || format == NumberFormat::bf16 || format == NumberFormat::tf32
            || format == NumberFormat::f32;
    };
    return form.products == 1 && !form.metadata && is_known(form.a.format) && is_known(form.b.format) && is_known(form.c.format)
        && is_known(form.d.format);
}

void trace_product(const ptx::Instruction& instruction, const Operation& operation, TracedInstruction& traced)
{
    if (operation.full == &multiply_matrices && is_followed(form_of<MatrixForm>(operation)))
        traced.effect = TracedEffect::multiply_matrices;
    else if (operation.full == &multiply_matrices && !is_integer(form_of<MatrixForm>(operation).d.format))
        traced.unfollowed = ptx::name_of(instruction.opcode);
}

TracedInstruction traced_instruction(const ptx::Function& function, const ptx::Instruction& instruction,
    const Operation& operation, const std::map<ptx::RegisterId, std::uint64_t>& constants)
{
    using enum ptx::Opcode;
    const ptx::Opcode opcode = instruction.opcode;
    TracedInstruction traced;
    if (opcode == mov) {
        trace_move(instruction, traced);
    } else if (opcode == selp && instruction.types.size() == 1) {
        traced.effect = TracedEffect::select;
        traced.bytes = ptx::size_of(instruction.types[0]);
    } else if (opcode == shfl) {
        trace_shuffle(instruction, traced);
    } else if (opcode == ld || opcode == ldu || opcode == st) {
        trace_memory(function, instruction, traced);
    } else if (opcode == atom || opcode == red) {
        trace_atomic(instruction, operation, traced);
    } else if (opcode == mma || opcode == wmma) {
        trace_product(instruction, operation, traced);
    } else if (opcode == wgmma && instruction.has_modifier("mma_async")) {
        traced.unfollowed = "wgmma";
    } else if (auto computed = float_operation_of(function, instruction, operation)) {
        traced.effect = TracedEffect::compute;
        traced.operation = *computed;
        traced.rounds_to_whole = adds_shift_constant(instruction, *computed, constants);
    }
    return traced;
}

} // namespace

std::vector<TracedInstruction> traced_code(const ProgramBody& body)
{
    std::vector<TracedInstruction> code(body.operations.size());
    const auto& functions = body.listing.functions();
    for (std::size_t index = 0; index < functions.size(); ++index) {
        const ptx::Function& function = *functions[index];
        const auto constants = constant_registers(function);
        for (std::size_t i = 0; i < function.instructions.size(); ++i) {
            const auto pc = static_cast<std::uint32_t>(body.listing.first(index) + i);
            code[pc] = traced_instruction(function, function.instructions[i], body.operations[pc], constants);
            code[pc].line = body.listing.line_of(pc);
        }
    }
    return code;
}

} // namespace warpstage::simt

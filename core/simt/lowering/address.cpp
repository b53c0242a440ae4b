// Addresses of variables and functions, and conversions between the state spaces and generic addresses.
#include "core/simt/lowering/lowering.h"
#include "core/simt/memory/address_space.h"

#include <algorithm>
#include <string_view>
#include <variant>

namespace warpstage::simt {

namespace {

std::optional<ptx::StateSpace> space_named(std::string_view modifier)
{
    if (modifier == "global")
        return ptx::StateSpace::global;
    if (modifier == "shared" || modifier == "shared::cta" || modifier == "shared::cluster")
        return ptx::StateSpace::shared;
    if (modifier == "local")
        return ptx::StateSpace::local;
    if (modifier == "const")
        return ptx::StateSpace::constant;
    if (modifier == "param" || modifier == "param::entry")
        return ptx::StateSpace::param;
    return std::nullopt;
}

std::optional<ptx::StateSpace> space_of(const ptx::Instruction& instruction)
{
    for (const std::string& modifier : instruction.modifiers) {
        if (const auto space = space_named(modifier))
            return space;
    }
    return std::nullopt;
}

} // namespace

// "mov.u64 %SPL, __local_depot0;", "cvta.local.u64 %rd1, buffer;".
Supported lower_frame_address(
    Lowering& lowering, const ptx::Instruction& instruction, const FramePlace& place, Operation& operation)
{
    if (instruction.types.size() != 1 || ptx::size_of(instruction.types[0]) != sizeof(std::uint64_t))
        return Supported::no;
    const bool generic = instruction.opcode == ptx::Opcode::cvta;
    if (generic && (space_of(instruction) != ptx::StateSpace::local || instruction.has_modifier("to")))
        return Supported::no;
    const auto d = destination(lowering, instruction.operands[0], sizeof(std::uint64_t));
    if (!d)
        return Supported::no;
    const std::uint64_t offset = place.offset + (generic ? kLocalWindow : 0)
        + static_cast<std::uint64_t>(std::get<ptx::SymbolOperand>(instruction.operands[1]).offset);
    operation.d = *d;
    operation.a = frame_base_row(lowering);
    operation.b = lowering.layout.constant(ImmediateConstant { offset }, sizeof(offset)).offset;
    return assign(find_operator(lowering.set, "add.u64"), operation);
}

// Global addresses equal generic addresses; the others are offset by their window.
Supported lower_cvta(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (const auto place = address_taken(lowering, instruction))
        return lower_frame_address(lowering, instruction, *place, operation);
    const auto space = space_of(instruction);
    const bool wide = instruction.types.size() == 1 && instruction.types[0] == ptx::Type::u64;
    if (!space || !wide || instruction.operands.size() != 2)
        return Supported::no;
    const char* key = instruction.has_modifier("to") ? "sub.u64" : "add.u64";
    const auto a = source(lowering, instruction.operands[1], 8, ptx::Type::u64);
    if (!a)
        return Supported::no;
    const bool copies = *space == ptx::StateSpace::global;
    const auto d = copies ? destination_of_copy(lowering, instruction, 8, *a) : destination(lowering, instruction.operands[0], 8);
    if (!d)
        return Supported::no;
    operation.a = *a;
    operation.b = lowering.layout.constant(ImmediateConstant { window_of(*space) }, 8).offset;
    operation.d = *d;
    return copies ? assign_copy(find_operator(lowering.set, "mov.u64"), operation)
                  : assign(find_operator(lowering.set, key), operation);
}

Supported lower_isspacep(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const auto space = space_of(instruction);
    if (!space || instruction.operands.size() != 2)
        return Supported::no;
    const auto d = destination(lowering, instruction.operands[0], kPredicateSize);
    const auto a = source(lowering, instruction.operands[1], sizeof(std::uint64_t), ptx::Type::u64);
    if (!d || !a)
        return Supported::no;
    operation.d = *d;
    operation.a = *a;
    operation.displacement = static_cast<std::int64_t>(*space);
    operation.site = instruction.has_modifier("shared::cluster") ? 1 : 0;
    operation.full = &is_in_space;
    operation.masked = &is_in_space;
    return Supported::yes;
}

} // namespace warpstage::simt

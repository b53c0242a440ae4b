// ld and st.
#include "core/simt/lowering/lowering.h"
#include "core/simt/memory/parameter_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <variant>

namespace warpstage::simt {

namespace {

// Caching, ordering and scope have no effect: every access of up to 16 bytes is single (single_access.h), and the host orders the
// accesses of a block as .acquire and .release require (x86 processors do so without fences).
constexpr std::array<std::string_view, 29> kHarmless { "volatile", "relaxed", "acquire", "release", "weak", "mmio", "nc", "ca",
    "cg", "cs", "lu", "cv", "wb", "wt", "cta", "cluster", "gpu", "sys", "L1::evict_normal", "L1::evict_last", "L1::evict_first",
    "L1::evict_unchanged", "L1::no_allocate", "L2::evict_last", "L2::evict_first", "L2::evict_normal", "L2::64B", "L2::128B",
    "L2::256B" };

struct Form {
    ptx::StateSpace space = ptx::StateSpace::generic;
    bool in_cluster = false; // .shared::cluster
    std::uint8_t elements = 1;
};

std::optional<Form> form_of(const ptx::Instruction& instruction)
{
    Form form;
    for (const std::string_view modifier : instruction.modifiers) {
        form.in_cluster = form.in_cluster || modifier == "shared::cluster";
        if (modifier == "shared" || modifier == "shared::cta" || modifier == "shared::cluster")
            form.space = ptx::StateSpace::shared;
        else if (modifier == "global")
            form.space = ptx::StateSpace::global;
        else if (modifier == "local")
            form.space = ptx::StateSpace::local;
        else if (modifier == "const")
            form.space = ptx::StateSpace::constant;
        else if (modifier == "param" || modifier == "param::entry" || modifier == "param::func")
            form.space = ptx::StateSpace::param;
        else if (modifier == "v2")
            form.elements = 2;
        else if (modifier == "v4")
            form.elements = 4;
        else if (std::find(kHarmless.begin(), kHarmless.end(), modifier) == kHarmless.end())
            return std::nullopt;
    }
    return form;
}

// "s8.32": a signed byte in a 32-bit register; if the widths are equal, the sign has no effect.
std::string element_key(ptx::Type type, std::uint32_t lane_bytes)
{
    const std::uint32_t bytes = ptx::size_of(type);
    const bool is_signed = ptx::is_signed(type) && bytes != lane_bytes;
    return fmt::format("{}{}.{}", is_signed ? "s" : "u", bytes * 8, lane_bytes * 8);
}

// The width that all element registers share; literals and "_" accept any width.
template <typename WidthOf>
std::optional<std::uint32_t> common_width(const std::vector<ptx::Operand>& elements, ptx::Type type, WidthOf width_of)
{
    std::optional<std::uint32_t> width;
    for (const ptx::Operand& element : elements) {
        const std::optional<std::uint32_t> here = width_of(element);
        if (here && width && *here != *width)
            return std::nullopt;
        if (here)
            width = here;
    }
    const std::uint32_t smallest = std::max(ptx::size_of(type), 2U);
    if (width && *width < smallest)
        return std::nullopt;
    return width.value_or(smallest);
}

bool lies_inside(const FramePlace& place, std::int64_t offset, std::uint64_t bytes)
{
    return offset >= 0 && static_cast<std::uint64_t>(offset) <= place.bytes
        && bytes <= place.bytes - static_cast<std::uint64_t>(offset);
}

// Parameters are known before the kernel starts: loading one copies a constant row.
Supported lower_parameter_load(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const std::optional<Form> form = form_of(instruction);
    const auto* address = std::get_if<ptx::AddressOperand>(&instruction.operands[1]);
    const auto elements = elements_of(instruction.operands[0], form->elements);
    if (address == nullptr || !elements)
        return Supported::no;
    const auto* name = std::get_if<std::string>(&address->base);
    const auto parameter = std::find_if(lowering.kernel->parameters.begin(), lowering.kernel->parameters.end(),
        [&](const ptx::Parameter& known) { return name != nullptr && known.name == *name; });
    if (!lowering.is_kernel() || parameter == lowering.kernel->parameters.end())
        return Supported::no;

    const ptx::Type type = instruction.types[0];
    const std::uint32_t bytes = ptx::size_of(type);
    const std::int64_t first = address->offset;
    const bool inside =
        first >= 0 && static_cast<std::uint64_t>(first) + std::uint64_t { bytes } * form->elements <= parameter->size;
    const auto width =
        common_width(*elements, type, [&](const ptx::Operand& element) { return register_lane_bytes(lowering, element); });
    if (!inside || !width || bytes > 8)
        return Supported::no;

    const std::array<std::uint32_t*, 4> rows { &operation.d, &operation.b, &operation.c, &operation.e };
    for (std::uint32_t i = 0; i < form->elements; ++i) {
        const ParameterConstant content { parameter->offset + static_cast<std::uint32_t>(first) + i * bytes, bytes,
            ptx::is_signed(type) };
        const Row constant =
            form->elements == 1 ? lowering.layout.constant(content, *width) : lowering.layout.fresh_constant(content, *width);
        if (i == 0)
            operation.a = constant.offset;
    }
    for (std::size_t i = 0; i < elements->size(); ++i) {
        const auto row = form->elements == 1 ? destination_of_copy(lowering, instruction, *width, operation.a)
                                             : destination(lowering, (*elements)[i], *width);
        if (!row)
            return Supported::no;
        *rows[i] = *row;
    }
    if (form->elements == 1)
        return assign_copy(find_operator(lowering.set, fmt::format("mov.b{}", *width * 8)), operation);
    operation.full = &load_parameter_elements;
    operation.masked = &load_parameter_elements;
    operation.elements = form->elements;
    operation.element_bytes = static_cast<std::uint8_t>(*width);
    return Supported::yes;
}

} // namespace

std::optional<std::vector<ptx::Operand>> elements_of(const ptx::Operand& operand, std::size_t count)
{
    const auto* vector = std::get_if<ptx::VectorOperand>(&operand);
    if (vector == nullptr)
        return count == 1 ? std::optional { std::vector { operand } } : std::nullopt;
    if (vector->elements.size() != count)
        return std::nullopt;
    std::vector<ptx::Operand> elements;
    for (const ptx::ScalarOperand& scalar : vector->elements)
        elements.push_back(widened(scalar));
    return elements;
}

Supported lower_memory(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.has_modifier("async"))
        return lower_async_store(lowering, instruction, operation);
    std::optional<Form> form = form_of(instruction);
    const bool loads = instruction.opcode != ptx::Opcode::st;
    if (!form || instruction.operands.size() != 2 || instruction.types.size() != 1)
        return Supported::no;
    const ptx::Type type = instruction.types[0];
    const auto* address = std::get_if<ptx::AddressOperand>(&instruction.operands[loads ? 1 : 0]);
    if (address == nullptr)
        return Supported::no;
    const auto* name = std::get_if<std::string>(&address->base);
    const auto place = name == nullptr ? std::nullopt : lowering.frame->find(*name);
    const bool of_call = form->space == ptx::StateSpace::param && place.has_value();
    if (of_call && !lies_inside(*place, address->offset, std::uint64_t { ptx::size_of(type) } * form->elements))
        return Supported::no;
    if (form->space == ptx::StateSpace::param && name != nullptr && !of_call)
        return loads ? lower_parameter_load(lowering, instruction, operation) : Supported::no;
    // Parameters of a function are stored in its frame; a kernel's parameters have their own space.
    if (form->space == ptx::StateSpace::param && (of_call || !lowering.is_kernel()))
        form->space = ptx::StateSpace::local;
    if (type == ptx::Type::b128)
        return form->elements == 1 && !form->in_cluster && !place
            ? lower_wide_access(lowering, instruction, form->space, operation)
            : Supported::no;
    const auto elements = elements_of(instruction.operands[loads ? 0 : 1], form->elements);
    if (!elements)
        return Supported::no;

    std::uint32_t address_bytes = form->space == ptx::StateSpace::shared ? 4 : 8;
    std::optional<std::uint32_t> address_row;
    operation.displacement = address->offset;
    if (const auto* id = std::get_if<ptx::RegisterId>(&address->base)) {
        const ptx::RegisterOperand base { *id, false };
        address_bytes = register_lane_bytes(lowering, base).value_or(0);
        address_row = source(lowering, base, address_bytes, ptx::Type::b64);
    } else if (place) {
        if (form->space == ptx::StateSpace::local)
            address_row = frame_base_row(lowering);
        operation.displacement += static_cast<std::int64_t>(place->offset);
    } else if (name != nullptr) {
        if (form->space == space_of_symbol(lowering, *name) || form->space == ptx::StateSpace::generic)
            address_row = symbol_row(lowering, ptx::SymbolOperand { *name, 0 }, address_bytes);
    } else {
        address_row = lowering.layout.constant(ImmediateConstant { 0 }, address_bytes).offset;
    }
    const auto width =
        common_width(*elements, type, [&](const ptx::Operand& element) { return register_lane_bytes(lowering, element); });
    if (!address_row || !width)
        return Supported::no;

    const std::string key =
        fmt::format("{}.{}.a{}.{}{}", loads ? "ld" : "st", form->in_cluster ? "cluster" : ptx::name_of(form->space),
            address_bytes * 8, form->elements == 1 ? "" : "vector.", element_key(type, *width));
    if (assign(find_operator(lowering.set, key), operation) == Supported::no)
        return Supported::no;
    operation.a = *address_row;
    const std::array<std::uint32_t*, 4> rows { &operation.d, &operation.b, &operation.c, &operation.e };
    for (std::size_t i = 0; i < elements->size(); ++i) {
        const auto row = loads ? destination(lowering, (*elements)[i], *width) : source(lowering, (*elements)[i], *width, type);
        if (!row)
            return Supported::no;
        *rows[i] = *row;
    }
    operation.accesses_memory = !of_call; // not reported to observers: on a GPU they are registers
    operation.elements = form->elements;
    operation.site = static_cast<std::uint32_t>(lowering.body->memory_forms.size());
    lowering.body->memory_forms.push_back(
        { form->space, loads ? AccessKind::load : AccessKind::store, static_cast<std::uint8_t>(ptx::size_of(type)),
            form->elements, static_cast<std::uint8_t>(*width), static_cast<std::uint8_t>(address_bytes) });
    return Supported::yes;
}

} // namespace warpstage::simt

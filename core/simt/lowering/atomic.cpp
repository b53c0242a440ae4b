// atom and red (PTX ISA, 9.7.13.15 and 9.7.13.16).
#include "core/simt/lowering/lowering.h"
#include "core/simt/memory/vector_atomic.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace warpstage::simt {

namespace {

// Ordering and scope have no effect: every atomic operation is one of the host with sequential consistency. .noftz is the default
// for half floats.
constexpr std::array<std::string_view, 9> kHarmlessOfAtomics { "relaxed", "acquire", "release", "acq_rel", "cta", "cluster",
    "gpu", "sys", "noftz" };
constexpr std::array<std::string_view, 10> kActions { "add", "and", "or", "xor", "exch", "cas", "min", "max", "inc", "dec" };

template <std::size_t kCount> bool contains(const std::array<std::string_view, kCount>& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

struct AtomicForm {
    ptx::StateSpace space = ptx::StateSpace::generic;
    bool in_cluster = false; // .shared::cluster
    std::string_view action;
};

std::optional<AtomicForm> atomic_form_of(const ptx::Instruction& instruction)
{
    AtomicForm form;
    for (const std::string_view modifier : instruction.modifiers) {
        form.in_cluster = form.in_cluster || modifier == "shared::cluster";
        if (modifier == "shared" || modifier == "shared::cta" || modifier == "shared::cluster")
            form.space = ptx::StateSpace::shared;
        else if (modifier == "global")
            form.space = ptx::StateSpace::global;
        else if (contains(kActions, modifier) && form.action.empty())
            form.action = modifier;
        else if (!contains(kHarmlessOfAtomics, modifier))
            return std::nullopt;
    }
    return form.action.empty() ? std::nullopt : std::optional { form };
}

// There are no half-float literals.
bool is_half(ptx::Type type)
{
    using enum ptx::Type;
    return type == f16 || type == f16x2 || type == bf16 || type == bf16x2;
}

// add of f32, halves and pairs of halves; at most 16 bytes, in global memory. Minimum and maximum of halves are refused.
bool is_vector_form(const ptx::Instruction& instruction, std::size_t elements)
{
    if (instruction.types.size() != 1 || instruction.has_modifier("shared") || instruction.has_modifier("shared::cta")
        || instruction.has_modifier("shared::cluster"))
        return false;
    const ptx::Type type = instruction.types[0];
    const std::size_t most = type == ptx::Type::f16 || type == ptx::Type::bf16 ? 8 : 4;
    const bool known = type == ptx::Type::f32 || is_half(type);
    return known && instruction.has_modifier("add") && elements <= most;
}

// One operation for each element, which all run in their order.
Supported lower_vector_atomic(Lowering& lowering, const ptx::Instruction& instruction, std::size_t elements, Operation& operation)
{
    const std::size_t first = instruction.opcode == ptx::Opcode::atom ? 1 : 0;
    if (!is_vector_form(instruction, elements) || instruction.operands.size() != first + 2)
        return Supported::no;
    const auto* address = std::get_if<ptx::AddressOperand>(&instruction.operands[first]);
    const auto values = elements_of(instruction.operands[first + 1], elements);
    const auto results = elements_of(instruction.operands[0], elements); // of red that is the address
    if (address == nullptr || !values || (first == 1 && !results))
        return Supported::no;
    const std::uint32_t bytes = ptx::size_of(instruction.types[0]);
    auto form = std::make_unique<VectorAtomicForm>();
    form->bytes = bytes * static_cast<std::uint32_t>(elements);
    form->space = instruction.has_modifier("global") ? ptx::StateSpace::global : ptx::StateSpace::generic;
    ptx::Instruction single = instruction;
    std::erase_if(single.modifiers, [](std::string_view word) { return word == "v2" || word == "v4" || word == "v8"; });
    for (std::size_t i = 0; i < elements; ++i) {
        ptx::AddressOperand place = *address;
        place.offset += static_cast<std::int64_t>(i) * bytes;
        single.operands[first] = place;
        single.operands[first + 1] = (*values)[i];
        if (first == 1)
            single.operands[0] = (*results)[i];
        if (lower_atomic(lowering, single, form->elements.emplace_back()) == Supported::no)
            return Supported::no;
    }
    operation.full = &change_vector;
    operation.masked = &change_vector;
    operation.d = form->elements.front().d;
    operation.a = form->elements.front().a;
    operation.displacement = address->offset;
    operation.accesses_memory = true;
    operation.elements = 1;
    operation.site = static_cast<std::uint32_t>(lowering.body->memory_forms.size());
    const ptx::StateSpace space = form->space;
    lowering.body->memory_forms.push_back({ space, AccessKind::atomic, static_cast<std::uint8_t>(form->bytes), 1,
        static_cast<std::uint8_t>(std::max<std::uint32_t>(bytes, 2)), sizeof(std::uint64_t) });
    point_to_elements(operation, form.get());
    lowering.body->forms.vector_atomic.push_back(std::move(form));
    return Supported::yes;
}

} // namespace

// A result that red discards gets its own row: the observer may read it.
Supported lower_atomic(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (instruction.has_modifier("async"))
        return lower_async_store(lowering, instruction, operation);
    if (const std::size_t elements = instruction.vector_elements(); elements != 1)
        return lower_vector_atomic(lowering, instruction, elements, operation);
    const std::optional<AtomicForm> form = atomic_form_of(instruction);
    const bool has_destination = instruction.opcode == ptx::Opcode::atom;
    if (!form || instruction.types.size() != 1)
        return Supported::no;
    if (instruction.types[0] == ptx::Type::b128)
        return has_destination && !form->in_cluster ? lower_wide_access(lowering, instruction, form->space, operation)
                                                    : Supported::no;
    const std::size_t first = has_destination ? 1 : 0;
    const std::size_t sources = form->action == "cas" ? 2 : 1;
    if (instruction.operands.size() != first + 1 + sources || (!has_destination && sources == 2))
        return Supported::no;
    const auto* address = std::get_if<ptx::AddressOperand>(&instruction.operands[first]);
    if (address == nullptr)
        return Supported::no;
    const std::optional<Row> address_row = address_base(lowering, *address, form->space);
    if (!address_row)
        return Supported::no;

    // Addition is the same for signed and unsigned operands.
    const ptx::Type type = instruction.types[0];
    const bool adds_signed = form->action == "add" && type == ptx::Type::s32;
    const std::string key = fmt::format("atom.{}.a{}.{}.{}", form->in_cluster ? "cluster" : ptx::name_of(form->space),
        address_row->lane_bytes * 8, form->action, ptx::name_of(adds_signed ? ptx::Type::u32 : type));
    const Operator* found = find_operator(lowering.set, key);
    if (assign(found, operation) == Supported::no)
        return Supported::no;
    operation.a = address_row->offset;
    operation.displacement = address->offset;
    const std::array<std::uint32_t*, 2> rows { &operation.b, &operation.c };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ptx::Operand& written = instruction.operands[first + 1 + std::min(i, sources - 1)];
        if (is_half(type) && !std::holds_alternative<ptx::RegisterOperand>(written))
            return Supported::no;
        const auto row = source(lowering, written, found->b, type);
        if (!row)
            return Supported::no;
        *rows[i] = *row;
    }
    const auto d = destination(lowering, has_destination ? instruction.operands[0] : ptx::DiscardOperand {}, found->d);
    if (!d)
        return Supported::no;
    operation.d = *d;
    operation.accesses_memory = true;
    operation.elements = 1;
    operation.site = static_cast<std::uint32_t>(lowering.body->memory_forms.size());
    lowering.body->memory_forms.push_back(
        { form->space, AccessKind::atomic, found->d, 1, found->d, static_cast<std::uint8_t>(address_row->lane_bytes) });
    lowering.body->memory_forms.back().compares = form->action == "cas" && operation.b != operation.d;
    return Supported::yes;
}

} // namespace warpstage::simt

// ldmatrix, stmatrix and movmatrix, which load, store and transpose matrices that are distributed over a warp.
#include "core/simt/lowering/matrix_words.h"
#include "core/simt/matrix/matrix_move.h"

#include <algorithm>
#include <array>
#include <string>
#include <variant>
#include <vector>

namespace warpstage::simt {

namespace {

// "sync.aligned.m8n8" of 16-bit numbers, from one operand to another; then `rest` has the other words. Numbers of 8, 6 and 4 bits
// were introduced with Blackwell and are not supported.
bool moves_matrices(const ptx::Instruction& instruction, std::vector<std::string>& rest)
{
    rest = instruction.modifiers;
    const bool known = std::ranges::all_of(
        std::array { "sync", "aligned", "m8n8" }, [&](const char* word) { return std::erase(rest, word) == 1; });
    return known && instruction.types == std::vector { ptx::Type::b16 } && instruction.operands.size() == 2;
}

} // namespace

// "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2".
Supported lower_movmatrix(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    std::vector<std::string> words;
    if (!moves_matrices(instruction, words) || words != std::vector<std::string> { "trans" })
        return Supported::no;
    const auto a = source(lowering, instruction.operands[1], 4, ptx::Type::b32);
    const auto d = destination(lowering, instruction.operands[0], 4);
    if (!a || !d)
        return Supported::no;
    operation.a = *a;
    operation.d = *d;
    operation.full = &transpose_matrix;
    operation.masked = &transpose_matrix;
    meet_whole_warp(lowering);
    return Supported::yes;
}

// "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r1, %r2, %r3, %r4}, [%r5]", and stmatrix with its operands swapped. Generic
// addresses, which must point to shared memory, are not supported: nvcc's intrinsics use shared ones.
Supported lower_matrix_rows(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    std::vector<std::string> words;
    if (!moves_matrices(instruction, words))
        return Supported::no;
    const bool loads = instruction.opcode == ptx::Opcode::ldmatrix;
    std::uint8_t count = 0;
    bool transposed = false;
    bool shared = false;
    for (const std::string& word : words) {
        if (word == "x1" || word == "x2" || word == "x4")
            count = static_cast<std::uint8_t>(word.back() - '0');
        else if (word == "trans")
            transposed = true;
        else if (word == "shared" || word == "shared::cta")
            shared = true;
        else
            return Supported::no;
    }
    const auto* address = std::get_if<ptx::AddressOperand>(&instruction.operands[loads ? 1 : 0]);
    const auto* vector = std::get_if<ptx::VectorOperand>(&instruction.operands[loads ? 0 : 1]);
    if (count == 0 || !shared || address == nullptr || vector == nullptr || vector->elements.size() != count)
        return Supported::no;
    const std::optional<Row> base = address_base(lowering, *address, ptx::StateSpace::shared);
    if (!base)
        return Supported::no;
    const std::array<std::uint32_t*, 4> rows { &operation.d, &operation.b, &operation.c, &operation.e };
    for (std::size_t i = 0; i < count; ++i) {
        const auto element = widened(vector->elements[i]);
        const auto row = loads ? destination(lowering, element, 4) : source(lowering, element, 4, ptx::Type::b32);
        if (!row)
            return Supported::no;
        *rows[i] = *row;
    }
    operation.a = base->offset;
    operation.displacement = address->offset;
    operation.elements = count;
    operation.element_bytes = static_cast<std::uint8_t>(base->lane_bytes);
    if (loads)
        operation.full = transposed ? &load_transposed_matrices : &load_matrices;
    else
        operation.full = transposed ? &store_transposed_matrices : &store_matrices;
    operation.masked = operation.full;
    operation.accesses_memory = true;
    operation.site = static_cast<std::uint32_t>(lowering.body->memory_forms.size());
    MemoryForm form { ptx::StateSpace::shared, loads ? AccessKind::load : AccessKind::store, 8, 2, 8, operation.element_bytes };
    form.matrix_lanes = static_cast<std::uint8_t>(count * kMatrixRows);
    lowering.body->memory_forms.push_back(form);
    meet_whole_warp(lowering);
    return Supported::yes;
}

} // namespace warpstage::simt

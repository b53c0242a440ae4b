// Matrices that are distributed over a warp: mma, and ldmatrix, stmatrix and movmatrix, which load, store and transpose them.
#include "core/simt/lowering/lowering.h"
#include "core/simt/matrix/matrix_move.h"
#include "core/simt/matrix/matrix_multiply.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>
#include <variant>

namespace warpstage::simt {

namespace {

struct Shape {
    std::string_view word;
    std::uint32_t m;
    std::uint32_t n;
    std::uint32_t k;
    ptx::Type factor;
};
// m8n8k4 of f16 and the integer shapes use other lane layouts and are not supported.
constexpr std::array kShapes {
    Shape { "m16n8k8", 16, 8, 8, ptx::Type::f16 },
    Shape { "m16n8k16", 16, 8, 16, ptx::Type::f16 },
    Shape { "m16n8k8", 16, 8, 8, ptx::Type::bf16 },
    Shape { "m16n8k16", 16, 8, 16, ptx::Type::bf16 },
    Shape { "m16n8k4", 16, 8, 4, ptx::Type::tf32 },
    Shape { "m16n8k8", 16, 8, 8, ptx::Type::tf32 },
    Shape { "m8n8k4", 8, 8, 4, ptx::Type::f64 },
    Shape { "m16n8k4", 16, 8, 4, ptx::Type::f64 },
    Shape { "m16n8k8", 16, 8, 8, ptx::Type::f64 },
};

bool can_sum(ptx::Type factor, ptx::Type sum)
{
    if (factor == ptx::Type::f64)
        return sum == ptx::Type::f64;
    return sum == ptx::Type::f32 || (sum == ptx::Type::f16 && factor == ptx::Type::f16);
}

// "sync.aligned.m8n8" of 16-bit numbers, from one operand to another. Numbers of 8, 6 and 4 bits were introduced with Blackwell
// and are not supported.
bool moves_matrices(const ptx::Instruction& instruction)
{
    const std::vector<std::string>& words = instruction.modifiers;
    return words.size() > 2 && words[0] == "sync" && words[1] == "aligned" && words[2] == "m8n8"
        && instruction.types == std::vector { ptx::Type::b16 } && instruction.operands.size() == 2;
}

// All lanes of the warp must execute it.
void meet_whole_warp(Lowering& lowering)
{
    lowering.member_row = lowering.layout.constant(ImmediateConstant { ~LaneMask { 0 } }, sizeof(LaneMask)).offset;
}

} // namespace

// "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2".
Supported lower_movmatrix(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    if (!moves_matrices(instruction) || instruction.modifiers.size() != 4 || instruction.modifiers[3] != "trans")
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
    if (!moves_matrices(instruction))
        return Supported::no;
    const bool loads = instruction.opcode == ptx::Opcode::ldmatrix;
    std::uint8_t count = 0;
    bool transposed = false;
    bool shared = false;
    for (auto word = instruction.modifiers.begin() + 3; word != instruction.modifiers.end(); ++word) {
        if (*word == "x1" || *word == "x2" || *word == "x4")
            count = static_cast<std::uint8_t>(word->back() - '0');
        else if (*word == "trans")
            transposed = true;
        else if (*word == "shared" || *word == "shared::cta")
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

// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d..}, {a..}, {b..}, {c..}".
Supported lower_mma(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const std::vector<std::string>& words = instruction.modifiers;
    if (words.size() != 5 || words[0] != "sync" || words[1] != "aligned" || words[3] != "row" || words[4] != "col"
        || instruction.types.size() != 4 || instruction.operands.size() != 4)
        return Supported::no;
    const std::vector<ptx::Type>& types = instruction.types;
    const auto* shape = std::find_if(
        kShapes.begin(), kShapes.end(), [&](const Shape& known) { return known.word == words[2] && known.factor == types[1]; });
    if (shape == kShapes.end() || types[1] != types[2] || types[0] != types[3] || !can_sum(types[1], types[0]))
        return Supported::no;

    auto form = std::make_unique<MatrixForm>();
    form->m = shape->m;
    form->n = shape->n;
    form->k = shape->k;
    form->factor = types[1];
    form->sum = types[0];
    const auto take = [&](std::size_t operand, std::uint32_t numbers, ptx::Type type, std::array<std::uint32_t, 4>& rows) {
        const auto* vector = std::get_if<ptx::VectorOperand>(&instruction.operands[operand]);
        if (vector == nullptr || vector->elements.size() != matrix_registers(numbers / kMaxLanes, type))
            return false;
        for (std::size_t i = 0; i < vector->elements.size(); ++i) {
            const auto element = widened(vector->elements[i]);
            const std::uint32_t bytes = matrix_register_bytes(type);
            const auto row =
                operand == 0 ? destination(lowering, element, bytes) : source(lowering, element, bytes, ptx::Type::b32);
            if (!row)
                return false;
            rows[i] = *row;
        }
        return true;
    };
    if (!take(1, form->m * form->k, form->factor, form->a) || !take(2, form->k * form->n, form->factor, form->b)
        || !take(3, form->m * form->n, form->sum, form->c) || !take(0, form->m * form->n, form->sum, form->d))
        return Supported::no;
    operation.full = &multiply_matrices;
    operation.masked = &multiply_matrices;
    operation.displacement = std::bit_cast<std::int64_t>(static_cast<const MatrixForm*>(form.get()));
    lowering.body->forms.matrix.push_back(std::move(form));
    meet_whole_warp(lowering);
    return Supported::yes;
}

} // namespace warpstage::simt

// Matrices that a warp holds together: mma. ldmatrix and movmatrix are refused.
#include "core/simt/lowering.h"
#include "core/simt/matrix_multiply.h"

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
// m8n8k4 of f16 and the shapes of whole numbers lie differently in the lanes and are not here.
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

} // namespace

// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d..}, {a..}, {b..}, {c..}".
Lowering::Supported Lowering::lower_matrix(const ptx::Instruction& instruction, Operation& operation)
{
    const std::vector<std::string>& words = instruction.modifiers;
    if (instruction.opcode != ptx::Opcode::mma || words.size() != 5 || words[0] != "sync" || words[1] != "aligned"
        || words[3] != "row" || words[4] != "col" || instruction.types.size() != 4 || instruction.operands.size() != 4)
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
            const auto element = std::visit([](const auto& scalar) { return ptx::Operand { scalar }; }, vector->elements[i]);
            const std::uint32_t bytes = matrix_register_bytes(type);
            const auto row = operand == 0 ? destination(element, bytes) : source(element, bytes, ptx::Type::b32);
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
    m_body->matrix_forms.push_back(std::move(form));
    return Supported::yes;
}

} // namespace warpstage::simt

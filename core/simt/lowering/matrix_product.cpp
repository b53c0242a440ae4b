// mma, mma.sp and wmma.mma (PTX ISA, 9.7.14.4.5, 9.7.14.5.14 and 9.7.14.6.3).
#include "core/simt/lowering/matrix_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <utility>
#include <variant>

namespace warpstage::simt {

namespace {

struct ProductWords {
    MatrixFamily family = MatrixFamily::mma;
    MatrixShape shape;
    bool a_by_rows = true;
    bool b_by_rows = false;
    NumberFormat a = NumberFormat::f16;
    NumberFormat b = NumberFormat::f16;
    NumberFormat c = NumberFormat::f32;
    NumberFormat d = NumberFormat::f32;
    bool saturates = false;
    MatrixProduct product = MatrixProduct::multiply;
};

// mma.m8n8k4 of f16 multiplies four matrices at once.
bool multiplies_in_groups(const ProductWords& words)
{
    return words.family == MatrixFamily::mma && words.a == NumberFormat::f16 && words.shape == MatrixShape { 8, 8, 4 };
}

// ".xor.popc" or ".and.popc", which products of bits must have and others must not.
bool take_bit_operation(WordReader& words, MatrixProduct& product)
{
    product = words.accept("xor") ? MatrixProduct::exclusive_or : MatrixProduct::multiply;
    return (product == MatrixProduct::exclusive_or || words.accept("and")) && words.accept("popc");
}

// "sync.aligned.m16n8k16.row.col{.satfinite}.f32.f16.f16.f32{.xor.popc}"; behind "sp" where a is sparse.
bool read_mma(WordReader& reader, ProductWords& words)
{
    if (reader.accept("sp") || reader.accept("sp::ordered_metadata"))
        words.family = MatrixFamily::sparse_mma;
    if (!reader.accept("sync") || !reader.accept("aligned") || !reader.take_shape(words.shape)
        || !reader.take_order(words.a_by_rows) || !reader.take_order(words.b_by_rows))
        return false;
    words.saturates = reader.accept("satfinite");
    return reader.take_format(words.d) && reader.take_format(words.a) && reader.take_format(words.b)
        && reader.take_format(words.c) && (words.a != NumberFormat::b1 || take_bit_operation(reader, words.product))
        && reader.at_end();
}

// "{xor.popc.}sync.aligned.row.col.m16n16k16.f32.f32": of f16 only the sums are named.
bool read_wmma(WordReader& reader, ProductWords& words)
{
    words.family = MatrixFamily::wmma;
    const bool of_bits = take_bit_operation(reader, words.product);
    if (!reader.accept("sync") || !reader.accept("aligned") || !reader.take_order(words.a_by_rows)
        || !reader.take_order(words.b_by_rows) || !reader.take_shape(words.shape))
        return false;
    reader.accept("rn");
    words.saturates = reader.accept("satfinite");
    if (!reader.take_format(words.d) || !reader.take_format(words.c))
        return false;
    if (!reader.at_end()) {
        words.a = words.c;
        if (!reader.take_format(words.b) || !reader.take_format(words.c))
            return false;
    }
    return reader.at_end() && of_bits == (words.a == NumberFormat::b1);
}

bool exists(const ProductWords& words)
{
    if (!has_shape(words.family, words.shape, words.a) || !can_multiply(words.a, words.b) || !can_sum(words.a, words.c)
        || !can_sum(words.a, words.d))
        return false;
    if (words.saturates && (!is_integer(words.a) || words.a == NumberFormat::b1))
        return false;
    const bool any_order = words.family == MatrixFamily::wmma ? !has_fixed_order(words.a) : multiplies_in_groups(words);
    if (!any_order && (!words.a_by_rows || words.b_by_rows))
        return false;
    // A sum of f32 is never rounded to f16 by mma.
    const bool any_sum = words.family == MatrixFamily::wmma || (multiplies_in_groups(words) && words.d == NumberFormat::f32);
    return any_sum || words.c == words.d;
}

FragmentLayout layout_of_fragment(const ProductWords& words, MatrixRole role, NumberFormat format)
{
    if (words.family == MatrixFamily::wmma)
        return wmma_fragment_layout(words.shape, role, format);
    if (multiplies_in_groups(words))
        return group_fragment_layout(role, format, role == MatrixRole::a ? words.a_by_rows : words.b_by_rows);
    MatrixShape shape = words.shape;
    if (words.family == MatrixFamily::sparse_mma && role == MatrixRole::a)
        shape.k /= 2;
    return fragment_layout(shape, role, format);
}

// "%e, 0": behind the matrices the metadata, and which lanes of each four give it.
Supported take_metadata(Lowering& lowering, const ptx::Instruction& instruction, const ProductWords& words, MatrixForm& form)
{
    const auto row = source(lowering, instruction.operands[4], 4, ptx::Type::b32);
    const auto* selector = std::get_if<ptx::ImmediateOperand>(&instruction.operands[5]);
    if (!row || selector == nullptr || selector->kind != ptx::ImmediateOperand::Kind::integer)
        return Supported::no;
    const std::uint32_t lanes = metadata_lanes(words.shape, words.a);
    if (selector->bits >= 4 / lanes) {
        return refuse(lowering,
            fmt::format(
                "`{}` has the sparsity selector {}; the maximum is {}", mnemonic_of(instruction), selector->bits, 4 / lanes - 1));
    }
    form.metadata = MatrixMetadata { *row, static_cast<std::uint32_t>(selector->bits) * lanes };
    return Supported::yes;
}

Supported lower_product(Lowering& lowering, const ptx::Instruction& instruction, const ProductWords& words, Operation& operation)
{
    const bool sparse = words.family == MatrixFamily::sparse_mma;
    if (!exists(words) || instruction.operands.size() != (sparse ? 6 : 4))
        return Supported::no;
    auto form = std::make_unique<MatrixForm>();
    form->shape = words.shape;
    form->products = multiplies_in_groups(words) ? kGroupProducts : 1;
    form->product = words.product;
    form->saturates = words.saturates;
    form->operators = &matrix_operators(lowering.set);
    struct Part {
        std::size_t operand;
        std::string_view name;
        MatrixRole role;
        NumberFormat format;
        MatrixFragment& fragment;
    };
    for (const Part& part : { Part { 1, "a", MatrixRole::a, words.a, form->a }, Part { 2, "b", MatrixRole::b, words.b, form->b },
             Part { 3, "c", MatrixRole::sum, words.c, form->c }, Part { 0, "d", MatrixRole::sum, words.d, form->d } }) {
        part.fragment = { part.format, layout_of_fragment(words, part.role, part.format), {} };
        if (take_registers(lowering, instruction, part.operand, part.name, part.operand == 0, part.fragment) == Supported::no)
            return Supported::no;
    }
    if (sparse && take_metadata(lowering, instruction, words, *form) == Supported::no)
        return Supported::no;
    operation.full = &multiply_matrices;
    operation.masked = &multiply_matrices;
    point_to(operation, form.get());
    lowering.body->forms.matrix.push_back(std::move(form));
    meet_whole_warp(lowering);
    return Supported::yes;
}

} // namespace

// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d..}, {a..}, {b..}, {c..}", "mma.sp.sync... {d..}, {a..}, {b..}, {c..}, e,
// 0".
Supported lower_mma(Lowering& lowering, const ptx::Instruction& instruction, Operation& operation)
{
    const auto kind =
        std::ranges::find_if(instruction.modifiers, [](std::string_view word) { return word.starts_with("kind::"); });
    if (kind != instruction.modifiers.end())
        return refuse(lowering,
            fmt::format("the virtual machine does not execute `mma` with `.{}`, which only compute capability 12.0 and later has",
                *kind));
    WordReader reader(instruction);
    ProductWords words;
    return read_mma(reader, words) ? lower_product(lowering, instruction, words, operation) : Supported::no;
}

Supported lower_wmma_product(Lowering& lowering, const ptx::Instruction& instruction, WordReader& words, Operation& operation)
{
    ProductWords product;
    return read_wmma(words, product) ? lower_product(lowering, instruction, product, operation) : Supported::no;
}

} // namespace warpstage::simt

#include "core/layout/fragments.h"

#include "core/layout/tensor_memory.h"

#include <fmt/format.h>

namespace warpstage::layout {

namespace {

constexpr int kBitsOfRegister = 32;
constexpr std::int64_t kMatrixSide = 8; // of ldmatrix
constexpr int kMatrixElementBits = 16;

// `layout`: (thread, value) to an element counted column-major in a matrix with `rows` rows. `transposed`: the picture has these
// rows as its columns, as B does.
FragmentMatrix matrix_of(
    const MmaAtom& atom, const Layout& layout, std::int64_t rows, std::int64_t columns, int bits, bool transposed)
{
    FragmentMatrix matrix;
    matrix.rows = transposed ? columns : rows;
    matrix.columns = transposed ? rows : columns;
    matrix.bits = bits;
    matrix.elements.resize(static_cast<std::size_t>(rows * columns));
    const std::int64_t threads = size(layout.mode(0));
    for (std::int64_t i = 0; i < size(layout); ++i) {
        const std::int64_t element = layout(i);
        const std::int64_t row = transposed ? element / rows : element % rows;
        const std::int64_t column = transposed ? element % rows : element / rows;
        FragmentElement& it = matrix.elements[static_cast<std::size_t>(row * matrix.columns + column)];
        const std::int64_t first_bit = i / threads * bits;
        it = { static_cast<int>(atom.threads(i % threads)), static_cast<int>(first_bit / kBitsOfRegister),
            static_cast<int>(first_bit % kBitsOfRegister) };
    }
    return matrix;
}

FragmentMatrix named(FragmentMatrix matrix, std::string name, std::string row_axis, std::string column_axis)
{
    matrix.name = std::move(name);
    matrix.row_axis = std::move(row_axis);
    matrix.column_axis = std::move(column_axis);
    return matrix;
}

Fragments of_product(const MmaAtom& atom)
{
    const auto operand = [&](const Layout& layout, std::int64_t rows, std::int64_t columns, int bits, bool transposed,
                             bool in_shared) {
        if (!in_shared)
            return matrix_of(atom, layout, rows, columns, bits, transposed);
        FragmentMatrix matrix;
        matrix.rows = transposed ? columns : rows;
        matrix.columns = transposed ? rows : columns;
        matrix.bits = bits;
        matrix.in_shared = true;
        return matrix;
    };
    Fragments result;
    result.name = atom.name;
    result.threads = static_cast<int>(size(atom.threads));
    result.product = true;
    // Of a sparse A, half of the elements are stored; the layout names all of them, in registers for half as many.
    const int a_bits = atom.e ? atom.a_bits / 2 : atom.a_bits;
    result.matrices.push_back(named(operand(atom.a, atom.m, atom.k, a_bits, false, atom.a_in_shared), "A", "m", "k"));
    result.matrices.push_back(named(operand(atom.b, atom.n, atom.k, atom.b_bits, true, atom.b_in_shared), "B", "k", "n"));
    result.matrices.push_back(named(operand(atom.c, atom.m, atom.n, atom.c_bits, false, false), "C", "m", "n"));
    return result;
}

// `registers`: (thread, bit) to a bit of the matrices, in sequence, each by rows.
std::vector<FragmentMatrix> matrices_of(const Layout& registers)
{
    constexpr std::int64_t kMatrixBits = kMatrixSide * kMatrixSide * kMatrixElementBits;
    const std::int64_t threads = size(registers.mode(0));
    std::vector<FragmentMatrix> result(static_cast<std::size_t>(size(registers) / kMatrixBits));
    for (std::size_t i = 0; i < result.size(); ++i) {
        FragmentMatrix& matrix = result[i];
        matrix = named({}, fmt::format("Matrix {}", i), "row", "column");
        matrix.rows = matrix.columns = kMatrixSide;
        matrix.bits = kMatrixElementBits;
        matrix.elements.resize(kMatrixSide * kMatrixSide);
    }
    for (std::int64_t i = 0; i < size(registers); i += 1) {
        const std::int64_t bit = i / threads;
        if (bit % kMatrixElementBits != 0)
            continue;
        const std::int64_t place = registers(i);
        FragmentMatrix& matrix = result[static_cast<std::size_t>(place / kMatrixBits)];
        matrix.elements[static_cast<std::size_t>(place % kMatrixBits / kMatrixElementBits)] = { static_cast<int>(i % threads),
            static_cast<int>(bit / kBitsOfRegister), static_cast<int>(bit % kBitsOfRegister) };
    }
    return result;
}

Result<Fragments> of_copy(const CopyAtom& atom)
{
    const bool loads = atom.name.find("LDSM") != std::string::npos;
    const bool stores = atom.name.find("STSM") != std::string::npos;
    const bool moves = atom.name.find("MOVM") != std::string::npos;
    if (!loads && !stores && !moves)
        return Error { fmt::format("`{}` has no fragments. Use ldmatrix, stmatrix, movmatrix, or a matrix product.", atom.name) };
    Fragments result;
    result.name = atom.name;
    result.threads = static_cast<int>(size(atom.threads));
    if (!moves) {
        result.matrices = matrices_of(loads ? atom.destination : atom.source);
        return result;
    }
    const auto transposed = copy_atom("ldmatrix.trans.x1");
    const auto plain = copy_atom("ldmatrix.x1");
    for (const auto* const it : { &plain, &transposed }) {
        result.matrices.push_back(matrices_of((*it)->destination).front());
        result.matrices.back().name = it == &plain ? "Before" : "After";
    }
    return result;
}

} // namespace

Result<Fragments> fragments_of(std::string_view instruction)
{
    if (names_tensor_memory(instruction))
        return tensor_memory_fragments(instruction);
    const auto copy = copy_atom(instruction);
    if (copy)
        return of_copy(*copy);
    const auto mma = mma_atom(instruction);
    if (mma)
        return of_product(*mma);
    const bool moves = instruction.find("matrix") != std::string_view::npos || instruction.find("SM_") != std::string_view::npos;
    return moves ? copy.error() : mma.error();
}

} // namespace warpstage::layout

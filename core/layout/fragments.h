// Who holds which element: the matrices of an instruction as grids, with the lane and the register of each element. From the
// thread-value layouts of the atoms (atoms.h).
#pragma once

#include "core/layout/atoms.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpstage::layout {

struct FragmentElement {
    int thread = -1; // within the warp, the warpgroup, or the quad pair; -1: none holds it; else a lane of tensor memory
    int reg = 0; // of 32 bits within the operand; of an element with 64 bits the first of two; else a column of tensor memory
    int bit = 0; // its lowest bit in the register
};

struct FragmentMatrix {
    std::string name; // "A"
    std::string row_axis, column_axis; // "m", "k"
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    int bits = 0; // of an element
    bool in_shared = false; // no thread holds an element: the instruction reads shared memory
    std::vector<FragmentElement> elements; // by rows; empty if in shared memory

    [[nodiscard]] const FragmentElement& at(std::int64_t row, std::int64_t column) const
    {
        return elements[static_cast<std::size_t>(row * columns + column)];
    }
};

enum class Holder : std::uint8_t { threads, tensor_memory };

struct Fragments {
    std::string name; // CuTe's name of the atom
    int threads = 0; // 32; 128 of wgmma; 8 of SM70; else lanes of tensor memory
    Holder holder = Holder::threads;
    std::vector<FragmentMatrix> matrices; // A, B and C of a product; else those that are moved, 8 x 8 each
    bool product = false;
};

// Names as in mma_atom(), copy_atom() and tensor_memory_fragments(). ldmatrix, stmatrix: the matrices as they lie in shared
// memory. movmatrix: before and after. Error: a sentence.
[[nodiscard]] Result<Fragments> fragments_of(std::string_view instruction);

} // namespace warpstage::layout

// atom and red of vectors (PTX ISA, "atom" and "red", vector operation on .global addresses; sm_90): each element is atomic, the
// vector is not.
#pragma once

#include "core/ptx/type.h"
#include "core/simt/operation.h"

#include <cstdint>
#include <vector>

namespace warpstage::simt {

struct VectorAtomicForm {
    std::vector<Operation> elements; // the same operation on each element, as one on a single value
    std::uint32_t bytes = 0; // of all elements: the alignment of the address
    ptx::StateSpace space = ptx::StateSpace::global; // or generic
};

// The form lies behind rows c and e: `displacement` is that of the address.
void point_to_elements(Operation& operation, const VectorAtomicForm* form);

// Handler. Rows: a: the address, element_bytes wide; d: the first result.
bool change_vector(WarpState& state, const Operation& operation);

} // namespace warpstage::simt

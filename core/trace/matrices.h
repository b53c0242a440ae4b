// The matrices of the instructions on tensor cores and of ldmatrix, stmatrix and movmatrix in a recorded block.
#pragma once

#include "core/simt/matrix/matrix_observer.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpstage::trace {

struct MatrixRecord {
    std::size_t step = 0; // index into Trace::steps
    std::vector<simt::ObservedMatrix> matrices; // never empty
};

struct Matrices {
    std::vector<MatrixRecord> records; // in the order of their steps
    std::uint64_t seen = 0; // such instructions in the whole run; greater than the number of records if there was no room
};

} // namespace warpstage::trace

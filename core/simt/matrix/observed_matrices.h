// The matrices of an instruction, read from the registers of its warp for a MatrixObserver.
#pragma once

#include "core/simt/matrix/matrix_observer.h"
#include "core/simt/matrix/warpgroup.h"
#include "core/simt/program_body.h"

#include <vector>

namespace warpstage::simt {

// Reads the factors when it is made, and the results when it is finished.
class MatrixReading {
public:
    // The warp is about to execute the instruction.
    MatrixReading(const WarpState& state, const ProgramBody& body, const Operation& operation, std::uint32_t pc);

    // The warp has executed it. Empty: the instruction has no matrices.
    [[nodiscard]] std::vector<ObservedMatrix> finish(const WarpState& state) &&;

    // Whether the instruction has matrices.
    [[nodiscard]] static bool concerns(const ProgramBody& body, const Operation& operation);

private:
    const ProgramBody& m_body;
    const Operation& m_operation;
    std::vector<ObservedMatrix> m_matrices;
};

// The matrices that wgmma is about to multiply: the rows of A of this warp, and B. Empty: one is not in shared memory.
[[nodiscard]] std::vector<ObservedMatrix> warpgroup_factors(const WarpState& state, const WarpgroupForm& form);

// As the registers of the active lanes hold it.
[[nodiscard]] ObservedMatrix held_matrix(const WarpState& state, std::string name, const MatrixFragment& fragment);

} // namespace warpstage::simt

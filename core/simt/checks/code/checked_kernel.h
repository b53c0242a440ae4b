// What the checks know of a kernel's text, for all of its launches.
#pragma once

#include "core/simt/checks/code/barrier_guards.h"
#include "core/simt/checks/code/checked_code.h"
#include "core/simt/checks/code/shared_arrays.h"
#include "core/simt/program.h"

#include <vector>

namespace warpstage::simt {

struct CheckedKernel {
    explicit CheckedKernel(const Program& program)
        : code(program)
        , guards(find_barrier_guards(program))
        , shared_arrays(program)
    {
    }

    CheckedCode code;
    std::vector<BarrierGuard> guards;
    SharedArrays shared_arrays;
};

// Made at the first call for the program and its copies.
[[nodiscard]] const CheckedKernel& checked_kernel(const Program& program);

} // namespace warpstage::simt

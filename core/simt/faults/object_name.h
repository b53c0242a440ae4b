// What messages call an mbarrier object.
#pragma once

#include "core/simt/async/phase_log.h"
#include "core/simt/checks/code/shared_arrays.h"

#include <cstddef>
#include <string>

namespace warpstage::simt {

// "`full[1]`", or its place in its variable or in shared memory. `shared`: the start of the shared memory that contains it.
[[nodiscard]] std::string name_of_object(
    const SharedArrays& arrays, const PhaseLog& log, const std::byte* shared, const std::byte* word);

} // namespace warpstage::simt

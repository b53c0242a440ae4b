// The accesses of a file, made on the GPU of this computer under its hardware counters.
#pragma once

#include "app/cli/options.h"
#include "app/cli/rules_file.h"
#include "core/base/result.h"

#include <string>

namespace warpstage::cli {

struct MeasuredRules {
    RulesFile rules; // with what was counted here instead of what the file says
    std::string machine; // "NVIDIA H200"
    std::string capability; // "9.0"
};

// Of a file with counters of shared memory alone these are counted, of one with those of global memory alone these, else both;
// hardware has no counter of transactions. Errors: no GPU, no leave to read its counters, an access that does not fit into the
// memory that is used for it, with the line of the file.
[[nodiscard]] Result<MeasuredRules> measure_rules(const Common& common, const RulesFile& rules);

} // namespace warpstage::cli

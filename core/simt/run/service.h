// Operations that the interpreter executes without a handler: the clock, the stack, and the functions that CUDA provides without
// a body (vprintf, __assertfail, malloc, free, cudaGraphSetConditional).
#pragma once

#include "core/base/lane_mask.h"
#include "core/simt/faults/fault_place.h"
#include "core/simt/operation.h"
#include "core/simt/program_body.h"
#include "core/simt/trap.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace warpstage::simt {

class Block;
struct Warp;

// Executes an OperationKind::service for lanes of the warp whose state is selected. Returns a trap if the run must stop.
[[nodiscard]] std::optional<Trap> serve(
    Block& block, Warp& warp, const Operation& operation, const FaultPlace& place, LaneMask lanes);

// An external function that CUDA provides, with the sizes of its arguments and of its result.
struct ProvidedFunction {
    std::string_view name;
    Service service;
    std::vector<std::uint64_t> arguments;
    std::optional<std::uint64_t> result;
};
[[nodiscard]] const ProvidedFunction* find_provided_function(std::string_view name);

} // namespace warpstage::simt

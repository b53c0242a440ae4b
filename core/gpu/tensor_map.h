// Tensor maps in the form of the driver, which its documents do not describe.
#pragma once

#include "core/base/objects/tensor_map.h"
#include "core/base/result.h"
#include "core/gpu/context.h"

#include <string_view>

namespace warpstage::gpu {

// For device memory at `map.address`. Errors: a driver for CUDA 11, a GPU before compute capability 9.0. `what` names the map in
// error messages: "The tensor map of parameter 2 of `multiply`".
[[nodiscard]] Result<TensorMapBits> driver_form(Context& context, const TensorMap& map, std::string_view what);

} // namespace warpstage::gpu

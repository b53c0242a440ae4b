// Launches for the functions of the runtime API and of the driver API.
#pragma once

#include "app/runtime/api.h"

#include <span>

namespace warpstage::runtime {

// Packs the arguments, unless they are null because the request has its parameters already, and launches in the stream.
[[nodiscard]] Status launch(LaunchRequest request, void* const* arguments, Stream* stream);
// Cooperative launch and clusters.
void apply_attributes(LaunchRequest& request, std::span<const LaunchAttribute> attributes);

} // namespace warpstage::runtime

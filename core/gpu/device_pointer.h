// An address on the GPU as the pointer that a C interface wants.
#pragma once

#include "core/gpu/driver/handles.h"

namespace warpstage::gpu {

template <typename Number> [[nodiscard]] Number* device_pointer(DeviceAddress address)
{
    return reinterpret_cast<Number*>(address); // NOLINT(performance-no-int-to-ptr): the GPU's memory, never read here
}

} // namespace warpstage::gpu

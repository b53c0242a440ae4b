// A GPU address as a pointer for C interfaces.
#pragma once

#include "core/gpu/driver/handles.h"

namespace warpstage::gpu {

template <typename Number> [[nodiscard]] Number* device_pointer(DeviceAddress address)
{
    return reinterpret_cast<Number*>(address); // NOLINT(performance-no-int-to-ptr): the GPU's memory, never read here
}

} // namespace warpstage::gpu

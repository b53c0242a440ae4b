// What libcudart.so.12 and .13, whose functions of equal names differ, call in the common library.
#pragma once

#include "app/runtime/exported.h"
#include "core/runtime/device_properties.h"
#include "core/runtime/status.h"

// NOLINTBEGIN(readability-identifier-naming): exported beside the functions of the API
namespace warpstage::runtime {

WARPSTAGE_API Status warpstage_properties(void* properties, int number, RuntimeVersion version);

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)

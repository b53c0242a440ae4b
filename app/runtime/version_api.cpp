// The functions that differ between libcudart.so.12 and libcudart.so.13.
#include "app/runtime/versions.h"

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

namespace {

#ifdef WARPSTAGE_CUDART_12
constexpr RuntimeVersion kVersion = RuntimeVersion::cuda_12;
constexpr int kNumber = 12090;
#else
constexpr RuntimeVersion kVersion = RuntimeVersion::cuda_13;
constexpr int kNumber = 13000;
#endif

} // namespace

WARPSTAGE_API Status cudaRuntimeGetVersion(int* version)
{
    *version = kNumber;
    return Status::success;
}

WARPSTAGE_API Status cudaGetDeviceProperties(void* properties, int number)
{
    return warpstage_properties(properties, number, kVersion);
}

WARPSTAGE_API Status cudaGetDeviceProperties_v2(void* properties, int number)
{
    return warpstage_properties(properties, number, kVersion);
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)

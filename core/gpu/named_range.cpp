#include "core/gpu/named_range.h"

// Not every package of CUDA headers includes NVTX; without it ranges have no effect.
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define WARPSTAGE_NVTX 1
#else
#define WARPSTAGE_NVTX 0
#endif

namespace warpstage::gpu {

#if WARPSTAGE_NVTX

NamedRange::NamedRange(const std::string& name)
{
    nvtxRangePushA(name.c_str());
}

NamedRange::~NamedRange()
{
    nvtxRangePop();
}

#else

NamedRange::NamedRange(const std::string& /*name*/) { }
NamedRange::~NamedRange() = default;

#endif

} // namespace warpstage::gpu

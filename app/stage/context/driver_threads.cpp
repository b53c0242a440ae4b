#include "app/stage/context/driver_threads.h"

#include "core/base/concurrency/parallel.h"
#include "core/base/concurrency/startable_threads.h"

#include <algorithm>
#include <cstdlib>

namespace warpstage::stage {

void spare_driver_threads()
{
    constexpr unsigned kMaxRenderers = 32; // LP_MAX_THREADS of Mesa
    constexpr unsigned kOthers = 4; // compiler, cache
    const unsigned wanted = std::min(processor_threads(), kMaxRenderers) + kOthers;
    if (startable_threads(wanted) < wanted)
        setenv("LP_NUM_THREADS", "0", 0); // NOLINT(concurrency-mt-unsafe): before other threads read the environment
}

} // namespace warpstage::stage

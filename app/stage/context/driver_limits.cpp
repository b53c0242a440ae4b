#include "app/stage/context/driver_limits.h"

#include "core/base/concurrency/parallel.h"
#include "core/base/concurrency/startable_threads.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>

namespace warpstage::stage {

Result<void> prepare_driver()
{
    constexpr unsigned kMaxRenderers = 32; // LP_MAX_THREADS of Mesa
    const unsigned wanted = std::min(processor_threads(), kMaxRenderers);
    if (startable_threads(wanted) < wanted)
        setenv("LP_NUM_THREADS", "0", 0); // NOLINT(concurrency-mt-unsafe): before other threads read the environment

    constexpr rlim_t kMiB = rlim_t { 1 } << 20U;
    constexpr rlim_t kMinMiB = 512;
    rlimit limit {};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < kMinMiB * kMiB)
        return Error { fmt::format("The memory of this process is limited to {} MiB; drawing needs {} MiB. Raise the limit "
                                   "with `ulimit -v {}`.",
            limit.rlim_cur / kMiB, kMinMiB, kMinMiB * 1024) };
    return {};
}

} // namespace warpstage::stage

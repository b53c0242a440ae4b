#include "core/base/process/thread_stacks.h"

#include "core/base/text_limits.h"

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>

namespace warpstage {

void use_known_stacks()
{
    pthread_attr_t attributes;
    if (pthread_getattr_default_np(&attributes) == 0) {
        if (pthread_attr_setstacksize(&attributes, kStackBytes) == 0)
            pthread_setattr_default_np(&attributes);
        pthread_attr_destroy(&attributes);
    }
    // The stack of the first thread grows up to the limit that holds when it grows.
    rlimit limit {};
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < kStackBytes) {
        limit.rlim_cur = std::min<rlim_t>(kStackBytes, limit.rlim_max);
        setrlimit(RLIMIT_STACK, &limit);
    }
}

} // namespace warpstage

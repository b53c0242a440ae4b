#include "core/base/urgency.h"

#include <sys/resource.h>

namespace warpstage {

void compute_with(Urgency urgency)
{
    constexpr int kBehind = 19; // the least urgent of sched(7)'s nice values
    switch (urgency) {
    case Urgency::usual:
        return;
    case Urgency::behind_drawing:
        // Linux keeps a nice value for each thread, and 0 means the calling one; setpriority(2) calls it non-conforming.
        static_cast<void>(setpriority(PRIO_PROCESS, 0, kBehind));
        return;
    }
}

} // namespace warpstage

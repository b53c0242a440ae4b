#include "core/base/urgency.h"

#include <sched.h>

namespace warpstage {

void compute_with(Urgency urgency)
{
    switch (urgency) {
    case Urgency::usual:
        return;
    case Urgency::behind_drawing: {
        // What wakes up to draw takes the processor from such a thread at once, and counts one that runs it as free (sched(7));
        // the least urgent nice value gives neither. 0 means the calling thread.
        const sched_param none {};
        static_cast<void>(sched_setscheduler(0, SCHED_IDLE, &none));
        return;
    }
    }
}

} // namespace warpstage

#include "core/base/urgency.h"

#include <sched.h>

namespace warpstage {

void compute_with(Urgency urgency)
{
    switch (urgency) {
    case Urgency::usual:
        return;
    case Urgency::behind_drawing: {
        // A thread that wakes up to draw preempts such a thread immediately and treats its CPU as idle (sched(7)); the lowest
        // nice value has neither effect. 0 is the calling thread.
        const sched_param none {};
        static_cast<void>(sched_setscheduler(0, SCHED_IDLE, &none));
        return;
    }
    }
}

} // namespace warpstage

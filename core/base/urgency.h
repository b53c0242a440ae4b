// How urgent it is what a thread computes.
#pragma once

#include <cstdint>

namespace warpstage {

enum class Urgency : std::uint8_t {
    usual,
    behind_drawing, // takes the time that a thread which draws leaves: a picture that stutters is seen, a step that comes later
                    // not
};

// Of the calling thread, and of threads that it starts from now on. Where the system does not know this nothing happens. A thread
// cannot become more urgent again.
void compute_with(Urgency urgency);

} // namespace warpstage

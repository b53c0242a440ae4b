// The urgency of a thread's work.
#pragma once

#include <cstdint>

namespace warpstage {

enum class Urgency : std::uint8_t {
    usual,
    behind_drawing, // uses only CPU time that drawing leaves: stutter is visible, a later step is not
};

// Sets the urgency of the calling thread and of threads that it starts from now on. No effect on unsupported systems. A thread's
// urgency cannot be raised again.
void compute_with(Urgency urgency);

} // namespace warpstage

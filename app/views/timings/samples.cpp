#include "app/views/timings/samples.h"

#include "app/views/drawing.h"

namespace warpstage::views {

using engine::Sampling;

std::string samples_words(const engine::TimingSummary& timing)
{
    const std::string median = trf("median of {}", grouped_count(timing.samples));
    switch (timing.sampling) {
    case Sampling::every_step:
        return median;
    case Sampling::while_drawing:
        return median + (timing.samples == 1 ? tr(" sample while drawing") : tr(" samples while drawing"));
    case Sampling::quiet_step:
    case Sampling::quiet_series:
        return median + (timing.samples == 1 ? tr(" sample without drawing") : tr(" samples without drawing"));
    }
    VERIFY_NOT_REACHED();
}

std::string_view sampling_sentence(Sampling sampling)
{
    switch (sampling) {
    case Sampling::every_step:
        return "";
    case Sampling::while_drawing:
        return tr("One step is so long that frames are drawn while it runs: the time is an upper bound.");
    case Sampling::quiet_step:
        return tr("A sample is the time of one step while OpenGL has no work on the GPU.");
    case Sampling::quiet_series:
        return tr(
            "A sample is the mean time of consecutive steps on copies of the buffers while OpenGL has no work on the GPU. If "
            "the throughput is in B/s, the copies together exceed the L2 cache.");
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::views

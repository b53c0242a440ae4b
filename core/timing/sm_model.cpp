#include "core/timing/sm_model.h"

#include "core/arch/timing/timing.h"
#include "core/timing/block_stream.h"
#include "core/timing/launch_shape.h"
#include "core/timing/machine_code/machine_code.h"
#include "core/timing/simulation.h"

#include <algorithm>

namespace warpstage::timing {

SmRun model_sm(const analysis::Recording& recording, const SmSettings& settings, const std::stop_token& stop)
{
    const arch::Timing& timing = arch::timing_of(settings.traits->capability);
    const MachineCode code = machine_code(recording.listing, *settings.traits);
    const BlockStream stream = stream_of(recording.trace, code, *settings.traits);
    const LaunchShape shape { .blocks = std::max<std::uint64_t>(1, settings.grid_blocks),
        .threads = static_cast<std::uint32_t>(recording.block_size.count()),
        .shared_bytes = recording.shared_bytes };
    SimulationRequest request;
    request.timing = &timing;
    request.code = &code;
    request.streams = { &stream };
    request.spans = Spans::kept;
    const auto placement = place(shape, code, *settings.traits, *settings.gpu);
    // A block that exceeds the limits is shown alone.
    Placement used = placement ? *placement : Placement {};
    used.sharing = used.active; // every multiprocessor is as full as this one
    request.resident_blocks = used.resident;
    if (settings.resident_blocks != 0)
        request.resident_blocks = settings.resident_blocks;
    request.blocks = request.resident_blocks;
    request.multiprocessors = used.active;
    request.memory = rates_of(used, shape, *settings.traits, *settings.gpu, timing);
    return simulate(request, stop).run;
}

} // namespace warpstage::timing

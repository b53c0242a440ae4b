// A launch as the simulation of one multiprocessor needs it, and the scaling of its result to the whole launch.
#pragma once

#include "core/arch/gpus.h"
#include "core/arch/traits.h"
#include "core/base/result.h"
#include "core/timing/launch_sample.h"
#include "core/timing/launch_shape.h"
#include "core/timing/simulation.h"

namespace warpstage::timing {

struct LaunchModel {
    Placement placement;
    SimulationRequest request; // refers to the sample
    std::vector<const BlockStream*> sampled; // all, of which the simulation runs the first
    double blocks = 0.0; // per multiprocessor; in units of sampled blocks if the average block of the grid does more or less work
};

// The sample must outlive the result. Errors: a block that exceeds the limits of the GPU.
[[nodiscard]] Result<LaunchModel> launch_model(const LaunchSample& sample, const arch::Traits& traits, const arch::Gpu& gpu);

// Nanoseconds from the mean end of the multiprocessors, which is simulated, to the last one: they share DRAM unevenly.
[[nodiscard]] double last_end(const Simulation& simulation, const arch::Timing& timing);

// Machine instructions of a block, averaged over the sample, including those that recordings have left out.
[[nodiscard]] double instructions_per_block(const MachineCode& code, const std::vector<const BlockStream*>& streams);

// Cycles per machine instruction when the multiprocessor is full.
[[nodiscard]] double steady_rate(const Simulation& simulation);

// Cycles of `all` machine instructions on this multiprocessor; the simulation has run the first of them.
[[nodiscard]] double extrapolate(const Simulation& simulation, double all);

} // namespace warpstage::timing

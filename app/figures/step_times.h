// Times and transfers of a plan, for the figures that show them.
#pragma once

#include "app/views/gallery/subject.h"
#include "core/arch/architecture.h"
#include "core/engine/engine.h"

namespace warpstage::figures {

// Runs the plan repeatedly. Errors: those of the engine, and faults of a kernel.
[[nodiscard]] Result<views::Measurement> measure_step(
    engine::Engine& engine, const views::Subject& subject, const std::shared_ptr<const problem::Plan>& plan);

// The same on a GPU. On the virtual machine: the estimate for `gpu`, or the emulated time with the reason why no estimate exists.
[[nodiscard]] Result<views::Measurement> time_step(engine::Engine& engine, const views::Subject& subject,
    const std::shared_ptr<const problem::Plan>& plan, const arch::Gpu& gpu);

} // namespace warpstage::figures

// Runs one textbook kernel on one device.
#pragma once

#include "core/engine/engine.h"
#include "tests/kernels/textbook_case.h"

#include <string>

namespace warpstage::kernels::test {

// Describes an error after the case's time step: a refusal, a fault or a difference; empty if the result is correct.
[[nodiscard]] std::string difference_after(const TextbookCase& textbook, engine::Engine& machine);

} // namespace warpstage::kernels::test

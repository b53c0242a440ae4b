// The device that a test program of the textbook kernels uses.
#pragma once

#include "core/engine/engine.h"

#include <memory>

namespace warpstage::kernels::test {

// Errors: this computer has no such device; the tests are then skipped with the sentence.
[[nodiscard]] Result<std::unique_ptr<engine::Engine>> machine_under_test();

} // namespace warpstage::kernels::test

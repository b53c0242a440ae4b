// Which machine a test program of the textbook kernels means.
#pragma once

#include "core/engine/engine.h"

#include <memory>

namespace warpstage::kernels::test {

// Errors: this computer has no such machine; the tests then skip themselves with the sentence.
[[nodiscard]] Result<std::unique_ptr<engine::Engine>> machine_under_test();

} // namespace warpstage::kernels::test

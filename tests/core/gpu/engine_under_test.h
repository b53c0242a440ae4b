// The tests in engine_contract_test.cpp apply to every GPU. Each test program selects one: the fake driver, or the GPU of this
// computer.
#pragma once

#include "core/engine/gpu/gpu_engine.h"

#include <memory>
#include <optional>
#include <string>

namespace warpstage::engine::test {

// Why this program cannot run its tests here; nothing if it can.
[[nodiscard]] std::optional<std::string> why_not();

[[nodiscard]] Result<std::unique_ptr<Engine>> engine_under_test();

} // namespace warpstage::engine::test

// The tests in engine_contract_test.cpp hold for every GPU. Each test program says which one it means: the fake driver, or the
// GPU of this computer.
#pragma once

#include "core/engine/gpu/gpu_engine.h"

#include <memory>
#include <optional>
#include <string>

namespace warpstage::engine::test {

// Why this program cannot test here; nothing where it can.
[[nodiscard]] std::optional<std::string> why_not();

[[nodiscard]] Result<std::unique_ptr<Engine>> engine_under_test();

} // namespace warpstage::engine::test

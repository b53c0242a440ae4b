// One textbook kernel on one machine.
#pragma once

#include "core/engine/engine.h"
#include "tests/kernels/textbook_case.h"

#include <string>

namespace warpstage::kernels::test {

// What is wrong after the case's step, in words: a refusal, a fault or a difference; empty where the result is right.
[[nodiscard]] std::string difference_after(const TextbookCase& textbook, engine::Engine& machine);

} // namespace warpstage::kernels::test

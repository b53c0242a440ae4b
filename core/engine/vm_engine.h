// The engine that runs on our own PTX virtual machine, on a thread of its own. Its times are times of an emulation and always
// labelled so.
#pragma once

#include "core/engine/engine.h"

#include <memory>

namespace warpstage::engine {

[[nodiscard]] std::unique_ptr<Engine> make_vm_engine();

} // namespace warpstage::engine

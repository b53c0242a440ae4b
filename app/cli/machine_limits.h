// The limits of the GPU at hand: kept from an earlier run, else measured now and kept.
#pragma once

#include "app/cli/assets.h"
#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/engine/limits/limits.h"

#include <cstdint>

namespace warpstage::cli {

enum class Keeping : std::uint8_t { use_kept, measure_anew };

// The engine must be idle; another lesson may be loaded afterwards. Where the file cannot be written, a sentence on standard
// error says so. Errors: not a GPU, those of the engine.
[[nodiscard]] Result<engine::Limits> machine_limits(const Assets& assets, engine::Engine& engine, Keeping keeping);

} // namespace warpstage::cli

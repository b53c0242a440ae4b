// Snapshots made by hand, the same on every machine.
#pragma once

#include "core/session/snapshot.h"

#include <cstddef>
#include <memory>

namespace warpstage::stage {

[[nodiscard]] std::shared_ptr<session::Snapshot> sample_bodies(std::size_t count);
[[nodiscard]] std::shared_ptr<session::Snapshot> sample_array(std::size_t elements);

} // namespace warpstage::stage

// Synthetic snapshots, the same on every computer.
#pragma once

#include "core/session/snapshot.h"

#include <cstddef>
#include <memory>

namespace warpstage::stage {

[[nodiscard]] std::shared_ptr<session::Snapshot> sample_bodies(std::size_t count);
[[nodiscard]] std::shared_ptr<session::Snapshot> sample_array(std::size_t elements);
// The upper left quarter of the matrix has high values, the rest low ones.
[[nodiscard]] std::shared_ptr<session::Snapshot> sample_matrix(std::size_t rows, std::size_t columns);

} // namespace warpstage::stage

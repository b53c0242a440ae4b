// Which scenes apply to what a model shows. Several may: the table of views has them in the order of priority.
#pragma once

#include "app/views/view.h"

namespace warpstage::views {

[[nodiscard]] bool has_hazard(const session::Snapshot& model);
[[nodiscard]] bool has_bodies(const session::Snapshot& model);
[[nodiscard]] bool has_matrix(const session::Snapshot& model);
[[nodiscard]] bool has_array(const session::Snapshot& model);
// The requests of a warp to a matrix in global memory.
[[nodiscard]] bool has_warp_accesses(const session::Snapshot& model);
[[nodiscard]] bool has_sectors(const session::Snapshot& model);
// For a block without data in shared memory there are no bars.
[[nodiscard]] bool has_traffic(const session::Snapshot& model);
[[nodiscard]] bool has_banks(const session::Snapshot& model);
// The bars of an array whose subject is something else would have empty axes.
[[nodiscard]] bool has_hidden_array(const session::Snapshot& model);
[[nodiscard]] bool has_nothing(const session::Snapshot& model);
template <problem::SceneDetail detail> [[nodiscard]] bool has_detail(const session::Snapshot& model)
{
    return model.scene->detail == detail;
}

// Strips beside the scene: over all scenes of a block's array; below bodies, for a block with a tile in shared memory.
[[nodiscard]] bool has_array_caption(const session::Snapshot& model);
[[nodiscard]] bool has_tile_reuse(const session::Snapshot& model);

} // namespace warpstage::views

#include "app/views/scenes/scene_kind.h"

#include "app/views/scenes/hazard_story.h"

namespace warpstage::views {

SceneKind scene_kind(const session::Snapshot& snapshot)
{
    const bool secret = snapshot.cue.numbers == session::CueNumbers::hidden;
    const auto detail = secret ? problem::SceneDetail::values : snapshot.scene_detail;
    if (!secret && has_hazard_scene(snapshot))
        return SceneKind::hazard;
    if (snapshot.particles != nullptr)
        return SceneKind::bodies;
    if (snapshot.transfers != nullptr)
        return SceneKind::transfers;
    if (snapshot.matrix != nullptr)
        return detail == problem::SceneDetail::sectors && snapshot.flight != nullptr ? SceneKind::sectors : SceneKind::matrix;
    // Whoever keeps nothing in shared memory has no bars.
    const bool traffic = snapshot.array != nullptr && !secret && snapshot.recording != nullptr
        && (detail == problem::SceneDetail::sectors || snapshot.array->values.empty());
    if (traffic)
        return SceneKind::traffic;
    if (snapshot.array != nullptr)
        return detail == problem::SceneDetail::banks ? SceneKind::banks : SceneKind::bars;
    return SceneKind::none;
}

} // namespace warpstage::views

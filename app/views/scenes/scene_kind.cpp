#include "app/views/scenes/scene_kind.h"

#include "core/session/recording/hazard_story.h"

namespace warpstage::views {

SceneKind scene_kind(const session::Snapshot& snapshot)
{
    const bool secret = snapshot.cue->numbers == session::CueNumbers::hidden;
    const auto detail = secret ? problem::SceneDetail::values : snapshot.scene->detail;
    if (!secret && session::has_hazard_scene(snapshot))
        return SceneKind::hazard;
    if (snapshot.scene->particles != nullptr)
        return SceneKind::bodies;
    if (snapshot.scene->transfers != nullptr)
        return SceneKind::transfers;
    if (snapshot.scene->matrix != nullptr)
        return detail == problem::SceneDetail::sectors && snapshot.playback->run.flight != nullptr ? SceneKind::sectors
                                                                                                   : SceneKind::matrix;
    // Whoever keeps nothing in shared memory has no bars.
    const bool traffic = snapshot.scene->array != nullptr && !secret && snapshot.run->recording != nullptr
        && (detail == problem::SceneDetail::sectors || snapshot.scene->array->values.empty());
    if (traffic)
        return SceneKind::traffic;
    if (snapshot.scene->array != nullptr)
        return detail == problem::SceneDetail::banks ? SceneKind::banks : SceneKind::bars;
    return SceneKind::none;
}

} // namespace warpstage::views

#include "app/views/scenes/scene_kind.h"

#include "app/views/scenes/hazard_story.h"

#include <string_view>

namespace warpstage::views {

namespace {

std::string_view problem_of(const session::Snapshot& snapshot)
{
    return snapshot.setup->lesson == nullptr || snapshot.setup->lesson->problem == nullptr
        ? std::string_view {}
        : snapshot.setup->lesson->problem->id();
}

} // namespace

SceneKind scene_kind(const session::Snapshot& snapshot)
{
    const bool secret = snapshot.cue->numbers == session::CueNumbers::hidden;
    if (!secret && has_hazard_scene(snapshot))
        return SceneKind::hazard;
    if (snapshot.scene->particles != nullptr)
        return SceneKind::bodies;
    if (snapshot.scene->transfers != nullptr)
        return SceneKind::transfers;
    if (snapshot.scene->matrix != nullptr)
        return !secret && problem_of(snapshot) == "global_access" && snapshot.playback->run.flight != nullptr ? SceneKind::sectors
                                                                                                              : SceneKind::matrix;
    // Whoever keeps nothing in shared memory has no bars.
    if (snapshot.scene->array != nullptr && snapshot.scene->array->values.empty() && !secret
        && snapshot.run->recording != nullptr)
        return SceneKind::traffic;
    if (snapshot.scene->array != nullptr)
        return !secret && problem_of(snapshot) == "shared_access" ? SceneKind::banks : SceneKind::bars;
    return SceneKind::none;
}

} // namespace warpstage::views

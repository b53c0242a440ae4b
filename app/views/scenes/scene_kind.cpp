#include "app/views/scenes/scene_kind.h"

#include "app/views/scenes/hazard_story.h"

#include <string_view>

namespace warpstage::views {

namespace {

std::string_view problem_of(const session::Snapshot& snapshot)
{
    return snapshot.lesson == nullptr || snapshot.lesson->problem == nullptr ? std::string_view {}
                                                                             : snapshot.lesson->problem->id();
}

} // namespace

SceneKind scene_kind(const session::Snapshot& snapshot)
{
    const bool secret = snapshot.cue.numbers == session::CueNumbers::hidden;
    if (!secret && has_hazard_scene(snapshot))
        return SceneKind::hazard;
    if (snapshot.particles != nullptr)
        return SceneKind::bodies;
    if (snapshot.transfers != nullptr)
        return SceneKind::transfers;
    if (snapshot.matrix != nullptr)
        return !secret && problem_of(snapshot) == "global_access" && snapshot.flight != nullptr ? SceneKind::sectors
                                                                                                : SceneKind::matrix;
    // Whoever keeps nothing in shared memory has no bars.
    if (snapshot.array != nullptr && snapshot.array->values.empty() && !secret && snapshot.recording != nullptr)
        return SceneKind::traffic;
    if (snapshot.array != nullptr)
        return !secret && problem_of(snapshot) == "shared_access" ? SceneKind::banks : SceneKind::bars;
    return SceneKind::none;
}

} // namespace warpstage::views
